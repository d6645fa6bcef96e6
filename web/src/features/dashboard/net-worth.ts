import { addMinor, convertMinor, fromMinor, type Minor, subtractMinor, toMinor } from '@/lib/money';
import type { DayValue } from '@/ui/line-chart';

type Worth = { day: string; currency: string; amount: number };
/** A home: what it was worth at first, and from which days on it was valued anew. */
type Property = { id: string; property_value: number; start_date: string };
export type Valuation = { subject: string; day: string; value: number };

/** One value a day in the base currency: what all accounts and debts come to, with homes at their value of that day. */
export function netWorthLine(
  rows: readonly Worth[],
  properties: readonly Property[],
  rates: Record<string, number>,
  valuations: readonly Valuation[] = [],
): DayValue[] {
  const byDay = new Map<string, Minor>();
  for (const { day, currency, amount } of rows) {
    const converted = convertMinor(toMinor(amount), rates[currency] ?? 1);
    byDay.set(day, addMinor(byDay.get(day) ?? (0 as Minor), converted));
  }
  return [...byDay]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([day, worth]) => ({
      day,
      value: fromMinor(addMinor(worth, ...valuesAt(properties, valuations, day))),
    }));
}

/** How much more or less there is than a number of days ago; null while there is no such day. */
export function changeSince(line: readonly DayValue[], days: number): { since: DayValue; by: number } | null {
  const last = line.at(-1);
  const since = line.at(-1 - days) ?? line[0];
  if (!last || !since || since === last) return null;
  return { since, by: fromMinor(subtractMinor(toMinor(last.value), toMinor(since.value))) };
}

function valuesAt(properties: readonly Property[], valuations: readonly Valuation[], day: string): Minor[] {
  return properties
    .filter(({ start_date }) => start_date.slice(0, 10) <= day)
    .map(({ id, property_value }) => {
      const latest = valuations.findLast((valuation) => valuation.subject === id && valuation.day <= day);
      return toMinor(latest?.value ?? property_value);
    });
}
