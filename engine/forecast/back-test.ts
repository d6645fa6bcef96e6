import { type DayNumber, dayText, Zone } from '../calendar/calendar.ts';
import { addMinor, fromMinor, type Minor, negateMinor, roundMinor, ZERO } from '../money/minor.ts';
import { createEmptyHousehold } from '../simulation/empty-household.ts';
import { buildForecast } from './forecast.ts';
import type { SpendingRow } from './history.ts';

/** Cumulative daily spending since the forecast day, both forecast and actual, in major units. */
export type BackTest = ReturnType<typeof getBackTest>;

const ALL = 'all spending';

type BackTestOptions = {
  /** Spending in one currency. Excludes payments that known rules account for. */
  history: readonly SpendingRow[];
  timeZone: string;
  today: DayNumber;
  daysBack: number;
  seed: number;
  currency: string;
};

/**
 * Forecasts spending for the last `daysBack` days from earlier purchases only, and compares it with actual
 * spending. Ignores balances, because past balances would depend on the rules and cards of that time. Returns
 * null if there is too little history.
 */
export function getBackTest({ history, timeZone, today, daysBack, seed, currency }: BackTestOptions) {
  const from = today - daysBack;
  const free = history
    .filter(({ isRule, amount }) => !isRule && amount > 0)
    .map((row) => ({ ...row, productId: ALL }));
  const { days, noModel } = buildForecast({
    state: {
      ...createEmptyHousehold({ seed, timeZone, at: new Zone(timeZone).getStart(from) }),
      accounts: [{ id: ALL, name: ALL, type: 'CHECKING', currency, balance: 0, accruedMicros: 0 }],
    },
    history: free.filter(({ day }) => day < from),
    // Excludes today, which isn't over yet.
    to: today - 1,
    seed,
  });
  if (noModel !== null) return null;
  const spentOn = new Map<DayNumber, Minor>();
  for (const { day, amount } of free) spentOn.set(day, addMinor(spentOn.get(day) ?? ZERO, amount as Minor));
  let actual: Minor = ZERO;
  const compared = days.slice(1).map(({ day, median, low, high }) => {
    actual = addMinor(actual, spentOn.get(day) ?? ZERO);
    // The simulated account starts at zero, so its negative balance is the spending.
    return { day, actual, median: negateMinor(median), low: negateMinor(high), high: negateMinor(low) };
  });
  if (compared.length === 0) return null;
  const distances = compared.map((item) => Math.abs(item.actual - item.median));
  const major = (amount: Minor) => fromMinor(amount);
  return {
    /** The day of the forecast, which uses only earlier purchases. */
    from: dayText(from),
    days: compared.map((entry) => ({
      day: dayText(entry.day),
      actual: major(entry.actual),
      median: major(entry.median),
      low: major(entry.low),
      high: major(entry.high),
    })),
    /** The mean difference between forecast and actual spending at the end of each day. */
    meanError: major(roundMinor(distances.reduce((sum, distance) => sum + distance, 0) / distances.length)),
    /** The number of days with actual spending inside the 80% band. */
    inside: compared.filter((item) => item.actual >= item.low && item.actual <= item.high).length,
  };
}
