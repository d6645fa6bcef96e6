import type { TransactionConditions } from '@engine/search/meaning.ts';
import type { Hold } from '@/entities/hold/queries';

/**
 * Returns the pending transactions that a search for accounts and cards includes. Other searches include none,
 * because the bank's search finds only posted transactions.
 */
export function listPending(holds: readonly Hold[], { conditions, sort }: TransactionConditions): Hold[] {
  if (sort !== 'date' || conditions.some(({ on, not }) => not || on !== 'place')) return [];
  const places = conditions.find((condition) => condition.on === 'place')?.ids;
  return holds.filter(({ account_id, card_id }) => !places || places.includes(account_id ?? card_id ?? ''));
}
