import type { YearMovement, YearPurchase } from '@engine/insights/year-review.ts';
import { requestQuery } from '@/lib/requests';
import { supabase } from '@/lib/supabase';

const FAILURE = "We couldn't load your year in review";
/** The longest history of budgets that the bank returns, in months. */
const MAX_BUDGET_MONTHS = 120;

export const yearReviewQueries = {
  movements: (year: number) =>
    requestQuery(['year-in-review', 'movements', year], FAILURE, () =>
      supabase.rpc('year_movements', { year }).overrideTypes<YearMovement[], { merge: false }>(),
    ),
  purchases: (year: number) =>
    requestQuery(['year-in-review', 'purchases', year], FAILURE, () =>
      supabase.rpc('year_purchases', { year, most: 1 }).overrideTypes<YearPurchase[], { merge: false }>(),
    ),
  /** Reads the budgets since a year's January, `months` months ago. There are none if that is too long ago. */
  budgets: (months: number) =>
    requestQuery(['year-in-review', 'budgets', months], FAILURE, async () =>
      months > MAX_BUDGET_MONTHS
        ? []
        : (
            await supabase
              .rpc('budget_history', { months })
              .overrideTypes<{ month: string; available: number | null; spent: number }[], { merge: false }>()
              .throwOnError()
          ).data,
    ),
  /** Reads the goals that were reached from one instant (ISO 8601) until another. */
  goals: (from: string, until: string) =>
    requestQuery(['year-in-review', 'goals', from, until], FAILURE, () =>
      supabase
        .from('household_events')
        .select('description')
        .eq('kind', 'goal_reached')
        .gte('at', from)
        .lt('at', until)
        .order('at'),
    ),
  taxYears: () => requestQuery(['year-in-review', 'tax-years'], FAILURE, () => supabase.rpc('my_tax_years')),
};
