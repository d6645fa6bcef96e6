import { addMonths, type DayNumber, dayText, Zone } from '@engine/calendar/calendar.ts';
import { type Forecast, forecastOf } from '@engine/forecast/forecast.ts';
import {
  type ChargeRow,
  type SpendingRow,
  spendingOf,
  type TransactionRow,
} from '@engine/forecast/history.ts';
import type { HouseholdRow } from '@engine/household/row.ts';
import { stateOf } from '@engine/household/state.ts';
import { Exchange, type Rates } from '@engine/money/exchange.ts';
import { simulate } from '@engine/simulation/simulate.ts';
import type { HouseholdState } from '@engine/simulation/state.ts';
import { fromMinor, type Minor } from '@/lib/money';
import { type Layer, withLayers } from '../assumptions/assumptions';
import { type BackTest, backTestOf } from './back-test';
import { BACK_TEST_DAYS, nowOf } from './days';
import { type ForecastMonth, monthsOf } from './months';

export const RANGES = [
  { value: '30d', label: '30 days', days: 30, months: 0 },
  { value: '90d', label: '90 days', days: 90, months: 0 },
  { value: '6m', label: '6 months', days: 0, months: 6 },
  { value: '1y', label: '1 year', days: 0, months: 12 },
] as const;
export type Range = (typeof RANGES)[number]['value'];

/** How many futures are drawn. */
export const FUTURES = 200;

export type Question = {
  household: HouseholdRow;
  transactions: readonly TransactionRow[];
  charges: readonly ChargeRow[];
  layers: readonly Layer[];
  range: Range;
  currency: string;
  /** Only this account; null for all cash. */
  accountId: string | null;
  /** Exchange rates if other currencies are included; null for one currency. */
  rates: Rates | null;
};

type Point = { day: string; value: number };

/** The forecast of an account or of all cash. Major units, days `yyyy-MM-dd`. */
export type Answer = {
  currency: string;
  /** Null for all cash. */
  accountId: string | null;
  /** True if other currencies are included at today's rates. */
  isAll: boolean;
  today: string;
  lastDay: string;
  now: number;
  days: { day: string; known: number; median: number; low: number; high: number }[];
  /** The middle without what is imagined; null where that changes nothing. */
  asIs: Point[] | null;
  lowest: Point & { low: number };
  lowestAsIs: Point | null;
  /** The first day that ends below zero: in the middle, and at the lower edge of eight in ten futures. */
  firstBelow: { middle: string | null; low: string | null };
  belowZero: { accountId: string; day: string; probability: number; onlyImagined: boolean }[];
  noModel: string | null;
  leftOut: string[];
  inputs: { from: string | null; to: string | null; days: number; spendingDays: number; averageWeek: number };
  categories: { category: string | null; averageWeek: number; purchases: number; sum: number }[];
  months: ForecastMonth[];
  backTest: BackTest | null;
};

const major = (amount: number) => fromMinor(amount as Minor);

/** The whole screen from what the bank tells: pure, so that it runs in a worker, in a test or in place. */
export function answerOf(question: Question): Answer {
  const { household, layers, currency, accountId, rates, transactions, charges } = question;
  const zone = new Zone(household.time_zone);
  const begun = stateOf(household);
  const caughtUp = simulate({ ...begun, life: null, surprises: undefined }, nowOf(household), {
    record: false,
  }).state;
  // The forecast spends from the same account and card as the simulation.
  const state = { ...caughtUp, life: begun.life };
  const today = zone.dayOf(state.at);
  const history = spendingOf(transactions, charges, state);
  const options = { history, to: lastDayOf(today, question.range), paths: FUTURES, seed: household.seed };
  const which = { currency, ...(rates && { rates }), ...(accountId !== null && { accountId }) };
  const imagined = withLayers(state, layers, zone);
  const forecast = forecastOf({ ...options, ...which, state: imagined });
  const asIs = layers.length === 0 ? null : forecastOf({ ...options, ...which, state });
  const exchange = new Exchange(forecast.currency, rates ?? {});
  // Past spending in the currency of the forecast.
  const counted = history.flatMap((row) => {
    const own = currencyOf(state, row.productId);
    return own !== undefined && exchange.counts(own)
      ? [{ ...row, amount: exchange.worth(row.amount, own) }]
      : [];
  });
  const told = toldIds(state, exchange, accountId);
  return {
    ...shapeOf(forecast, asIs),
    accountId,
    isAll: rates !== null,
    today: dayText(today),
    now: major(balanceOf(state, exchange, told)),
    ...spendingModelOf(forecast, counted),
    months: monthsOf(imagined, forecast, told, exchange, new Set(layers.map(({ id }) => id))),
    backTest: backTestOf({
      history: counted,
      timeZone: household.time_zone,
      today,
      daysBack: BACK_TEST_DAYS,
      seed: household.seed,
      currency: forecast.currency,
    }),
  };
}

function lastDayOf(today: DayNumber, range: Range): DayNumber {
  const { days = 0, months = 0 } = RANGES.find(({ value }) => value === range) ?? {};
  return addMonths(today, months) + days;
}

function shapeOf(forecast: Forecast, asIs: Forecast | null) {
  const { days, lowest } = forecast;
  const lastDay = days.at(-1)?.day ?? 0;
  const dayWhere = (line: 'median' | 'low') => {
    const found = days.find((day) => day[line] < 0);
    return found ? dayText(found.day) : null;
  };
  const before = new Set(asIs?.belowZero.map(({ accountId }) => accountId));
  // An assumption on one account may leave another one unchanged.
  const apart = asIs?.days.some(({ median }, index) => median !== days[index]?.median) ? asIs : null;
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
    asIs: apart?.days.map(({ day, median }) => ({ day: dayText(day), value: major(median) })) ?? null,
    lowest: { ...pointOf(lowest.median), low: major(Math.min(...days.map(({ low }) => low))) },
    lowestAsIs: apart ? pointOf(apart.lowest.median) : null,
    firstBelow: { middle: dayWhere('median'), low: dayWhere('low') },
    belowZero: forecast.belowZero
      .filter(({ day }) => day <= lastDay)
      .map(({ accountId, day, probability }) => ({
        accountId,
        day: dayText(day),
        probability,
        onlyImagined: asIs !== null && !before.has(accountId),
      })),
    noModel: forecast.noModel,
    leftOut: forecast.leftOut,
  };
}

function pointOf({ day, amount }: { day: DayNumber; amount: number }): Point {
  return { day: dayText(day), value: major(amount) };
}

function spendingModelOf({ inputs }: Forecast, history: readonly SpendingRow[]) {
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
        sum: major(own.reduce((sum, { amount }) => sum + amount, 0)),
      };
    }),
  };
}

function currencyOf(state: HouseholdState, productId: string): string | undefined {
  return [...state.accounts, ...state.cards].find(({ id }) => id === productId)?.currency;
}

function toldIds(state: HouseholdState, exchange: Exchange, accountId: string | null): Set<string> {
  const cash = state.accounts.filter(
    (account) => !account.closed && account.type !== 'INVESTMENT' && exchange.counts(account.currency),
  );
  return new Set(accountId === null ? cash.map(({ id }) => id) : [accountId]);
}

function balanceOf({ accounts }: HouseholdState, exchange: Exchange, told: ReadonlySet<string>): number {
  return accounts.reduce(
    (sum, { id, balance, currency }) => (told.has(id) ? sum + exchange.worth(balance, currency) : sum),
    0,
  );
}
