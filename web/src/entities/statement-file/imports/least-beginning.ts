import { type Minor, markMinor } from '@engine/money/minor.ts';
import type { StatementRow } from './statement';

/**
 * Returns the smallest opening balance that keeps the account from being overdrawn when these transactions
 * are posted in order.
 */
export function leastBeginning(rows: readonly StatementRow[]): Minor {
  let running = 0;
  let lowest = 0;
  const ofDays = rows.filter(({ day, problem }) => day !== null && problem === null);
  for (const { amount } of ofDays.toSorted((left, right) =>
    (left.day ?? '').localeCompare(right.day ?? ''),
  )) {
    running += amount ?? 0;
    lowest = Math.min(lowest, running);
  }
  return markMinor(0 - lowest);
}
