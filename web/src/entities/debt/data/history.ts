import { dayText, parseDay } from '@engine/calendar/calendar.ts';
import { addMinor, fromMinor, type Minor, subtractMinor, sumMinor, toMinor } from '@engine/money/minor.ts';
import { firstDueAfter } from '@engine/products/debts/debt.ts';
import {
  computePastSaving,
  getContract,
  getOriginalTerms as getTerms,
  readRateResets,
  type Saving,
} from '@engine/products/debts/debt-plans.ts';
import { getDay } from '@/lib/dates';
import type { DebtEntry, DebtEvent, DebtPayment } from './queries';
import type { Debt } from './terms';

/** A past or expected payment, in minor units. `balance` is the balance after the payment. */
export type ScheduleRow = {
  key: string;
  /** `yyyy-MM-dd`. */
  day: string;
  payment: Minor;
  /** The interest, including fees. */
  interest: Minor;
  fees: Minor;
  principal: Minor;
  balance: Minor;
  isPast: boolean;
  /** True for a payment in addition to the installments. */
  isExtra: boolean;
};

/** Returns past payments, oldest first. */
export function paidRows(payments: readonly DebtPayment[]): ScheduleRow[] {
  return payments.map((payment) => ({
    key: `paid${payment.entry_id}`,
    day: payment.day ?? '',
    payment: toMinor(payment.amount ?? 0),
    interest: addMinor(toMinor(payment.interest ?? 0), toMinor(payment.fees ?? 0)),
    fees: toMinor(payment.fees ?? 0),
    principal: toMinor(payment.principal ?? 0),
    balance: toMinor(payment.balance_after ?? 0),
    isPast: true,
    isExtra: payment.kind === 'extra',
  }));
}

/** Returns the balance owed at the end of every day with a posting, in major units, for charts. */
export function owedLine(entries: readonly DebtEntry[], timeZone: string) {
  const points = new Map<string, number>();
  for (const { at, balance_after } of entries) points.set(getDay(at ?? '', timeZone), balance_after ?? 0);
  return [...points].map(([day, value]) => ({ day, value }));
}

/**
 * Returns the savings from past extra payments over a debt's term, in minor units; null if there were none.
 */
export function savedSoFar(
  debt: Debt,
  payments: readonly DebtPayment[],
  events: readonly DebtEvent[],
  today: string,
): (Saving & { interestByNow: Minor; extra: Minor }) | null {
  const past = payments.map(({ day, extra, effect }) => ({
    day: parseDay(day ?? today),
    extra: toMinor(extra ?? 0),
    effect: effect === 'lower' ? ('lower' as const) : ('shorten' as const),
  }));
  const extra = sumMinor(past, (payment) => payment.extra);
  if (extra <= 0) return null;
  const { terms, rateAfter } = getOriginalTerms(debt, events);
  return { ...computePastSaving(terms, past, parseDay(today), rateAfter), extra };
}

const getOriginalTerms = ({ borrowed, rate, months, startDate }: Debt, events: readonly DebtEvent[]) =>
  getTerms({ borrowed: toMinor(borrowed), rate, months, start: parseDay(startDate) }, readRateResets(events));

export type ContractComparison = NonNullable<ReturnType<typeof compareWithContract>>;

/**
 * Compares the past balances with the contract, in minor units: what the customer owes less, and the interest
 * that was saved. Both are negative if the customer is behind. `next` is the number of the next installment.
 * Returns null before the first installment since the debt is at the bank.
 */
export function compareWithContract(
  debt: Debt,
  entries: readonly DebtEntry[],
  events: readonly DebtEvent[],
  next: number,
  timeZone: string,
) {
  const [first, ...later] = owedLine(entries, timeZone);
  if (!first || first.value <= 0) return null;
  const { terms, rateAfter } = getOriginalTerms(debt, events);
  const since = firstDueAfter(terms.start, parseDay(first.day));
  const beginning = { ...terms, balance: toMinor(first.value), next: since };
  const { rows, balance, interest } = getContract(beginning, next, rateAfter);
  if (rows.length === 0) return null;
  const charged = entries.filter(({ kind }) => kind === 'interest');
  return {
    owedLess: subtractMinor(balance, toMinor(debt.owed)),
    interestSaved: subtractMinor(
      interest,
      sumMinor(charged, ({ amount }) => toMinor(amount ?? 0)),
    ),
    contract: [first, ...rows.map((row) => ({ day: dayText(row.day), value: fromMinor(row.balance) }))],
    actual: [first, ...later],
  };
}
