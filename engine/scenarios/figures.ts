import type { DayNumber } from '../calendar/calendar.ts';
import { computeNetWorth, getHoldings } from '../insights/net-worth.ts';
import { roundHalfAway } from '../money/amortization.ts';
import { Exchange } from '../money/exchange.ts';
import { getOwn } from '../money/lookup.ts';
import type { HouseholdState } from '../simulation/state.ts';
import { scoreAt } from './run-credit.ts';
import { type FigureOf, RUN_CURRENCY, type RunPoint, type ScenarioRun } from './run-state.ts';

const DAYS_A_MONTH = 365 / 12;

/**
 * Returns net worth and its parts, minus the customer's deposits from outside the scenario. Amounts are in
 * minor units.
 */
export function computeWorth(state: HouseholdState, scenarioRun: ScenarioRun) {
  const accounts = state.accounts.filter(({ currency, closed }) => currency === RUN_CURRENCY && !closed);
  const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);
  const cash =
    sum(accounts.filter(({ type }) => type !== 'INVESTMENT').map(({ balance }) => balance)) -
    getIncome(scenarioRun);
  const invested = sum(accounts.filter(({ type }) => type === 'INVESTMENT').map(({ balance }) => balance));
  const debt = sum(owedOn(state).map(({ balance }) => balance));
  const { total } = computeNetWorth(getHoldings(state), new Exchange(RUN_CURRENCY));
  return { cash, invested, debt, netWorth: total - getIncome(scenarioRun) };
}

/** Returns the run's values at the end of a day. */
export function getPoint(state: HouseholdState, scenarioRun: ScenarioRun, day: DayNumber): RunPoint {
  const { brought: _, categories: __, ...totals } = scenarioRun.totals;
  const { accounts, cards, debts } = state;
  const balances = Object.fromEntries(
    [...accounts, ...cards, ...debts].map(({ id, balance }) => [id, balance]),
  );
  return { day, ...computeWorth(state, scenarioRun), balances, ...totals };
}

/**
 * Returns a figure on a day. If `isAsked` is true, the figure is for an objective, so borrowed money doesn't
 * count. Dollars are in minor units; percentages and counts are rounded to hundredths.
 */
export function readFigure(
  state: HouseholdState,
  scenarioRun: ScenarioRun,
  { figure, of }: FigureOf,
  { day, isAsked }: { day: DayNumber; isAsked: boolean },
): number | null {
  const { totals } = scenarioRun;
  const income = getIncome(scenarioRun);
  const borrowed = isAsked ? borrowedIn(state, scenarioRun) : 0;
  const worth = computeWorth(state, scenarioRun);
  switch (figure) {
    case 'balance': {
      const account = state.accounts.find(({ id }) => id === of);
      return account ? account.balance - income - borrowed : null;
    }
    case 'cash':
      return worth.cash - borrowed;
    case 'net_worth':
      return worth.netWorth;
    case 'invested':
      // Outside deposits and loans that exceed the current cash must have been invested.
      return worth.invested + Math.min(0, worth.cash - borrowed);
    case 'debt':
      return of === undefined
        ? worth.debt + income
        : ([...state.cards, ...state.debts].find(({ id }) => id === of)?.balance ?? 0) + income;
    case 'interest_paid':
      return totals.interest;
    case 'fees_paid':
      return totals.fees;
    case 'income':
      return totals.income;
    case 'spent':
      return of === undefined ? totals.spent : (getOwn(totals.categories, of) ?? 0);
    case 'utilization':
      return getUtilization(state, of);
    case 'savings_rate':
      return totals.income > 0 ? share(totals.income - totals.spent, totals.income) : null;
    case 'goal':
      return goalShare(state, of, income + borrowed);
    case 'home_equity':
      return homeEquity(state);
    case 'emergency_months':
      return emergencyMonths(state, scenarioRun, day, income + borrowed);
    case 'full_payments':
      return of === undefined
        ? Math.max(0, ...Object.values(scenarioRun.cards).map(({ mostInRow }) => mostInRow))
        : (scenarioRun.cards[of]?.mostInRow ?? 0);
    case 'late_fees':
      return totals.lateFees;
    case 'failed_payments':
      return totals.failedPayments;
    case 'days_late':
      return daysLate(state, scenarioRun, day);
    case 'credit_score':
      return scoreAt(state, scenarioRun, day);
  }
}

const getIncome = ({ totals }: ScenarioRun) => Math.max(0, totals.brought);

const borrowedIn = ({ debts }: HouseholdState, { borrowed }: ScenarioRun) =>
  debts.reduce((sum, { id, balance }) => sum + (borrowed.includes(id) ? Math.max(0, balance) : 0), 0);

const owedOn = (state: HouseholdState) =>
  [...state.cards, ...state.debts].filter(
    ({ currency, balance }) => currency === RUN_CURRENCY && balance > 0,
  );

/** Returns a ratio in percent, rounded to hundredths. */
const share = (part: number, whole: number) => roundHalfAway((part * 10_000) / whole) / 100;

function getUtilization({ cards }: HouseholdState, of: string | undefined): number | null {
  const counted = cards.filter(
    ({ id, currency }) => currency === RUN_CURRENCY && (of === undefined || id === of),
  );
  const limit = counted.reduce((sum, card) => sum + card.limit, 0);
  const used = counted.reduce((sum, { balance }) => sum + Math.max(0, balance), 0);
  return limit > 0 ? share(used, limit) : null;
}

function goalShare(
  { goals, accounts }: HouseholdState,
  of: string | undefined,
  unearned: number,
): number | null {
  const goal = goals?.find(({ id }) => id === of);
  const account = accounts.find(({ id }) => id === goal?.accountId);
  if (!goal || !account) return null;
  return share(Math.max(0, (goal.portion ?? account.balance) - unearned), goal.target);
}

function homeEquity({ debts }: HouseholdState): number | null {
  const homes = debts.filter(({ property }) => property);
  const worth = homes.reduce((sum, { property }) => sum + (property?.value ?? 0), 0);
  const owed = homes.reduce((sum, { balance }) => sum + Math.max(0, balance), 0);
  return worth > 0 ? share(worth - owed, worth) : null;
}

/**
 * Returns the number of months of spending that the savings cover. Returns null in the first four weeks, when
 * there is too little data.
 */
function emergencyMonths(
  { accounts }: HouseholdState,
  { begins, totals }: ScenarioRun,
  day: DayNumber,
  unearned: number,
): number | null {
  const days = day - begins + 1;
  if (days < 28 || totals.spent <= 0) return null;
  const saved = accounts
    .filter(({ type, closed, currency }) => type === 'SAVINGS' && !closed && currency === RUN_CURRENCY)
    .reduce((sum, { balance }) => sum + balance, -unearned);
  const monthly = (totals.spent / days) * DAYS_A_MONTH;
  return roundHalfAway((Math.max(0, saved) / monthly) * 100) / 100;
}

function daysLate({ debts }: HouseholdState, { cards }: ScenarioRun, day: DayNumber): number {
  const since = [
    ...Object.values(cards).map(({ lateSince }) => lateSince),
    ...debts.map(({ arrears }) => arrears[0]?.due ?? null),
  ];
  return Math.max(0, ...since.map((due) => (due === null ? 0 : day - due)));
}
