import { queryOptions } from '@tanstack/react-query';
import { everyPage } from '@/lib/all-pages';
import { requestQuery } from '@/lib/requests';
import { supabase } from '@/lib/supabase';
import type { Range } from './range';

/** Income or spending by month, by category, or by account and card. In major units. */
export type FlowRow = {
  /** `currency` rows name the currencies in use. */
  part: string;
  /** True for the range before. */
  is_before: boolean;
  /** The first day of a month, `yyyy-MM-dd`. */
  month: string | null;
  /** Money in or out. */
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

/** A purchase, bill, or income on an account or card. */
export type SpendingRow = {
  id: string;
  day: string;
  amount: number;
  currency: string;
  /** In the base currency at the rate of its day; null without a rate. */
  base_amount: number | null;
  category_id: string | null;
  category: string | null;
  merchant: string | null;
  description: string | null;
  account_id: string | null;
  card_id: string | null;
  kind: string;
};

/** The value of one kind of account or debt at the end of a day; debts are negative. */
export type WorthRow = {
  day: string;
  kind: string;
  currency: string;
  amount: number;
  /** In the base currency at the rate of that day; null without a rate. */
  worth: number | null;
};

const FAILURE = { failure: "We couldn't load your analytics" };
const SPENDING_COLUMNS =
  'id, day, amount, currency, category_id, category, merchant, description, account_id, card_id, kind, base_amount';
const MERCHANTS = 8;

const getSpan = ({ from, to, beforeFrom, beforeTo }: Range, currency: string | null) => ({
  from_day: from,
  to_day: to,
  before_from: beforeFrom,
  before_to: beforeTo,
  in_currency: currency,
});

export const analyticsQueries = {
  flows: (range: Range, currency: string | null) =>
    queryOptions({
      queryKey: ['analytics', 'flows', getSpan(range, currency)],
      queryFn: async (): Promise<FlowRow[]> => {
        const { data } = await supabase.rpc('analytics_flows', getSpan(range, currency)).throwOnError();
        return data;
      },
      meta: FAILURE,
    }),
  merchants: (range: Range, currency: string | null) =>
    queryOptions({
      queryKey: ['analytics', 'merchants', getSpan(range, currency)],
      queryFn: async (): Promise<MerchantRow[]> => {
        const { data } = await supabase
          .rpc('analytics_merchants', { ...getSpan(range, currency), most: MERCHANTS })
          .throwOnError();
        return data;
      },
      meta: FAILURE,
    }),
  /** The transactions of a category, latest first. */
  rows: (range: Range, currency: string | null, direction: string, categoryId: string | null) =>
    queryOptions({
      queryKey: ['analytics', 'rows', range.from, range.to, currency, direction, categoryId],
      queryFn: () =>
        everyPage<SpendingRow>(async (first, last) => {
          const all = supabase
            .from('spending_in_base')
            .select(SPENDING_COLUMNS)
            .eq('direction', direction)
            .gte('day', range.from)
            .lte('day', range.to);
          const rows = currency === null ? all : all.eq('currency', currency);
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
  /** Reads the spending since a day, in which recurring and unusual payments are found. */
  spentSince: (day: string) =>
    queryOptions({
      queryKey: ['analytics', 'spent-since', day],
      queryFn: () =>
        everyPage<SpendingRow>(async (first, last) => {
          const { data } = await supabase
            .from('spending_in_base')
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
  /** Reads the effect of exchange rates on balances in other currencies between the ends of two days. */
  rateEffects: (from: string, to: string) =>
    requestQuery(['analytics', 'rate-effects', from, to], "We couldn't load exchange rate changes", () =>
      supabase.rpc('exchange_effects', { from_day: from, to_day: to }),
    ),
  worth: (from: string, to: string) =>
    queryOptions({
      queryKey: ['analytics', 'worth', from, to],
      queryFn: async (): Promise<WorthRow[]> => {
        const { data } = await supabase
          .rpc('net_worth_months', { from_day: from, to_day: to })
          .throwOnError();
        return data;
      },
      meta: { failure: "We couldn't load your net worth" },
    }),
};
