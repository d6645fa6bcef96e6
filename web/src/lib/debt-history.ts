import { dayOf } from './dates';
import type { DebtEntry } from './debt-calls';
import { fromMinor, type Minor, toMinor } from './money';

/** A payment that was made, or one that is expected. Amounts in minor units, `balance` right after it. */
export type ScheduleRow = {
  key: string;
  /** `yyyy-MM-dd`. */
  day: string;
  payment: number;
  interest: number;
  principal: number;
  balance: number;
  isPast: boolean;
  /** Paid beyond the instalments. */
  isExtra: boolean;
};

const PAYMENTS = new Set(['loan_payment', 'mortgage_payment']);
/** What is added to a debt beside what is lent. */
const COSTS = new Set(['interest', 'fee']);

/** Every payment with the interest and fees it paid first: those added since the payment before it. */
export function paidRows(entries: readonly DebtEntry[], timeZone: string): ScheduleRow[] {
  let added = 0;
  return entries.flatMap((entry): ScheduleRow[] => {
    const amount = toMinor(entry.amount ?? 0);
    if (COSTS.has(entry.kind ?? '')) added += amount;
    if (!PAYMENTS.has(entry.kind ?? '')) return [];
    const interest = Math.min(added, -amount);
    added -= interest;
    return [
      {
        key: `paid${entry.entry_id}`,
        day: dayOf(entry.at ?? '', timeZone),
        payment: -amount,
        interest,
        principal: -amount - interest,
        balance: toMinor(entry.balance_after ?? 0),
        isPast: true,
        isExtra: false,
      },
    ];
  });
}

/** What was owed at the end of every day on which something was posted, for charts. Major units. */
export function owedLine(entries: readonly DebtEntry[], timeZone: string) {
  const points = new Map<string, number>();
  for (const { at, balance_after } of entries) points.set(dayOf(at ?? '', timeZone), balance_after ?? 0);
  return [...points].map(([day, value]) => ({ day, value }));
}

/** Interest and fees in all, in major units. */
export function costsPaid(rows: readonly ScheduleRow[]): number {
  return fromMinor(rows.reduce((sum, { interest }) => sum + interest, 0) as Minor);
}
