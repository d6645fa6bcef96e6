import { addMonths, type DayNumber, dayText, Zone } from '@engine/calendar/calendar.ts';
import { getBackTest } from '@engine/forecast/back-test.ts';
import { BACK_TEST_DAYS } from '@engine/forecast/back-test-days.ts';
import { buildForecast, type Forecast } from '@engine/forecast/forecast.ts';
import {
  type ChargeRow,
  getSpending,
  type SpendingRow,
  type TransactionRow,
} from '@engine/forecast/history.ts';
import type { HouseholdRow } from '@engine/household/row.ts';
import { buildHouseholdState } from '@engine/household/state.ts';
import { Exchange, type Rates } from '@engine/money/exchange.ts';
import { fromMinor, type Minor, minMinor, sumMinor, ZERO } from '@engine/money/minor.ts';
import { isCashAccount } from '@engine/products/accounts/account-types.ts';
import { withoutSurprises } from '@engine/simulation/shocks.ts';
import { simulate } from '@engine/simulation/simulate.ts';
import type { HouseholdState } from '@engine/simulation/state.ts';
import { getNow } from '@/entities/household/days';
import { type Assumption, withAssumptions } from '../assumptions/assumptions';
import { getMonths } from './month-list';

export const RANGES = [
  { value: '30d', label: '30 days', days: 30, months: 0 },
  { value: '90d', label: '90 days', days: 90, months: 0 },
  { value: '6m', label: '6 months', days: 0, months: 6 },
  { value: '1y', label: '1 year', days: 0, months: 12 },
] as const;
export type Range = (typeof RANGES)[number]['value'];

export const FUTURES = 200;

/** The household and its past spending, as the bank returns them. */
export type ForecastData = {
  household: HouseholdRow;
  transactions: readonly TransactionRow[];
  charges: readonly ChargeRow[];
};

export type Question = ForecastData & {
  layers: readonly Assumption[];
  range: Range;
  currency: string;
  /** Limits the forecast to this account; null for all cash. */
  accountId: string | null;
  /** Exchange rates if other currencies are included; null for one currency. */
  rates: Rates | null;
};

/** The forecast of an account or of all cash. Amounts are in major units, and days are `yyyy-MM-dd`. */
export type Answer = ReturnType<typeof getAnswer>;

const major = (amount: Minor) => fromMinor(amount);

/**
 * Returns the household at its current time and the options that all forecasts share, so that all screens
 * show the same forecast.
 */
export function prepareForecast({ household, transactions, charges }: ForecastData) {
  const zone = new Zone(household.time_zone);
  const initial = buildHouseholdState(household);
  const caughtUp = simulate({ ...withoutSurprises(initial), spendingProfile: null }, getNow(household), {
    record: false,
  }).state;
  // The forecast spends from the same account and card as the simulation.
  const state = { ...caughtUp, spendingProfile: initial.spendingProfile };
  const today = zone.getDay(state.at);
  const history = getSpending(transactions, charges, state);
  return { state, zone, today, options: { history, paths: FUTURES, seed: household.seed } };
}

/**
 * Computes all values of the forecast page from the bank's data. The function is pure, so that workers and
 * tests can run it.
 */
export function getAnswer(question: Question) {
  const { household, layers, currency, accountId, rates } = question;
  const { state, zone, today, options: shared } = prepareForecast(question);
  const { history } = shared;
  const options = { ...shared, to: getLastDay(today, question.range) };
  const which = { currency, ...(rates && { rates }), ...(accountId !== null && { accountId }) };
  const imagined = withAssumptions(state, layers, zone);
  const forecast = buildForecast({ ...options, ...which, state: imagined });
  const baseline = layers.length === 0 ? null : buildForecast({ ...options, ...which, state });
  const exchange = new Exchange(forecast.currency, rates ?? {});
  // Includes only past spending in the forecast's currency.
  const counted = history.flatMap((row) => {
    const own = getCurrency(state, row.productId);
    return own !== undefined && exchange.counts(own)
      ? [{ ...row, amount: exchange.worth(row.amount, own) }]
      : [];
  });
  const includedIds = getIncludedIds(state, exchange, accountId);
  return {
    ...getShape(forecast, baseline),
    /** Null for all cash. */
    accountId,
    /** True if other currencies are included at today's rates. */
    isAll: rates !== null,
    today: dayText(today),
    now: major(getBalance(state, exchange, includedIds)),
    ...getSpendingModel(forecast, counted),
    months: getMonths(imagined, forecast, includedIds, exchange, new Set(layers.map(({ id }) => id))),
    backTest: getBackTest({
      history: counted,
      timeZone: household.time_zone,
      today,
      daysBack: BACK_TEST_DAYS,
      seed: household.seed,
      currency: forecast.currency,
    }),
  };
}

