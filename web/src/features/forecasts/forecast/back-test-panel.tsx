import { type DayNumber, dayText, Zone } from '@engine/calendar/calendar.ts';
import { buildForecast } from '@engine/forecast/forecast.ts';
import type { SpendingRow } from '@engine/forecast/history.ts';
import { addMinor, fromMinor, type Minor, negateMinor, roundMinor, ZERO } from '@engine/money/minor.ts';
import type { HouseholdState } from '@engine/simulation/state.ts';
import { useMemo } from 'react';
import { BACK_TEST_DAYS } from '@/entities/household/days';
import { formatTextDate } from '@/lib/dates';
import { formatMoney } from '@/lib/money';
import { ForecastChart, type ForecastLine } from '@/ui/charts/forecast-chart';
import { Money } from '@/ui/money';
import { Section } from '@/ui/page';

/** Cumulative daily spending since the forecast day, both forecast and actual, in major units. */
type BackTest = ReturnType<typeof getBackTest>;

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
    state: createDemoChecking(new Zone(timeZone).getStart(from), timeZone, seed, currency),
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

function createDemoChecking(at: number, timeZone: string, seed: number, currency: string): HouseholdState {
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
    spendingProfile: null,
    shocks: [],
    changes: [],
  };
}

export function BackTestPanel({ backTest, currency }: { backTest: BackTest; currency: string }) {
  const lines = useMemo(() => getLines(backTest), [backTest]);
  if (!backTest)
    return (
      <Section title="Forecast accuracy">
        <p className="max-w-152 text-ink-2">
          There wasn't enough spending {BACK_TEST_DAYS} days ago to test the forecast. Check back later.
        </p>
      </Section>
    );
  const { from, days, meanError, inside } = backTest;
  const since = formatTextDate(from);
  const last = days.at(-1);
  return (
    <Section title="Forecast accuracy">
      <p className="max-w-152 text-ink-2">
        Here's what we would have predicted on {since} compared with what you spent. This covers purchases
        from accounts and cards only.
      </p>
      <div className="mt-6 grid grid-cols-1 gap-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,2fr)] lg:gap-16">
        <div>
          <p className="text-ink-3 text-sm">Average error</p>
          <p>
            <Money amount={meanError} currency={currency} size="panel" />
          </p>
          <p className="text-ink-2 text-sm">
            The average daily difference between the two lines. On {inside} of {days.length} days, actual
            spending was within the 80% range.
          </p>
        </div>
        <ForecastChart
          label={`Spent since ${since}`}
          lines={lines}
          band={days}
          currency={currency}
          height={220}
          summary={
            last
              ? `Since ${since}, you spent ${formatMoney(last.actual, currency)}. We predicted ${formatMoney(last.median, currency)}, with an 80% range of ${formatMoney(last.low, currency)} to ${formatMoney(last.high, currency)}.`
              : ''
          }
        />
      </div>
    </Section>
  );
}

function getLines(backTest: BackTest): ForecastLine[] {
  const days = backTest?.days ?? [];
  return [
    { name: 'Spent', kind: 'past', points: days.map(({ day, actual }) => ({ day, value: actual })) },
    { name: 'Predicted', kind: 'expected', points: days.map(({ day, median }) => ({ day, value: median })) },
  ];
}
