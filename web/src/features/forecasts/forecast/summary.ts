import { dayText, lastDayOfMonth, Zone } from '@engine/calendar/calendar.ts';
import { buildForecast } from '@engine/forecast/forecast.ts';
import { FREE_KINDS } from '@engine/forecast/history.ts';
import { knownFuture } from '@engine/forecast/known-future.ts';
import { listUpcoming, type Upcoming } from '@engine/forecast/upcoming.ts';
import type { HouseholdRow } from '@engine/household/row.ts';
import { Exchange, type Rates } from '@engine/money/exchange.ts';
import { addMinor, fromMinor, markMinor, sumMinor, toMinor } from '@engine/money/minor.ts';
import { computeCertificateYield } from '@engine/products/accounts/certificate-terms.ts';
import { annualPercentageYield, shiftTiers } from '@engine/products/accounts/savings-terms.ts';
import { getDebtTerms, getOutcome } from '@engine/products/debts/debt-plans.ts';
import { savingsTiers, shockSize } from '@engine/products/rates.ts';
import type { DebtState } from '@engine/simulation/state.ts';
import { extraByRules, monthlyRules } from '@/entities/debt/data/plan';
import { type ForecastData, FUTURES, prepareForecast } from './calculation';

/** The number of days that the dashboard looks ahead. */
export const SUMMARY_DAYS = 90;
/** The number of one-time events of each direction in time. The chart labels only those that fit. */
const MOST_EVENTS = 12;

export type SummaryQuestion = ForecastData & { currency: string; rates: Rates };

/** A large one-time expense, in major units of its currency. */
export type LargeEvent = { day: string; name: string; amount: number; currency: string };

export type ForecastSummary = ReturnType<typeof getSummary>;

/**
 * Computes the dashboard's forecast: net worth, the accounts that pay bills, large expenses, and the rest of
 * the current month. Uses the same simulated futures as the forecast page. Amounts are in major units.
 */
export function getSummary(question: SummaryQuestion) {
  const { household, currency, rates } = question;
  const { state, zone, today, options } = prepareForecast(question);
  const to = today + SUMMARY_DAYS;
  const future = knownFuture(state, to, { hasHoldings: true });
  const shared = { ...options, state, to, future };
  const { netWorth, noModel, inputs } = buildForecast({ ...shared, currency, rates });
  const upcoming = listUpcoming(household, SUMMARY_DAYS);
  const payers = new Set(upcoming.flatMap(({ account, toAccount }) => [account, toAccount]));
  const exchange = new Exchange(currency, rates);
  const monthEnd = lastDayOfMonth(today);
  const restOfMonth = upcoming.filter(({ at }) => zone.getDay(at) <= monthEnd);
  const atMonthEnd = netWorth?.find(({ day }) => day === monthEnd);
  const tiers = shiftTiers(savingsTiers(today), shockSize(state, 'rate_change', today));
  const usualSpending = atMonthEnd ? atMonthEnd.known - atMonthEnd.median : 0;
  const sum = (getAmount: (item: Upcoming) => number) =>
    sumMinor(restOfMonth, (item) => exchange.worth(toMinor(getAmount(item)), item.currency));
  return {
    currency,
    today: dayText(today),
    noModel: noModel !== null,
    daysAnalyzed: inputs.days,
    simulations: FUTURES,
    netWorth: (netWorth ?? []).map(({ day, known, median, low, high }) => ({
      day: dayText(day),
      known: fromMinor(known),
      value: fromMinor(median),
      low: fromMinor(low),
      high: fromMinor(high),
    })),
    accounts: state.accounts
      .filter(
        ({ id, type, closed }) => !closed && (type === 'CHECKING' || (type === 'SAVINGS' && payers.has(id))),
      )
      .map(({ id, name, type, currency: own }) => {
        const { days, lowest } = buildForecast({ ...shared, accountId: id });
        return {
          id,
          name,
          type,
          currency: own,
          lowest: { day: dayText(lowest.median.day), value: fromMinor(lowest.median.amount) },
          days: days.map(({ day, median }) => ({ day: dayText(day), value: fromMinor(median) })),
        };
      }),
    /** The annual percentage yield of each savings account and CD, in percent, by account id. */
    yields: Object.fromEntries([
      ...state.accounts
        .filter(({ type, closed, balance }) => type === 'SAVINGS' && !closed && balance > 0)
        .map(({ id, balance }) => [id, annualPercentageYield(balance, tiers)]),
      ...state.accounts.flatMap(({ id, closed, certificate }) =>
        certificate && !closed ? [[id, computeCertificateYield(certificate.rate)]] : [],
      ),
    ]),
    /** The day on which each CD matures, by account id. */
    maturities: Object.fromEntries(
      state.accounts.flatMap(({ id, closed, certificate }) =>
        certificate && !closed ? [[id, dayText(certificate.maturesOn)]] : [],
      ),
    ),
    /** The day of the last payment of each fixed-rate debt under its current payments, by debt id. */
    payoffDays: Object.fromEntries(
      state.debts.flatMap((debt) => {
        const day = debt.variable ? null : getLastPayment(debt, household);
        return day === null ? [] : [[debt.id, dayText(day)]];
      }),
    ),
    /** Income and spending that are still expected in the current month. */
    restOfMonth: {
      income: fromMinor(sum(({ amount, toAccount }) => (toAccount === null ? Math.max(0, amount) : 0))),
      spending: fromMinor(
        addMinor(
          sum(({ spending }) => spending),
          markMinor(usualSpending),
        ),
      ),
    },
    events: {
      past: getLargest(getPastExpenses(question)),
      ahead: getLargest(getBills(upcoming, zone)),
    },
  };
}

