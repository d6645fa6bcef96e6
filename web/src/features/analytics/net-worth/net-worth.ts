import { sumOf } from '@/lib/money';
import type { WorthRow } from '../queries';

export const KINDS = [
  { key: 'cash', name: 'Cash and savings', color: 'var(--chart-3)' },
  { key: 'investments', name: 'Investments', color: 'var(--chart-1)' },
  { key: 'homes', name: 'Homes', color: 'var(--chart-5)' },
  { key: 'cards', name: 'Cards and loans', color: 'var(--chart-2)' },
  { key: 'mortgages', name: 'Mortgages', color: 'var(--chart-4)' },
] as const;

type Kind = (typeof KINDS)[number]['key'];
/** The holdings at the end of a day by kind, in major units of the base currency; debts are negative. */
export type WorthDay = { day: string; parts: Record<Kind, number>; worth: number };

/** The chart segment of each kind of net worth. */
const PART_OF: Record<string, Kind> = {
  cash: 'cash',
  investments: 'investments',
  property: 'homes',
  cards: 'cards',
  loans: 'cards',
  mortgages: 'mortgages',
};

/** Groups the bank's net worth parts by day. The parts add up to the net worth; currencies without a rate are left out. */
export function worthDays(rows: readonly WorthRow[]): WorthDay[] {
  const days = [...new Set(rows.map(({ day }) => day))].toSorted((one, other) => (one < other ? -1 : 1));
  return days.map((day) => {
    const parts: Record<Kind, number> = { cash: 0, investments: 0, homes: 0, cards: 0, mortgages: 0 };
    for (const { kind, worth } of rows.filter((row) => row.day === day)) {
      const part = PART_OF[kind];
      if (part) parts[part] = sumOf([parts[part], worth ?? 0]);
    }
    return { day, parts, worth: sumOf(Object.values(parts)) };
  });
}

/** A change of net worth: the part from exchange rates, and the rest. Major units of the base currency. */
type Change = { by: number; fromRates: number; fromTheRest: number; currencies: readonly string[] };

/** Compares the first and the last day; null without foreign currencies. */
export function getChange(
  days: readonly WorthDay[],
  effects: readonly { currency: string; amount: number }[],
): Change | null {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last || first === last || effects.length === 0) return null;
  const by = sumOf([last.worth, -first.worth]);
  const fromRates = sumOf(effects.map(({ amount }) => amount));
  return {
    by,
    fromRates,
    fromTheRest: sumOf([by, -fromRates]),
    currencies: effects.map(({ currency }) => currency),
  };
}

/** Returns the segments of a stacked bar: assets up from zero, debts down from zero. */
export function stacked({ parts }: WorthDay): { kind: Kind; color: string; from: number; to: number }[] {
  let up = 0;
  let down = 0;
  return KINDS.flatMap(({ key, color }) => {
    const amount = parts[key];
    if (amount === 0) return [];
    const from = amount > 0 ? up : down;
    if (amount > 0) up += amount;
    else down += amount;
    return [{ kind: key, color, from, to: from + amount }];
  });
}
