import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Database } from '@/lib/database.types';
import { startOfDay } from '@/lib/dates';
import { supabase } from '@/lib/supabase';

export type Transaction = Database['public']['Tables']['transactions']['Row'];

/** What narrows the list; kept in the address, so it can be shared and comes back. */
export type TransactionFilter = {
  account: string;
  type: string;
  words: string;
  /** Days, `yyyy-MM-dd`, both included; empty for no bound. */
  from: string;
  to: string;
};

export type Cursor = { date: string; id: string };

const PAGE_ROWS = 100;
const LATEST_ROWS = 6;
const FAILURE = { failure: 'Failed to load transactions' };

export const transactionQueries = {
  /** The newest rows of one account, or of all when none is named. */
  latest: (accountId: string | null = null) =>
    queryOptions({
      queryKey: ['transactions', 'latest', accountId],
      queryFn: async () => {
        const rows = supabase.from('transactions').select('*');
        const own = accountId ? rows.eq('account_id', accountId) : rows.eq('user_id', await customerId());
        const { data } = await newestFirst(own)
          .limit(accountId ? 30 : LATEST_ROWS)
          .throwOnError();
        return data;
      },
      meta: FAILURE,
    }),
  /** Pages by (date, id), so that the ten-thousandth row costs what the first one does. */
  list: (filter: TransactionFilter, timeZone: string) =>
    infiniteQueryOptions({
      queryKey: ['transactions', 'list', filter, timeZone],
      queryFn: async ({ pageParam }) => {
        const page = newestFirst(
          narrowed(supabase.from('transactions').select('*'), filter, timeZone, await customerId()),
        );
        const after = pageParam
          ? page.or(
              `date.lt.${quoted(pageParam.date)},and(date.eq.${quoted(pageParam.date)},id.lt.${pageParam.id})`,
            )
          : page;
        const { data } = await after.limit(PAGE_ROWS).throwOnError();
        return data;
      },
      initialPageParam: null as Cursor | null,
      getNextPageParam: (rows): Cursor | null => {
        const last = rows.length === PAGE_ROWS ? rows.at(-1) : undefined;
        return last ? { date: last.date, id: last.id } : null;
      },
      meta: FAILURE,
    }),
  /** The double entry behind a row. */
  entry: (entryId: number) =>
    queryOptions({
      queryKey: ['transactions', 'entry', entryId],
      queryFn: async () => {
        const { data } = await supabase
          .from('journal_postings')
          .select('*')
          .eq('entry_id', entryId)
          .order('is_own', { ascending: false })
          .order('amount')
          .throwOnError();
        return data;
      },
      staleTime: Number.POSITIVE_INFINITY,
      meta: FAILURE,
    }),
  one: (id: string) =>
    queryOptions({
      queryKey: ['transactions', 'one', id],
      queryFn: async () => {
        const { data } = await supabase
          .from('transactions')
          .select('*')
          .eq('id', id)
          .maybeSingle()
          .throwOnError();
        return data;
      },
      meta: FAILURE,
    }),
  categories: () =>
    queryOptions({
      queryKey: ['transactions', 'categories'],
      queryFn: async () => {
        const { data } = await supabase.from('categories').select('*').order('id').throwOnError();
        return data;
      },
      meta: FAILURE,
    }),
};

type Narrowable<Query> = {
  eq(column: string, value: string): Query;
  gte(column: string, value: string): Query;
  lt(column: string, value: string): Query;
  or(filters: string): Query;
};

function narrowed<Query extends Narrowable<Query>>(
  query: Query,
  filter: TransactionFilter,
  timeZone: string,
  customer: string,
): Query {
  let narrow = filter.account ? query.eq('account_id', filter.account) : query.eq('user_id', customer);
  if (filter.type) narrow = narrow.eq('type', filter.type);
  if (filter.from) narrow = narrow.gte('date', startOfDay(filter.from, timeZone));
  if (filter.to) narrow = narrow.lt('date', startOfDay(filter.to, timeZone, 1));
  for (const word of filter.words.split(/\s+/).filter(Boolean)) {
    const pattern = quoted(`*${literally(word)}*`);
    narrow = narrow.or(`description.ilike.${pattern},merchant.ilike.${pattern}`);
  }
  return narrow;
}

function newestFirst<Query extends { order(column: string, how: { ascending: boolean }): Query }>(
  query: Query,
): Query {
  return query.order('date', { ascending: false }).order('id', { ascending: false });
}

/** A word in a pattern of `ilike`. PostgREST has no way to mean an asterisk, so that one stands for any character. */
function literally(word: string): string {
  return word.replace(/[%_\\]/g, '\\$&').replaceAll('*', '_');
}

/** A value in PostgREST's filter grammar. */
function quoted(value: string): string {
  return `"${value.replace(/["\\]/g, '\\$&')}"`;
}

async function customerId(): Promise<string> {
  const { data } = await supabase.auth.getSession();
  if (!data.session) throw new Error('Nobody is signed in.');
  return data.session.user.id;
}

/** What a row is called: the customer's or the bank's words for it, else what it did. */
export function titleOf({ description, merchant, type, direction }: Transaction): string {
  if (description || merchant) return description ?? merchant ?? '';
  if (type === 'TRANSFER') return direction === 'in' ? 'Transfer in' : 'Transfer out';
  return direction === 'in' ? 'Deposit' : 'Withdrawal';
}
