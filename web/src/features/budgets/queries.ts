import type { Database } from '@/lib/database.types';
import { requestQuery, type WithNulls } from '@/lib/requests';
import { supabase } from '@/lib/supabase';

type Functions = Database['public']['Functions'];

/**
 * A category's budget in one month. Amounts are in major units of the base currency. Some fields are null if
 * the row has no category or no limit.
 */
export type BudgetRow = WithNulls<
  Functions['budget_status']['Returns'][number],
  'category_id' | 'category' | 'amount' | 'rollover_cap' | 'available' | 'remaining' | 'expected'
>;
export type BudgetMonth = Functions['budget_month']['Returns'][number];
export type HistoryRow = WithNulls<
  Functions['budget_history']['Returns'][number],
  'category_id' | 'amount' | 'available'
>;

/** The number of transactions to preview. The transactions page lists all of them. */
const LATEST_ROWS = 6;

const FAILURE = "We couldn't load your budgets";
/** The current month and the 12 months before it. */
const HISTORY_MONTHS = 13;

export const budgetQueries = {
  /** Reads the budgets of a month. `month` is any day in the month, or null for the current month. */
  status: (month: string | null) =>
    requestQuery(['budgets', 'status', month], FAILURE, () =>
      supabase.rpc('budget_status', { month }).overrideTypes<BudgetRow[], { merge: false }>(),
    ),
  month: (month: string | null) =>
    requestQuery(['budgets', 'month', month], FAILURE, () =>
      supabase.rpc('budget_month', { month }).single(),
    ),
  history: () =>
    requestQuery(['budgets', 'history'], "We couldn't load your budget history", () =>
      supabase
        .rpc('budget_history', { months: HISTORY_MONTHS })
        .overrideTypes<HistoryRow[], { merge: false }>(),
    ),
  /** Reads the latest spending of a category between two days, inclusive. */
  latest: (categoryId: string | null, from: string, to: string) =>
    requestQuery(['budgets', 'latest', categoryId, from, to], "We couldn't load your spending", () => {
      const spending = supabase
        .from('spending')
        .select('id, day, merchant, description, amount, currency')
        .eq('direction', 'out')
        .gte('day', from)
        .lte('day', to)
        .order('at', { ascending: false })
        .order('id')
        .limit(LATEST_ROWS);
      return categoryId === null ? spending.is('category_id', null) : spending.eq('category_id', categoryId);
    }),
};
