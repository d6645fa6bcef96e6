import { homeValuesAt, type Property, type Valuation } from '@/lib/home-values';
import { addMinor, convertMinor, fromMinor, type Minor, toMinor } from '@/lib/money';
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
 * The dashboard's net worth taken apart by kind. The whole is converted by currency as the dashboard does it; a part, by
 * itself, may be rounded differently by a cent.
 */
export function worthDays(
  rows: readonly WorthRow[],
  properties: readonly Property[],
  rates: Record<string, number>,
  valuations: readonly Valuation[],
): WorthDay[] {
  const days = [...new Set(rows.map(({ day }) => day))].toSorted((one, other) => (one < other ? -1 : 1));
  return days.map((day) => {
    const own = rows.filter((row) => row.day === day);
    const homes = homeValuesAt(properties, valuations, day);
    const of = (kind: Kind) => [
      ...own
        .filter((row) => (KIND_OF[row.kind] ?? 'cash') === kind)
        .map(({ amount, currency }) => convertMinor(toMinor(amount), rates[currency] ?? 1)),
      ...(kind === 'homes' ? homes : []),
    ];
    const minors = new Map(KINDS.map(({ key }) => [key, addMinor(0 as Minor, ...of(key))]));
    const part = (kind: Kind) => fromMinor(minors.get(kind) ?? (0 as Minor));
    return {
      day,
      parts: {
        cash: part('cash'),
        investments: part('investments'),
        homes: part('homes'),
        cards: part('cards'),
        mortgages: part('mortgages'),
      },
      worth: fromMinor(addMinor(...homes, ...convertedTotals(own, rates))),
    };
  });
}

function convertedTotals(rows: readonly WorthRow[], rates: Record<string, number>): Minor[] {
  const totals = new Map<string, Minor>();
  for (const { currency, amount } of rows)
    totals.set(currency, addMinor(totals.get(currency) ?? (0 as Minor), toMinor(amount)));
  return [...totals].map(([currency, total]) => convertMinor(total, rates[currency] ?? 1));
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
