import { homeValuesAt, type Property, type Valuation } from '@/lib/home-values';
import { addMinor, convertMinor, fromMinor, type Minor, subtractMinor, toMinor } from '@/lib/money';
import type { DayValue } from '@/ui/line-chart';

type Worth = { day: string; currency: string; amount: number };

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
      value: fromMinor(addMinor(worth, ...homeValuesAt(properties, valuations, day))),
    }));
}

/** How much more or less there is than a number of days ago; null while there is no such day. */
export function changeSince(line: readonly DayValue[], days: number): { since: DayValue; by: number } | null {
  const last = line.at(-1);
  const since = line.at(-1 - days) ?? line[0];
  if (!last || !since || since === last) return null;
  return { since, by: fromMinor(subtractMinor(toMinor(last.value), toMinor(since.value))) };
}
