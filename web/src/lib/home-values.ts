import { type Minor, toMinor } from './money';

/** A home: what it was worth at first, in major units, and since when it is owned. */
export type Property = { id: string; property_value: number; start_date: string };
/** That a home was valued anew on a day; in order of time. Major units. */
export type Valuation = { subject: string; day: string; value: number };

/** What each home that is owned by a day is worth on it. */
export function homeValuesAt(
  properties: readonly Property[],
  valuations: readonly Valuation[],
  day: string,
): Minor[] {
  return properties
    .filter(({ start_date }) => start_date.slice(0, 10) <= day)
    .map(({ id, property_value }) => {
      const latest = valuations.findLast((valuation) => valuation.subject === id && valuation.day <= day);
      return toMinor(latest?.value ?? property_value);
    });
}
