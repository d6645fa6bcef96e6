import { homeValuesAt, type Property, rateOnOf, type Valuation } from '@/lib/home-values';
import { addMinor, convertMinor, fromMinor, type Minor, sumOf, toMinor } from '@/lib/money';
import type { WorthRow } from './queries';

export const KINDS = [
  { key: 'cash', name: 'Cash and savings', color: 'var(--chart-3)' },
  { key: 'investments', name: 'Investments', color: 'var(--chart-1)' },
  { key: 'homes', name: 'Homes', color: 'var(--chart-5)' },
  { key: 'cards', name: 'Cards and loans', color: 'var(--chart-2)' },
  { key: 'mortgages', name: 'Mortgages', color: 'var(--chart-4)' },
] as const;

type Kind = (typeof KINDS)[number]['key'];
/** What there was at the end of a day, by kind, in major units of the base currency; debts below zero. */
export type WorthDay = { day: string; parts: Record<Kind, number>; worth: number };

const KIND_OF: Record<string, Kind> = {
  INVESTMENT: 'investments',
  card: 'cards',
  loan: 'cards',
  mortgage: 'mortgages',
};

/**
 * The dashboard's net worth taken apart by kind, by the rates of each day. The whole is converted by currency as the
 * dashboard does it; a part, by itself, may be rounded differently by a cent. What has no rate is left out.
 */
export function worthDays(
  rows: readonly WorthRow[],
  properties: readonly Property[],
  valuations: readonly Valuation[],
  base: string,
): WorthDay[] {
  const rateOn = rateOnOf(rows, base);
  const days = [...new Set(rows.map(({ day }) => day))].toSorted((one, other) => (one < other ? -1 : 1));
  return days.map((day) => {
    const own = rows.filter((row) => row.day === day);
    const homes = homeValuesAt(properties, valuations, day, rateOn);
    const of = (kind: Kind) => [
      ...own.filter((row) => (KIND_OF[row.kind] ?? 'cash') === kind).flatMap(converted),
      ...(kind === 'homes' ? homes : []),
    ];
    const part = (kind: Kind) => fromMinor(addMinor(0 as Minor, ...of(kind)));
    return {
      day,
      parts: {
        cash: part('cash'),
        investments: part('investments'),
        homes: part('homes'),
        cards: part('cards'),
        mortgages: part('mortgages'),
      },
      worth: fromMinor(addMinor(0 as Minor, ...homes, ...totalsOf(own).flatMap(converted))),
    };
  });
}

function converted({ amount, rate }: Pick<WorthRow, 'amount' | 'rate'>): Minor[] {
  return rate === null ? [] : [convertMinor(toMinor(amount), rate)];
}

function totalsOf(rows: readonly WorthRow[]): WorthRow[] {
  const totals = new Map<string, WorthRow>();
  for (const row of rows) {
    const before = totals.get(row.currency)?.amount ?? 0;
    totals.set(row.currency, { ...row, amount: sumOf([before, row.amount]) });
  }
  return [...totals.values()];
}

/** What of a change came from rates alone, and what from everything else. Major units of the base currency. */
type Change = { by: number; fromRates: number; fromTheRest: number; currencies: readonly string[] };

/** Between the first and the last day; null where nothing is held in another currency. */
export function changeOf(
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

/** What lies where in a stacked bar: owned from zero up, owed from zero down. */
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
