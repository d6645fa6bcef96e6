import { dayText, parseDay } from '@engine/calendar/calendar.ts';
import { type Candidate, plainName, regularPayments } from '@engine/insights/recurring-payments.ts';
import { toMinor } from '@/lib/money';
import type { SpendingRow } from '../queries';

/** A recurring payment, in minor units. */
export type Subscription = {
  key: string;
  name: string;
  currency: string;
  frequency: Candidate['frequency'];
  amount: number;
  yearly: number;
  nextDay: string;
  why: string;
  /** The last price increase: the old price and the day of the change. */
  rise: { from: number; since: string; yearly: number } | null;
};

const TIMES_A_YEAR: Record<Candidate['frequency'], number> = {
  WEEKLY: 52,
  BIWEEKLY: 26,
  MONTHLY: 12,
  QUARTERLY: 4,
  ANNUALLY: 1,
};
/** A price counts if it was charged this often. */
const PRICE_AFTER = 2;
/** Purchases and bills. Debts have their own pages. */
const KINDS = ['card_charge', 'withdrawal', 'payment'];

/** Finds monthly and yearly payments with a stable price, most expensive first. */
export function getSubscriptions(
  rows: readonly SpendingRow[],
  currency: string,
  today: string,
): Subscription[] {
  const own = rows.filter(
    (row) => row.currency === currency && row.amount > 0 && KINDS.includes(row.kind) && getName(row),
  );
  const payments = own.map((row) => ({
    day: parseDay(row.day),
    name: getName(row),
    amount: toMinor(row.amount),
    currency,
    accountId: row.account_id ?? row.card_id ?? '',
    toAccountId: null,
    categoryId: row.category_id,
  }));
  return regularPayments(payments, [], parseDay(today))
    .filter(({ frequency, confidence }) => !frequency.endsWith('WEEKLY') && confidence !== 'low')
    .map((candidate) => {
      const { key, name, frequency, amount, nextDay, why } = candidate;
      const yearly = amount * TIMES_A_YEAR[frequency];
      const series = payments.filter((payment) => plainName(payment.name) === plainName(name));
      const rise = getRise(series, amount, TIMES_A_YEAR[frequency]);
      return { key, name, currency, frequency, amount, yearly, nextDay: dayText(nextDay), why, rise };
    })
    .toSorted((one, other) => other.yearly - one.yearly);
}

/** Only a change between two stable prices is an increase. A bill that always differs has none. */
function getRise(
  payments: readonly { day: number; amount: number }[],
  amount: number,
  timesAYear: number,
): Subscription['rise'] {
  const series = payments.toSorted((one, other) => one.day - other.day);
  const lastOther = series.findLastIndex((payment) => payment.amount !== amount);
  const before = series[lastOther];
  const first = series[lastOther + 1];
  if (!before || !first || before.amount >= amount) return null;
  const settled = series.slice(0, lastOther + 1).toReversed();
  const changedAt = settled.findIndex((payment) => payment.amount !== before.amount);
  if ((changedAt < 0 ? settled.length : changedAt) < PRICE_AFTER) return null;
  return { from: before.amount, since: dayText(first.day), yearly: (amount - before.amount) * timesAYear };
}

export const getName = (row: SpendingRow) => row.merchant ?? row.description ?? '';
