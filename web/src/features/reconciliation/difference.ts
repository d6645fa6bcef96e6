import { absMinor, addMinor, type Minor, negateMinor, subtractMinor, toMinor } from '@engine/money/minor.ts';
import { formatMinor } from '@/lib/money';
import type { OpenRow } from './queries';

/** Returns the amount in minor units, negative for money out. */
export const getSigned = ({ amount, direction }: Pick<OpenRow, 'amount' | 'direction'>): Minor =>
  direction === 'in' ? toMinor(amount) : negateMinor(toMinor(amount));

/** Returns the difference between the statement and the checked transactions; zero if they match. */
export function getDifference(statement: Minor, opening: Minor, selected: readonly OpenRow[]): Minor {
  return subtractMinor(statement, addMinor(opening, ...selected.map(getSigned)));
}

export type Hint = {
  /** The text that describes a possible cause of the difference. */
  text: string;
  /** The ids of the transactions to check or uncheck so that the difference disappears. */
  toggle: readonly string[];
};

const DIGIT_SWAP = 9;
const MOST_HINTS = 3;

/**
 * Suggests causes of a difference, most likely first, such as an extra or missing transaction, a duplicate,
 * or two swapped digits.
 */
export function explainDifference(
  difference: Minor,
  rows: readonly OpenRow[],
  selected: ReadonlySet<string>,
  currency: string,
): Hint[] {
  if (difference === 0) return [];
  const money = (amount: Minor) => formatMinor(amount, currency);
  const name = ({ description, merchant }: OpenRow) =>
    `“${description || merchant || 'a transaction without a description'}”`;
  const missing = rows
    .filter((row) => !selected.has(row.id) && getSigned(row) === difference)
    .slice(0, MOST_HINTS);
  const extra = rows.filter((row) => selected.has(row.id) && getSigned(row) === negateMinor(difference));
  const names = new Set<string>();
  const twin = extra.find((row) => names.size === names.add(name(row)).size);
  const doubled = twin && { text: `${name(twin)} is selected twice.`, toggle: [twin.id] };
  const hints: (Hint | undefined)[] = [
    ...missing.map((row) => ({
      text: `${name(row)} is exactly this amount and isn't selected.`,
      toggle: [row.id],
    })),
    doubled,
    ...extra
      .filter((row) => row !== twin)
      .slice(0, MOST_HINTS)
      .map((row) => ({ text: `Without ${name(row)}, the difference is zero.`, toggle: [row.id] })),
    swapped(difference, rows, money),
    halved(difference, rows, name),
  ];
  const matches = hints.filter((hint) => hint !== undefined);
  if (matches.length > 0) return matches.slice(0, MOST_HINTS);
  return [
    {
      text: `No single transaction explains the difference. Look for a missing transaction of ${money(absMinor(difference))}, or several that add up to that amount.`,
      toggle: [],
    },
  ];
}

/** Suggests that two digits of an amount were swapped. A swap changes the amount by a multiple of nine. */
function swapped(
  difference: Minor,
  rows: readonly OpenRow[],
  money: (amount: Minor) => string,
): Hint | undefined {
  if (difference % DIGIT_SWAP !== 0) return undefined;
  const row = rows.find((item) => {
    const amount = Math.abs(getSigned(item));
    return isSwapOf(amount, amount + Math.abs(difference)) || isSwapOf(amount, amount - Math.abs(difference));
  });
  const text = 'The difference is divisible by 9, so two digits of an amount may be swapped';
  return { text: row ? `${text}, such as in ${money(absMinor(getSigned(row)))}.` : `${text}.`, toggle: [] };
}

/** Returns true if two amounts differ only by two swapped adjacent digits. */
function isSwapOf(entry: number, other: number): boolean {
  const [a, b] = [String(entry), String(other)];
  if (entry <= 0 || other <= 0 || a.length !== b.length) return false;
  const places = [...a].flatMap((digit, index) => (digit === b[index] ? [] : [index]));
  const [first, second] = places;
  return (
    places.length === 2 &&
    first !== undefined &&
    second === first + 1 &&
    a[first] === b[second] &&
    a[second] === b[first]
  );
}

/** Suggests that a transaction has the wrong direction. The difference is then twice its amount. */
function halved(
  difference: Minor,
  rows: readonly OpenRow[],
  name: (row: OpenRow) => string,
): Hint | undefined {
  const row = rows.find((value) => Math.abs(getSigned(value)) * 2 === Math.abs(difference));
  const text = 'is half the difference. It may be recorded in the wrong direction.';
  return row && { text: `${name(row)} ${text}`, toggle: [] };
}
