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
  const income = getIncome(scenarioRun);
  const owed = [...state.cards, ...state.debts].filter(({ currency }) => currency === RUN_CURRENCY);
  const debt = owed.reduce((sum, { balance }) => sum + Math.max(0, balance), 0);
  const { cash, investments, total } = computeNetWorth(getHoldings(state), new Exchange(RUN_CURRENCY));
  return { cash: cash - income, invested: investments, debt, netWorth: total - income };
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

type FigureContext = {
  state: HouseholdState;
  scenarioRun: ScenarioRun;
  of: string | undefined;
  day: DayNumber;
  worth: ReturnType<typeof computeWorth>;
  /**
   * `income` is the net amount of manual deposits from outside the scenario. `borrowed` is the unpaid balance
   * of new loans, or 0 if borrowed money counts toward the figure.
   */
  income: number;
  borrowed: number;
};

const FIGURES: Record<FigureOf['figure'], (context: FigureContext) => number | null> = {
  balance: ({ state, of, income, borrowed }) => {
    const account = state.accounts.find(({ id }) => id === of);
    return account ? account.balance - income - borrowed : null;
  },
  cash: ({ worth, borrowed }) => worth.cash - borrowed,
  net_worth: ({ worth }) => worth.netWorth,
  // Outside deposits and loans that exceed the current cash must have been invested.
  invested: ({ worth, borrowed }) => worth.invested + Math.min(0, worth.cash - borrowed),
  debt: ({ state: { cards, debts }, of, worth, income }) =>
    (of === undefined ? worth.debt : ([...cards, ...debts].find(({ id }) => id === of)?.balance ?? 0)) +
    income,
  interest_paid: ({ scenarioRun }) => scenarioRun.totals.interest,
  fees_paid: ({ scenarioRun }) => scenarioRun.totals.fees,
  income: ({ scenarioRun }) => scenarioRun.totals.income,
  spent: ({ scenarioRun: { totals }, of }) =>
    of === undefined ? totals.spent : (getOwn(totals.categories, of) ?? 0),
  utilization: ({ state, of }) => getUtilization(state, of),
  savings_rate: ({ scenarioRun: { totals } }) =>
    totals.income > 0 ? share(totals.income - totals.spent, totals.income) : null,
  goal: ({ state, of, income, borrowed }) => goalShare(state, of, income + borrowed),
  home_equity: ({ state }) => homeEquity(state),
  emergency_months: ({ state, scenarioRun, day, income, borrowed }) =>
    emergencyMonths(state, scenarioRun, day, income + borrowed),
  full_payments: ({ scenarioRun: { cards }, of }) =>
    of === undefined
      ? Math.max(0, ...Object.values(cards).map(({ mostInRow }) => mostInRow))
      : (cards[of]?.mostInRow ?? 0),
  late_fees: ({ scenarioRun }) => scenarioRun.totals.lateFees,
  failed_payments: ({ scenarioRun }) => scenarioRun.totals.failedPayments,
  days_late: ({ state, scenarioRun, day }) => daysLate(state, scenarioRun, day),
  credit_score: ({ state, scenarioRun, day }) => scoreAt(state, scenarioRun, day),
};

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
  const worth = computeWorth(state, scenarioRun);
  const borrowed = isAsked ? borrowedIn(state, scenarioRun) : 0;
  return FIGURES[figure]({ state, scenarioRun, of, day, worth, income: getIncome(scenarioRun), borrowed });
}

const getIncome = ({ totals }: ScenarioRun) => Math.max(0, totals.brought);

const borrowedIn = ({ debts }: HouseholdState, { borrowed }: ScenarioRun) =>
  debts.reduce((sum, { id, balance }) => sum + (borrowed.includes(id) ? Math.max(0, balance) : 0), 0);

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
