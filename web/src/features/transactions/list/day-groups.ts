import { addMinor, type Minor, toMinor } from '@/lib/money';
import type { FoundTransaction } from '../queries';

/** The loaded transactions by list position. */
export type RowAt = (index: number) => FoundTransaction | undefined;

/**
 * Returns the net amount of a day's listed transactions in the base currency. Null if the day is incomplete
 * or a rate is missing.
 */
export function dayNet(rowAt: RowAt, index: number, count: number): Minor | null {
  const day = rowAt(index)?.day;
  if (day === undefined) return null;
  let first = index;
  while (first > 0 && rowAt(first - 1)?.day === day) first -= 1;
  if (first > 0 && !rowAt(first - 1)) return null;
  const amounts: Minor[] = [];
  for (let at = first; at < count; at += 1) {
    const row = rowAt(at);
    if (!row) return null;
    if (row.day !== day) break;
    if (row.base_amount === null) return null;
    amounts.push(toMinor(row.base_amount));
  }
  return addMinor(...amounts);
}
