import { convertMinor, type Minor, toMinor } from './money';

/** A home: what it was worth at first, in major units of its currency, and since when it is owned. */
export type Property = { id: string; property_value: number; start_date: string; currency: string };
/** That a home was valued anew on a day; in order of time. Major units. */
export type Valuation = { subject: string; day: string; value: number };

/** What one unit of a currency came to in the base currency on a day; null where there is no rate. */
type RateOn = (currency: string, day: string) => number | null;

/** The rates that the bank tells with each amount. */
export function rateOnOf(
  rows: readonly { day: string; currency: string; rate: number | null }[],
  base: string,
): RateOn {
  const rates = new Map(rows.map(({ day, currency, rate }) => [`${day} ${currency}`, rate]));
  return (currency, day) => (currency === base ? 1 : (rates.get(`${day} ${currency}`) ?? null));
}

/** What each home that is owned by a day is worth on it, in the base currency; one without a rate is left out. */
export function homeValuesAt(
  properties: readonly Property[],
  valuations: readonly Valuation[],
  day: string,
  rateOn: RateOn,
): Minor[] {
  return properties
    .filter(({ start_date }) => start_date.slice(0, 10) <= day)
    .flatMap(({ id, property_value, currency }) => {
      const latest = valuations.findLast((valuation) => valuation.subject === id && valuation.day <= day);
      const rate = rateOn(currency, day);
      return rate === null ? [] : [convertMinor(toMinor(latest?.value ?? property_value), rate)];
    });
}
