import type { Condition, TransactionConditions } from '@engine/search/meaning.ts';
import { queryOptions } from '@tanstack/react-query';
import type { Database } from '@/lib/database.types';
import { everyRowQuery, requestQuery, type WithNulls } from '@/lib/requests';
import { supabase } from '@/lib/supabase';

export type Transaction = Database['public']['Tables']['transactions']['Row'];

/**
 * A transaction on an account or card in the search results, in major units. `day_balance` is the balance at
 * the end of the day, or the balance owed for a card. It is set only if the search is limited to one account
 * or card. `base_amount` is the signed amount in the base currency; null if there is no exchange rate.
 * `part_amount` is the amount of a split transaction's parts in the given categories. `counterpart_id` is the
 * customer's account or card on the other side of a transfer.
 */
export type SearchedTransaction = WithNulls<
  Database['public']['Functions']['search_transactions']['Returns'][number],
  | ('description' | 'merchant' | 'note' | 'category_id' | 'account_id' | 'card_id' | 'entry_id')
  | ('day_balance' | 'base_amount' | 'part_amount' | 'counterpart_id')
>;

/** The position after which the next page of results starts. */
export type Cursor = { date: string; transaction_key: string; amount: number };

/** The totals of a search in one currency, or in the base currency if `currency` is null. */
export type SearchTotal = WithNulls<
  Database['public']['Functions']['search_totals']['Returns'][number],
  'currency'
>;

export type SavedView = Database['public']['Tables']['saved_views']['Row'];

/** Returns true if a row represents both sides of a transfer in lists that leave out received transfers. */
export const isMergedTransfer = ({
  direction,
  counterpart_id,
}: Pick<SearchedTransaction, 'direction' | 'counterpart_id'>) =>
  direction === 'out' && counterpart_id !== null;

/** The sending side of a transfer represents both sides in lists with this condition. */
export const WITHOUT_RECEIVED_TRANSFERS: Condition = { on: 'is', what: 'received_transfer', not: true };

export const PAGE_ROWS = 100;
/** The maximum number of transactions in a bulk action. */
export const MOST_SELECTED = 1000;
/** The maximum number of transactions in a list. */
export const MOST_LISTED = 100_000;
const LATEST_ROWS = 30;
const FAILURE = "We couldn't load your transactions";

export const transactionQueries = {
  /** Reads the newest transactions of an account. */
  latest: (accountId: string) =>
    requestQuery(['transactions', 'latest', accountId], FAILURE, () =>
      newestFirst(supabase.from('transactions').select('*').eq('account_id', accountId)).limit(LATEST_ROWS),
    ),
  /** Reads all transactions of an account, oldest first. */
  ofAccount: (accountId: string) =>
    everyRowQuery(['transactions', 'account', accountId], FAILURE, (first, last) =>
      supabase
        .from('transactions')
        .select('*')
        .eq('account_id', accountId)
        .order('date')
        .order('id')
        .range(first, last),
    ),
  /**
   * Reads the page of search results after a row. All pages load equally fast. The request is canceled when
   * the customer scrolls past the page.
   */
  page: (query: TransactionConditions, before: Cursor | null, pageSize = PAGE_ROWS) =>
    requestQuery(['transactions', 'page', query, before, pageSize], FAILURE, (signal) =>
      supabase
        .rpc('search_transactions', { query, before, page_size: pageSize })
        .abortSignal(signal)
        .overrideTypes<SearchedTransaction[], { merge: false }>(),
    ),
  /** Reads the last row of each page, so that the list can start at any page, and the number of rows. */
  pageEnds: (query: TransactionConditions) =>
    requestQuery(['transactions', 'page-ends', query], FAILURE, async () => {
      const { data } = await supabase.rpc('search_page_ends', { query, page_size: PAGE_ROWS }).throwOnError();
      const ends = data.map(
        ({ date, transaction_key, amount }): Cursor => ({ date, transaction_key, amount }),
      );
      return { ends, count: data.at(-1)?.nth ?? 0 };
    }),
  /** Reads the count and totals of a search, in the base currency and by currency. */
  totals: (query: TransactionConditions) =>
    requestQuery(['transactions', 'totals', query], FAILURE, () =>
      supabase.rpc('search_totals', { query }).overrideTypes<SearchTotal[], { merge: false }>(),
    ),
  /** Reads merchants and tags for autocompletion. */
  terms: () => requestQuery(['transactions', 'terms'], FAILURE, () => supabase.rpc('search_terms')),
  views: () =>
    requestQuery(['transactions', 'views'], "We couldn't load your saved views", () =>
      supabase.from('saved_views').select('*').order('position').order('created_at'),
    ),
  entry: (entryId: number) =>
    queryOptions({
      ...requestQuery(['transactions', 'entry', entryId], FAILURE, () =>
        supabase
          .from('journal_postings')
          .select('*')
          .eq('entry_id', entryId)
          .order('is_own', { ascending: false })
          .order('amount'),
      ),
      staleTime: Number.POSITIVE_INFINITY,
    }),
  one: (id: string) =>
    requestQuery(['transactions', 'one', id], FAILURE, () =>
      supabase.from('transactions').select('*').eq('id', id).maybeSingle(),
    ),
  categories: () =>
    requestQuery(['transactions', 'categories'], FAILURE, () =>
      supabase.from('categories').select('*').order('id'),
    ),
};

function newestFirst<Query extends { order(column: string, how: { ascending: boolean }): Query }>(
  query: Query,
): Query {
  return query.order('date', { ascending: false }).order('id', { ascending: false });
}

/** Returns a transaction's title: the customer's or the bank's description, or else its type. */
export function getTitle({
  description,
  merchant,
  type,
  direction,
}: Pick<Transaction, 'description' | 'merchant' | 'type' | 'direction'>): string {
  if (description || merchant) return description ?? merchant ?? '';
  if (type === 'TRANSFER') return direction === 'in' ? 'Transfer in' : 'Transfer out';
  return direction === 'in' ? 'Deposit' : 'Withdrawal';
}

/** Formats `card_payment` as `Card payment`. */
export function formatKind(kind: string | null): string {
  const label = (kind ?? '').replaceAll('_', ' ');
  return label.charAt(0).toUpperCase() + label.slice(1);
}
