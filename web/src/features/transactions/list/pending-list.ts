import type { TransactionConditions } from '@engine/search/meaning.ts';

type Placed = { account_id: string | null; card_id: string | null };

/**
 * Returns the holds or expected refunds that a search for accounts and cards includes. Other searches include
 * none, because the bank's search finds only posted transactions.
 */
export function listPending<Row extends Placed>(
  rows: readonly Row[],
  { conditions, sort }: TransactionConditions,
): Row[] {
  if (sort !== 'date' || conditions.some(({ on, not }) => not || on !== 'place')) return [];
  const places = conditions.find((condition) => condition.on === 'place')?.ids;
  return rows.filter(({ account_id, card_id }) => !places || places.includes(account_id ?? card_id ?? ''));
}
