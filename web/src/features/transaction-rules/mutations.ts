import { type Arguments, requestMutation } from '@/lib/requests';
import { supabase } from '@/lib/supabase';
import type { CategorizationRule, DraftRule } from './queries';

export const ruleMutations = {
  save: requestMutation("We couldn't save the rule", async ({ id, ...rule }: DraftRule) => {
    const { data } = await (id
      ? supabase.from('categorization_rules').update(rule).eq('id', id).select().single().throwOnError()
      : supabase.from('categorization_rules').insert(rule).select().single().throwOnError());
    return data;
  }),
  turn: requestMutation("We couldn't update the rule", ({ id, isOn }: { id: string; isOn: boolean }) =>
    supabase.from('categorization_rules').update({ is_on: isOn }).eq('id', id),
  ),
  order: requestMutation("We couldn't move the rule", (ids: string[]) =>
    supabase.rpc('order_categorization_rules', { rule_ids: ids }),
  ),
  delete: requestMutation("We couldn't delete the rule", (rule: CategorizationRule) =>
    supabase.from('categorization_rules').delete().eq('id', rule.id),
  ),
  /** Restores a deleted rule with its id and position. */
  bringBack: requestMutation(
    "We couldn't restore the rule",
    async ({ rule, order }: { rule: CategorizationRule; order: string[] }) => {
      const { user_id: _owner, position: _place, patterns: _made, created_at: _then, ...kept } = rule;
      await supabase.from('categorization_rules').insert(kept).throwOnError();
      await supabase.rpc('order_categorization_rules', { rule_ids: order }).throwOnError();
    },
  ),
  /** Applies a rule to past transactions. If `rule_id` is null, applies all rules. */
  run: requestMutation("We couldn't apply the rules", (run: Arguments<'run_categorization_rules'>) =>
    supabase.rpc('run_categorization_rules', run),
  ),
};
