import { formatEvery } from '@/entities/payment/frequencies';
import { formatTextDate } from '@/lib/dates';
import { formatMinor, negateMinor } from '@/lib/money';
import type { Assumption, AssumptionFrequency, AssumptionKind } from './assumptions';

export const KIND_LABELS: Record<AssumptionKind, string> = {
  income: 'Income',
  bill: 'Bill',
  purchase: 'Purchase',
};

export const formatAssumptionFrequency = (frequency: AssumptionFrequency) =>
  frequency === 'ONCE' ? 'Once' : formatEvery(frequency);

/** Formats `−$500.00` for money out and `+$500.00` for money in. */
export function formatAssumptionAmount({ kind, amount }: Assumption, currency: string): string {
  return formatMinor(kind === 'income' ? amount : negateMinor(amount), currency, true);
}

/** Formats `every month from Dec 1, 2026` or `once on Dec 1, 2026`. */
export function formatAssumptionRhythm({ frequency }: Assumption, day: string): string {
  const when = formatTextDate(day);
  return frequency === 'ONCE' ? `once on ${when}` : `${formatEvery(frequency).toLowerCase()} from ${when}`;
}
