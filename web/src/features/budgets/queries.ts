import { queryOptions } from '@tanstack/react-query';
import { supabase } from '@/lib/supabase';

/** A category in a month, in major units of the base currency. Null without a limit. */
export type BudgetRow = {
  /** The first day of its month, `yyyy-MM-dd`. */
  month_start: string;
  /** Null for uncategorized spending. */
  category_id: string | null;
  category: string | null;
  currency: string;
  amount: number | null;
  rollover: string;
  rollover_cap: number | null;
  rolled_over: number;
  moved: number;
  available: number | null;
  spent: number;
  remaining: number | null;
  /** The elapsed share of the month, from 0 to 1. */
  pace: number;
  /** The expected spending by now. */
  expected: number | null;
};

export type BudgetMonth = {
  /** Days are `yyyy-MM-dd`. */
  starts_on: string;
  currency: string;
  mode: string;
  since: string;
  days: number;
  day: number;
  first_month: string;
  income: number;
  assigned: number;
  to_assign: number;
  /** Currencies without a rate, which aren't counted. */
  left_out: string[];
};

export type HistoryRow = {
  category_id: string | null;
  month: string;
  currency: string;
  amount: number | null;
  available: number | null;
  spent: number;
};

/** A short list. The transactions page has all of them. */
const LATEST_ROWS = 6;

const FAILURE = { failure: "We couldn't load your budgets" };
/** A year, including the current month. */
const HISTORY_MONTHS = 13;

export const budgetQueries = {
  /** The budgets of a month. `month` is any of its days, or null for the current one. */
  status: (month: string | null) =>
    queryOptions({
      queryKey: ['budgets', 'status', month],
      queryFn: async (): Promise<BudgetRow[]> => {
        const { data } = await supabase.rpc('budget_status', { month }).throwOnError();
        return data;
      },
      meta: FAILURE,
    }),
  month: (month: string | null) =>
    queryOptions({
      queryKey: ['budgets', 'month', month],
      queryFn: async (): Promise<BudgetMonth | null> => {
        const { data } = await supabase.rpc('budget_month', { month }).throwOnError();
        return data[0] ?? null;
      },
      meta: FAILURE,
    }),
  history: () =>
    queryOptions({
      queryKey: ['budgets', 'history'],
      queryFn: async (): Promise<HistoryRow[]> => {
        const { data } = await supabase.rpc('budget_history', { months: HISTORY_MONTHS }).throwOnError();
        return data;
      },
      meta: { failure: "We couldn't load your budget history" },
    }),
  /** Reads the latest spending of a category between two days, inclusive. */
  latest: (categoryId: string | null, from: string, to: string) =>
    queryOptions({
      queryKey: ['budgets', 'latest', categoryId, from, to],
      queryFn: async () => {
        const spending = supabase
          .from('spending')
          .select('id, day, merchant, description, amount, currency')
          .eq('direction', 'out')
          .gte('day', from)
          .lte('day', to);
        const { data } = await (categoryId === null
          ? spending.is('category_id', null)
          : spending.eq('category_id', categoryId)
        )
          .order('at', { ascending: false })
          .order('id')
          .limit(LATEST_ROWS)
          .throwOnError();
        return data;
      },
      meta: { failure: "We couldn't load your spending" },
    }),
};
