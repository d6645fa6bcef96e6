import { queryOptions } from '@tanstack/react-query';
import { supabase } from '@/lib/supabase';
import type { Range } from './range';

/** What came in or went out, summed up one way: by month, by category, by account or card. Amounts in major units. */
export type FlowRow = {
  /** month, category, account; `currency` names one that there is something in. */
  part: string;
  /** It belongs to the span before. */
  is_before: boolean;
  /** The first day of a month, `yyyy-MM-dd`. */
  month: string | null;
  /** in or out. */
  direction: string | null;
  category_id: string | null;
  category: string | null;
  account_id: string | null;
  card_id: string | null;
  currency: string;
  amount: number | null;
  times: number;
};

export type MerchantRow = {
  merchant: string;
  amount: number;
  times: number;
  amount_before: number;
  last_day: string;
};

/** A purchase, a bill or an income, by account or by card. */
export type SpendingRow = {
  id: string;
  day: string;
  amount: number;
  currency: string;
  category_id: string | null;
  category: string | null;
  merchant: string | null;
  description: string | null;
  account_id: string | null;
  card_id: string | null;
  kind: string;
};

/** What there was of a kind of account or debt at the end of a day; owed below zero. */
export type WorthRow = { day: string; kind: string; currency: string; amount: number };

const FAILURE = { failure: 'Failed to load your analytics' };
const SPENDING_COLUMNS =
  'id, day, amount, currency, category_id, category, merchant, description, account_id, card_id, kind';
/** As many rows as one answer of the bank may have. */
const PAGE_ROWS = 1000;
/** Enough for a household that buys several things every day. */
const MOST_PAGES = 5;
const MERCHANTS = 8;

const spanOf = ({ from, to, beforeFrom, beforeTo }: Range, currency: string | null) => ({
  from_day: from,
  to_day: to,
  before_from: beforeFrom,
  before_to: beforeTo,
  in_currency: currency,
});

export const analyticsQueries = {
  flows: (range: Range, currency: string | null) =>
    queryOptions({
      queryKey: ['analytics', 'flows', spanOf(range, currency)],
      queryFn: async (): Promise<FlowRow[]> => {
        const { data } = await supabase.rpc('analytics_flows', spanOf(range, currency)).throwOnError();
        return data;
      },
      meta: FAILURE,
    }),
  merchants: (range: Range, currency: string | null) =>
    queryOptions({
      queryKey: ['analytics', 'merchants', spanOf(range, currency)],
      queryFn: async (): Promise<MerchantRow[]> => {
        const { data } = await supabase
          .rpc('analytics_merchants', { ...spanOf(range, currency), most: MERCHANTS })
          .throwOnError();
        return data;
      },
      meta: FAILURE,
    }),
  /** The rows behind the amount of a category, the latest first. */
  rows: (range: Range, currency: string, direction: string, categoryId: string | null) =>
    queryOptions({
      queryKey: ['analytics', 'rows', range.from, range.to, currency, direction, categoryId],
      queryFn: () =>
        everyPage(async (first, last) => {
          const rows = supabase
            .from('spending')
            .select(SPENDING_COLUMNS)
            .eq('direction', direction)
            .eq('currency', currency)
            .gte('day', range.from)
            .lte('day', range.to);
          const { data } = await (categoryId === null
            ? rows.is('category_id', null)
            : rows.eq('category_id', categoryId)
          )
            .order('at', { ascending: false })
            .order('id')
            .range(first, last)
            .throwOnError();
          return data as SpendingRow[];
        }),
      meta: FAILURE,
    }),
  /** What was spent since a day: where regular payments and what is unusual are looked for. */
  spentSince: (day: string) =>
    queryOptions({
      queryKey: ['analytics', 'spent-since', day],
      queryFn: () =>
        everyPage(async (first, last) => {
          const { data } = await supabase
            .from('spending')
            .select(SPENDING_COLUMNS)
            .eq('direction', 'out')
            .gte('day', day)
            .order('at', { ascending: false })
            .order('id')
            .range(first, last)
            .throwOnError();
          return data as SpendingRow[];
        }),
      meta: FAILURE,
    }),
  worth: (from: string, to: string) =>
    queryOptions({
      queryKey: ['analytics', 'worth', from, to],
      queryFn: async (): Promise<WorthRow[]> => {
        const { data } = await supabase
          .rpc('net_worth_months', { from_day: from, to_day: to })
          .throwOnError();
        return data;
      },
      meta: { failure: 'Failed to load what your net worth is made of' },
    }),
};

async function everyPage(read: (first: number, last: number) => Promise<SpendingRow[]>) {
  const rows: SpendingRow[] = [];
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const more = await read(page * PAGE_ROWS, (page + 1) * PAGE_ROWS - 1);
    rows.push(...more);
    if (more.length < PAGE_ROWS) break;
  }
  return rows;
}
