import { type DayNumber, dayText, Zone } from '@engine/calendar/calendar.ts';
import { buildForecast } from '@engine/forecast/forecast.ts';
import type { SpendingRow } from '@engine/forecast/history.ts';
import type { HouseholdState } from '@engine/simulation/state.ts';
import { fromMinor, type Minor } from '@/lib/money';

/** Spending since the fork, added up day by day: what was foreseen then, and what was spent. Major units. */
export type BackTest = {
  /** The day from which it was foreseen, with what was bought before it. */
  from: string;
  days: { day: string; actual: number; median: number; low: number; high: number }[];
  /** The mean of the distances between what was foreseen and what was spent, at the end of each day. */
  meanError: number;
  /** On how many of the days what was spent lay where eight in ten futures did. */
  inside: number;
};

const ALL = 'all spending';

/**
 * Forecasts the spending of the last days with only what was bought before them, and sets it against what was then
 * bought. Balances of a past day cannot be forked, because rules and cards are kept as they are now and not as they
 * were: so it is spending alone, by account and by card on the day it was bought. Null when there was too little to
 * learn from, which is no failure of the forecast.
 */
export function getBackTest({
  history,
  timeZone,
  today,
  daysBack,
  seed,
  currency,
}: {
  /** Of one currency, free of what rules explain or with it; what they explain is left out. */
  history: readonly SpendingRow[];
  timeZone: string;
  today: DayNumber;
  daysBack: number;
  seed: number;
  currency: string;
}): BackTest | null {
  const from = today - daysBack;
  const free = history
    .filter(({ isRule, amount }) => !isRule && amount > 0)
    .map((row) => ({ ...row, productId: ALL }));
  const { days, noModel } = buildForecast({
    state: emptyPurse(new Zone(timeZone).getStart(from), timeZone, seed, currency),
    history: free.filter(({ day }) => day < from),
    // Today is not over yet.
    to: today - 1,
    seed,
  });
  if (noModel !== null) return null;
  const spentOn = new Map<DayNumber, number>();
  for (const { day, amount } of free) spentOn.set(day, (spentOn.get(day) ?? 0) + amount);
  let actual = 0;
  const compared = days.slice(1).map(({ day, median, low, high }) => {
    actual += spentOn.get(day) ?? 0;
    // The purse held nothing: what it is short of is what was spent.
    return { day, actual, median: 0 - median, low: 0 - high, high: 0 - low };
  });
  if (compared.length === 0) return null;
  const distances = compared.map((each) => Math.abs(each.actual - each.median));
  const major = (amount: number) => fromMinor(amount as Minor);
  return {
    from: dayText(from),
    days: compared.map((each) => ({
      day: dayText(each.day),
      actual: major(each.actual),
      median: major(each.median),
      low: major(each.low),
      high: major(each.high),
    })),
    meanError: major(Math.round(distances.reduce((sum, distance) => sum + distance, 0) / distances.length)),
    inside: compared.filter((each) => each.actual >= each.low && each.actual <= each.high).length,
  };
}

function emptyPurse(at: number, timeZone: string, seed: number, currency: string): HouseholdState {
  return {
    seed,
    timeZone,
    at,
    posted: at,
    accounts: [{ id: ALL, name: ALL, type: 'CHECKING', currency, balance: 0, accruedMicros: 0 }],
    cards: [],
    debts: [],
    autoDeposits: [],
    scheduledPayments: [],
    life: null,
    shocks: [],
    changes: [],
  };
}
