import { addMonths, getDay as calendarDay, type DayNumber, getDate } from '@engine/calendar/calendar.ts';
import type { SpendingRow } from '@engine/forecast/history.ts';
import { spendingModel } from '@engine/forecast/spending.ts';
import type { HouseholdRow } from '@engine/household/row.ts';
import { buildHouseholdState } from '@engine/household/state.ts';
import type { Rates } from '@engine/money/exchange.ts';
import {
  type BandPoint,
  compareStrategies,
  type StrategyResult,
  simulateBand,
} from '@engine/what-if/comparison.ts';
import { type Decision, type Projection, simulateWhatIf } from '@engine/what-if/what-if.ts';
import { getNow, getToday } from '@/entities/household/days';

/** A debt or card to which a decision can refer. Amounts are in minor units. */
export type Owed = {
  id: string;
  name: string;
  currency: string;
  balance: number;
  rate: number;
  isCard: boolean;
};
type RuleChoice = { id: string; name: string; amount: number | null; isIncome: boolean };

/** Returns loans, mortgages, and cards with revolving balances in one currency, largest first. */
export function getOwed({ debts, cards }: HouseholdRow, currency: string): Owed[] {
  return [
    ...debts.map((debt) => ({ ...debt, isCard: false })),
    ...cards
      .filter(({ autopay }) => autopay !== 'statement')
      .map((card) => ({ ...card, rate: card.apr, isCard: true })),
  ]
    .filter((owed) => owed.balance > 0 && owed.currency === currency)
    .sort((left, right) => right.balance - left.balance);
}

export function openAccounts({ accounts }: HouseholdRow, currency: string) {
  return accounts.filter(
    (account) => !account.closed && account.type !== 'CD' && account.currency === currency,
  );
}

/** Returns the open CDs, with money in them. */
export const getCertificates = ({ accounts }: HouseholdRow, currency: string) =>
  accounts.filter(
    ({ closed, type, balance, currency: own }) => !closed && type === 'CD' && balance > 0 && own === currency,
  );

/** Returns the accounts that can have a plan. */
export const getPlanAccounts = (row: HouseholdRow, currency: string) =>
  openAccounts(row, currency).filter(({ type }) => type === 'CHECKING' || type === 'SAVINGS');

/** Returns the loans and mortgages with installments, largest first. */
export function getInstallmentDebts(row: HouseholdRow, currency: string): Owed[] {
  const lines = new Set(row.debts.filter(({ line }) => line).map(({ id }) => id));
  return getOwed(row, currency).filter(({ id, isCard }) => !isCard && !lines.has(id));
}

/** Returns the default source of payments: the checking account with the highest balance. */
export function usualAccount(row: HouseholdRow, currency: string) {
  const open = openAccounts(row, currency);
  const checking = open.filter(({ type }) => type === 'CHECKING');
  return (checking.length > 0 ? checking : open).toSorted((left, right) => right.balance - left.balance)[0];
}

/** Returns the auto deposits and scheduled payments. */
export function getRules({ auto_deposits, scheduled_payments }: HouseholdRow): RuleChoice[] {
  return [
    ...auto_deposits.map(({ id, name, amount }) => ({ id, name, amount, isIncome: true })),
    ...scheduled_payments.map(({ id, name, amount }) => ({ id, name, amount, isIncome: false })),
  ];
}

export function getName(row: HouseholdRow, id: string | undefined): string {
  const all = [...row.accounts, ...row.cards, ...row.debts, ...row.auto_deposits, ...row.scheduled_payments];
  return all.find((product) => product.id === id)?.name ?? 'a deleted product';
}

/** Returns the first day of the next month. */
export function nextMonth(day: DayNumber): DayNumber {
  const { year, month } = getDate(day);
  return month === 12 ? calendarDay(year + 1, 1, 1) : calendarDay(year, month + 1, 1);
}

/** The input of a projection, as plain data for a worker. */
export type ProjectionInput = {
  row: HouseholdRow;
  years: number;
  /** The last day of the projection. Set for what-ifs that start in the past. */
  until?: DayNumber;
  currency: string;
  /** Today's exchange rates. */
  rates: Rates;
  /** The past spending, for households that have no spending profile. */
  history: readonly SpendingRow[];
};

/** The result of each worker task. */
export type Results = { projection: Projection; band: BandPoint[]; strategies: StrategyResult[] };
export type DebtBudget = { monthly: number; accountId: string; order: string[]; on: number };
export type Task =
  | { task: 'projection' | 'band'; decisions: readonly Decision[] }
  | { task: 'strategies'; budget: DebtBudget };

const MONTHS_A_YEAR = 12;

/** Projects a household one or more times. `onMonth` receives the number of finished months and the total. */
export function perform(
  { row, years, until, currency, rates, history }: ProjectionInput,
  task: Task,
  onMonth: (done: number, total: number) => void,
): Results[keyof Results] {
  const state = buildHouseholdState(row);
  const today = getToday(row);
  const { model } = spendingModel(history, today);
  const options = {
    currency,
    rates,
    now: getNow(row),
    ...(model && { spending: model }),
    onMonth: (done: number, total: number) => {
      onMonth(done, total);
      return true;
    },
  };
  if (task.task === 'strategies') return compareStrategies(state, task.budget, options);
  const to = until ?? addMonths(today, years * MONTHS_A_YEAR);
  const simulate = task.task === 'band' ? simulateBand : simulateWhatIf;
  return simulate(state, [...task.decisions], to, options);
}