function getLastDay(today: DayNumber, range: Range): DayNumber {
  const { days = 0, months = 0 } = RANGES.find(({ value }) => value === range) ?? {};
  return addMonths(today, months) + days;
}

function getShape(forecast: Forecast, baseline: Forecast | null) {
  const { days, lowest } = forecast;
  const lastDay = days.at(-1)?.day ?? 0;
  const dayWhere = (line: 'median' | 'low') => {
    const firstBelow = days.find((day) => day[line] < 0);
    return firstBelow ? dayText(firstBelow.day) : null;
  };
  const before = new Set(baseline?.belowZero.map(({ accountId }) => accountId));
  // An assumption on one account might not affect another account.
  const apart = baseline?.days.some(({ median }, index) => median !== days[index]?.median) ? baseline : null;
  return {
    currency: forecast.currency,
    lastDay: dayText(lastDay),
    days: days.map(({ day, known, median, low, high }) => ({
      day: dayText(day),
      known: major(known),
      median: major(median),
      low: major(low),
      high: major(high),
    })),
    /** The median without assumptions; null if the assumptions don't change it. */
    baseline: apart?.days.map(({ day, median }) => ({ day: dayText(day), value: major(median) })) ?? null,
    lowest: { ...getPoint(lowest.median), low: major(minMinor(...days.map(({ low }) => low))) },
    lowestAsIs: apart ? getPoint(apart.lowest.median) : null,
    /** The first days that end below zero, at the median and at the lower edge of the 80% band. */
    firstBelow: { middle: dayWhere('median'), low: dayWhere('low') },
    belowZero: forecast.belowZero
      .filter(({ day }) => day <= lastDay)
      .map(({ accountId, day, probability }) => ({
        accountId,
        day: dayText(day),
        probability,
        onlyImagined: baseline !== null && !before.has(accountId),
      })),
    noModel: forecast.noModel,
    leftOut: forecast.leftOut,
  };
}

function getPoint({ day, amount }: { day: DayNumber; amount: Minor }) {
  return { day: dayText(day), value: major(amount) };
}

function getSpendingModel({ inputs }: Forecast, history: readonly SpendingRow[]) {
  const { from, to, days, spendingDays, averageWeek } = inputs;
  const learned = history.filter(
    ({ day, isRule, amount }) =>
      from !== null && to !== null && day >= from && day <= to && !isRule && amount > 0,
  );
  return {
    inputs: {
      from: from === null ? null : dayText(from),
      to: to === null ? null : dayText(to),
      days,
      spendingDays,
      averageWeek: major(averageWeek),
    },
    categories: inputs.categories.map(({ category, averageWeek: week }) => {
      const own = learned.filter((row) => row.category === category);
      return {
        category,
        averageWeek: major(week),
        purchases: own.length,
        sum: major(own.reduce((sum, { amount }) => sum + amount, 0) as Minor),
      };
    }),
  };
}

function getCurrency(state: HouseholdState, productId: string): string | undefined {
  return [...state.accounts, ...state.cards].find(({ id }) => id === productId)?.currency;
}

function getIncludedIds(state: HouseholdState, exchange: Exchange, accountId: string | null): Set<string> {
  const cash = state.accounts.filter(
    (account) => !account.closed && isCashAccount(account) && exchange.counts(account.currency),
  );
  return new Set(accountId === null ? cash.map(({ id }) => id) : [accountId]);
}

function getBalance(
  { accounts }: HouseholdState,
  exchange: Exchange,
  includedIds: ReadonlySet<string>,
): Minor {
  return sumMinor(accounts, ({ id, balance, currency }) =>
    includedIds.has(id) ? exchange.worth(balance, currency) : ZERO,
  );
}