function getLastPayment(debt: DebtState, household: HouseholdRow) {
  const byRules = extraByRules(
    { autopay: debt.autopay, payment: fromMinor(markMinor(debt.payment)) },
    monthlyRules(debt, household),
  );
  return getOutcome(getDebtTerms(debt), { extra: (debt.autopay?.extra ?? 0) + byRules }).lastDay;
}

function getPastExpenses({ household, transactions, charges }: SummaryQuestion): LargeEvent[] {
  const zone = new Zone(household.time_zone);
  const currencies = new Map(
    [...household.accounts, ...household.cards].map(({ id, currency }) => [id, currency]),
  );
  const rows = [
    ...transactions
      .filter(({ kind }) => FREE_KINDS.has(kind))
      .map(({ account_id, merchant, description, ...row }) => ({
        ...row,
        id: account_id,
        at: row.date,
        name: description ?? merchant,
      })),
    ...charges.map(({ card_id, description = null, ...row }) => ({ ...row, id: card_id, name: description })),
  ];
  return rows.flatMap(({ id, at, name, amount }) => {
    const currency = currencies.get(id);
    return name && currency
      ? [{ day: dayText(zone.getDay(Date.parse(at))), name, amount: -amount, currency }]
      : [];
  });
}

/** Returns upcoming expenses. Debt payments count with their interest only, so they aren't expenses here. */
function getBills(upcoming: readonly Upcoming[], zone: Zone): LargeEvent[] {
  return upcoming
    .filter(({ spending, amount }) => spending > 0 && spending === -amount)
    .map(({ at, name, amount, currency }) => ({ day: dayText(zone.getDay(at)), name, amount, currency }));
}

/** Returns the largest expenses whose names occur only once, because the customer expects repeated ones. */
function getLargest(events: readonly LargeEvent[]): LargeEvent[] {
  const counts = new Map<string, number>();
  for (const { name } of events) counts.set(name, (counts.get(name) ?? 0) + 1);
  return events
    .filter(({ name }) => counts.get(name) === 1)
    .toSorted((left, right) => left.amount - right.amount)
    .slice(0, MOST_EVENTS);
}
