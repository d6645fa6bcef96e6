import { addMinor, type Minor, toMinor } from '@/lib/money';
import type { FoundRow } from '../queries';

/** A row as far as it has been read, by its place in the list. */
export type RowAt = (index: number) => FoundRow | undefined;

/**
 * What came and went on the day of a row with what is listed, in the base currency. Null while not all of the day has been
 * read, and where something has no rate: it is never counted one to one.
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
