import { requestMutation } from '@/lib/requests';
import { supabase } from '@/lib/supabase';

type Limit = { category_id: string; amount: number };
type Budget = Limit & { exists: boolean; rollover: string; rollover_cap: number | null };
type Move = { from: string | null; to: string | null; amount: number; request_id: string };

export const budgetMutations = {
  save: requestMutation("We couldn't save the budget", ({ exists, category_id, ...details }: Budget) => {
    const budgets = supabase.from('budgets');
    return exists
      ? budgets.update(details).eq('category_id', category_id)
      : budgets.insert({ category_id, ...details });
  }),
  /** Sets several budgets together. If one of them fails, none is set. */
  setAll: requestMutation("We couldn't set the budgets", (limits: readonly Limit[]) =>
    supabase.rpc('set_budgets', { limits: limits.map((limit) => ({ ...limit })) }),
  ),
  remove: requestMutation("We couldn't remove the budget", (categoryId: string) =>
    supabase.from('budgets').delete().eq('category_id', categoryId),
  ),
  /** Moves money between categories. Null means the unassigned money. */
  move: requestMutation("We couldn't move the money", ({ from, to, ...move }: Move) =>
    supabase.rpc('move_budget', { from_category_id: from, to_category_id: to, ...move }),
  ),
  chooseMode: requestMutation("We couldn't change your budgeting method", (mode: string) =>
    supabase.from('budget_settings').upsert({ mode }, { onConflict: 'user_id' }),
  ),
};
