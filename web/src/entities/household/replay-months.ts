import { subtractMinor, toMinor } from '@engine/money/minor.ts';

export type ReplayDay = { day: string; amount: number };

/**
 * A month with the index of its first day, and the change since its start after each of its days, in minor
 * units.
 */
export type ReplayMonth = { month: string; from: number; changes: number[] };

/**
 * Groups days by month. The changes of all months add up to the change from the first day to the last. A
 * first day that ends its month is only the start of the next one.
 */
export function groupByMonth(days: readonly ReplayDay[]): ReplayMonth[] {
  const months: ReplayMonth[] = [];
  let start = toMinor(days[0]?.amount ?? 0);
  const isOpening = days[1] !== undefined && days[0]?.day.slice(0, 7) !== days[1].day.slice(0, 7);
  days.forEach(({ day, amount }, index) => {
    if (index === 0 && isOpening) return;
    const month = day.slice(0, 7);
    if (months.at(-1)?.month !== month) {
      if (index > 0) start = toMinor(days[index - 1]?.amount ?? 0);
      months.push({ month, from: index, changes: [] });
    }
    months.at(-1)?.changes.push(subtractMinor(toMinor(amount), start));
  });
  return months;
}
