import type { Minor } from '@/lib/money';
import type { StatementRow } from './statement';

/**
 * Returns the smallest opening balance with which none of these transactions, in order, overdraws the
 * account.
 */
export function leastBeginning(rows: readonly StatementRow[]): Minor {
  let running = 0;
  let lowest = 0;
  const ofDays = rows.filter(({ day, problem }) => day !== null && problem === null);
  for (const { amount } of ofDays.toSorted((one, other) => (one.day ?? '').localeCompare(other.day ?? ''))) {
    running += amount ?? 0;
    lowest = Math.min(lowest, running);
  }
  return (lowest === 0 ? 0 : -lowest) as Minor;
}
