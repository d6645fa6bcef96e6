import { homeValuesAt, type Property, rateOnOf, type Valuation } from '@/lib/home-values';
import { addMinor, convertMinor, fromMinor, type Minor, subtractMinor, toMinor } from '@/lib/money';
import type { DayValue } from '@/ui/line-chart';

type Worth = { day: string; currency: string; amount: number; rate: number | null };

/**
 * One value a day in the base currency: what all accounts and debts come to by the rates of that day, with homes at
 * their value of it. A currency without a rate is left out of the days that have none, and named.
 */
export function netWorthLine(
  rows: readonly Worth[],
  properties: readonly Property[],
  valuations: readonly Valuation[],
  base: string,
): { line: DayValue[]; leftOut: string[] } {
  const rateOn = rateOnOf(rows, base);
  const byDay = new Map<string, Minor>();
  for (const { day, amount, rate } of rows) {
    const converted = rate === null ? (0 as Minor) : convertMinor(toMinor(amount), rate);
    byDay.set(day, addMinor(byDay.get(day) ?? (0 as Minor), converted));
  }
  const line = [...byDay]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([day, worth]) => ({
      day,
      value: fromMinor(addMinor(worth, ...homeValuesAt(properties, valuations, day, rateOn))),
    }));
  const missing = rows.filter(({ rate, amount }) => rate === null && amount !== 0);
  return { line, leftOut: [...new Set(missing.map(({ currency }) => currency))] };
}

/** Of what the latest worth consists: accounts less debts by currency, then the homes. Adds up to it to the cent. */
export function worthParts(
  rows: readonly Worth[],
  properties: readonly Property[],
  valuations: readonly Valuation[],
  base: string,
): { day: string; parts: { name: string; amount: number }[] } | null {
  const day = rows.reduce((latest, row) => (row.day > latest ? row.day : latest), '');
  if (day === '') return null;
  const held = rows
    .filter((row) => row.day === day)
    .flatMap(({ currency, amount, rate }) =>
      rate === null
        ? []
        : [
            {
              name: currency === base ? 'Accounts less debts' : `Accounts less debts in ${currency}`,
              amount: fromMinor(convertMinor(toMinor(amount), rate)),
            },
          ],
    );
  const homes = homeValuesAt(properties, valuations, day, rateOnOf(rows, base));
  return { day, parts: [...held, ...homes.map((value) => ({ name: 'Home', amount: fromMinor(value) }))] };
}

/** How much more or less there is than a number of days ago; null while there is no such day. */
export function changeSince(line: readonly DayValue[], days: number): { since: DayValue; by: number } | null {
  const last = line.at(-1);
  const since = line.at(-1 - days) ?? line[0];
  if (!last || !since || since === last) return null;
  return { since, by: fromMinor(subtractMinor(toMinor(last.value), toMinor(since.value))) };
}
