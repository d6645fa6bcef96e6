import { fromMinor, subtractMinor, toMinor } from '@/lib/money';

/** A home's value and equity at the end of a day, in major units. */
export type EquityDay = { day: string; value: number; equity: number };

type Past = {
  bought: { day: string; value: number };
  valuations: readonly { day: string; value: number }[];
  /** The balance owed at the ends of days, in chronological order. */
  owed: readonly { day: string; value: number }[];
  now: { day: string; value: number; owed: number };
};

/** Returns the home equity at each valuation from the purchase to today. */
export function equityPast({ bought, valuations, owed, now }: Past): EquityDay[] {
  const owedOn = (day: string) =>
    owed.findLast((point) => point.day <= day)?.value ?? owed[0]?.value ?? now.owed;
  const until = [bought, ...valuations].filter(({ day }) => day < now.day);
  return [
    ...until.map(({ day, value }) => ({ day, value, equity: less(value, owedOn(day)) })),
    { day: now.day, value: now.value, equity: less(now.value, now.owed) },
  ];
}

/** Returns the loan-to-value ratio, or 0 for no value. */
export function loanToValue(owed: number, value: number): number {
  return value > 0 ? owed / value : 0;
}

const less = (value: number, owed: number) => fromMinor(subtractMinor(toMinor(value), toMinor(owed)));
