import type { ChargeRow, TransactionRow } from '@engine/forecast/history.ts';
import { everyPage } from '@/lib/all-pages';
import { requestQuery } from '@/lib/requests';
import { supabase } from '@/lib/supabase';

// The dashboard loads this file, so it doesn't import the engine's household files.
export const spendingQueries = {
  /** Reads payments and card purchases since an instant (ISO 8601). */
  since: (customerId: string, since: string) =>
    requestQuery(['forecasts', 'spending', customerId, since], "We couldn't load your forecast", async () => {
      const [transactions, charges] = await Promise.all([
        everyPage((first, last) => transactionsBetween(customerId, since, first, last)),
        everyPage((first, last) => chargesBetween(since, first, last)),
      ]);
      return { transactions, charges };
    }),
};

async function transactionsBetween(
  customerId: string,
  since: string,
  first: number,
  last: number,
): Promise<TransactionRow[]> {
  const { data } = await supabase
    .from('transactions')
    .select('account_id, amount, date, kind, direction, description, merchant, categories(name)')
    .eq('user_id', customerId)
    .eq('direction', 'out')
    // Reversed transactions don't count as spending.
    .is('corrected_by', null)
    .gte('date', since)
    .order('date', { ascending: false })
    .order('id', { ascending: false })
    .range(first, last)
    .throwOnError();
  return data.map(({ categories, ...row }) => ({ ...row, category: categories?.name ?? null }));
}

async function chargesBetween(since: string, first: number, last: number): Promise<ChargeRow[]> {
  const { data } = await supabase
    .from('card_activity')
    .select('card_id, amount, at, category, description')
    .in('kind', ['card_charge', 'imported_charge'])
    .gte('at', since)
    .order('at', { ascending: false })
    .order('entry_id', { ascending: false })
    .range(first, last)
    .throwOnError();
  return data.flatMap(({ card_id, amount, at, category, description }) =>
    card_id && at && amount !== null && amount > 0 ? [{ card_id, amount, at, category, description }] : [],
  );
}
