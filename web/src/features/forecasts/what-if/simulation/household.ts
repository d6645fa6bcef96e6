import { getDay as calendarDay, type DayNumber, getDate } from '@engine/calendar/calendar.ts';
import type { HouseholdRow } from '@engine/household/row.ts';

/** Products that decisions can refer to. Amounts in minor units. */
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
    ...debts.map(({ id, name, currency, balance, rate }) => ({
      id,
      name,
      currency,
      balance,
      rate,
      isCard: false,
    })),
    ...cards
      .filter(({ autopay }) => autopay !== 'statement')
      .map(({ id, name, currency, balance, apr }) => ({
        id,
        name,
        currency,
        balance,
        rate: apr,
        isCard: true,
      })),
  ]
    .filter((owed) => owed.balance > 0 && owed.currency === currency)
    .sort((one, other) => other.balance - one.balance);
}

/** Open accounts in one currency. */
export function openAccounts({ accounts }: HouseholdRow, currency: string) {
  return accounts.filter((account) => !account.closed && account.currency === currency);
}

/** The default source of payments: the checking account with the highest balance. */
export function usualAccount(row: HouseholdRow, currency: string) {
  const open = openAccounts(row, currency);
  const checking = open.filter(({ type }) => type === 'CHECKING');
  return (checking.length > 0 ? checking : open).toSorted((one, other) => other.balance - one.balance)[0];
}

/** Auto deposits and scheduled payments. */
export function getRules({ auto_deposits, scheduled_payments }: HouseholdRow): RuleChoice[] {
  return [
    ...auto_deposits.map(({ id, name, amount }) => ({ id, name, amount, isIncome: true })),
    ...scheduled_payments.map(({ id, name, amount }) => ({ id, name, amount, isIncome: false })),
  ];
}

export function getName(row: HouseholdRow, id: string | undefined): string {
  const all = [...row.accounts, ...row.cards, ...row.debts, ...row.auto_deposits, ...row.scheduled_payments];
  return all.find((one) => one.id === id)?.name ?? 'a deleted product';
}

/** Returns the first day of the next month. */
export function nextMonth(day: DayNumber): DayNumber {
  const { year, month } = getDate(day);
  return month === 12 ? calendarDay(year + 1, 1, 1) : calendarDay(year, month + 1, 1);
}
