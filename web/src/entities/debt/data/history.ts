import { parseDay } from '@engine/calendar/calendar.ts';
import { monthlyPayment } from '@engine/money/amortization.ts';
import { addMinor, type Minor, sumMinor, toMinor } from '@engine/money/minor.ts';
import { computePastSaving, type DebtTerms, type Saving } from '@engine/products/debt-plans.ts';
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
  const resets = getResets(events);
  const first = resets.values().next().value?.from ?? debt.rate;
  const originalTerms: DebtTerms = {
    balance: toMinor(debt.borrowed),
    rate: first,
    payment: monthlyPayment(toMinor(debt.borrowed), first, debt.months),
    term: debt.months,
    start: parseDay(debt.startDate),
    next: 1,
  };
  const rateAfter = (passed: number, rate: number) => resets.get(passed)?.to ?? rate;
  return { ...computePastSaving(originalTerms, past, parseDay(today), rateAfter), extra };
}

/**
 * Returns an adjustable rate's resets in chronological order, keyed by the number of installments before each
 * reset.
 */
function getResets(events: readonly DebtEvent[]): Map<number, { from: number; to: number }> {
  const resets = events
    .filter(({ kind }) => kind === 'rate_reset')
    .map(({ event_key, facts }) => {
      const passed = Number(event_key.split(':').at(-1));
      return [passed, facts as { from: number; to: number }] as const;
    });
  return new Map(resets.toSorted(([left], [right]) => left - right));
}
