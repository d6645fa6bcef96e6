import type { Database, Json } from '@/lib/database.types';
import { requestQuery, type WithNulls } from '@/lib/requests';
import { supabase } from '@/lib/supabase';

type Functions = Database['public']['Functions'];
export type CategorizationRule = Database['public']['Tables']['categorization_rules']['Row'];
export type DraftRule = Omit<
  CategorizationRule,
  'id' | 'user_id' | 'position' | 'is_on' | 'patterns' | 'created_at'
> & { id?: string };
export type Suggestion = Functions['suggest_categorization_rules']['Returns'][number];
export type PreviewRow = WithNulls<
  Functions['preview_categorization_rule']['Returns'][number],
  'category_id' | 'new_category_id' | 'taken_by'
>;

export const ruleQueries = {
  /** Reads the rules in the order in which they apply. */
  list: () =>
    requestQuery(['transactions', 'rules'], "We couldn't load your rules", () =>
      supabase.from('categorization_rules').select('*').order('position'),
    ),
  suggestions: () =>
    requestQuery(['transactions', 'rules', 'suggestions'], "We couldn't load suggested rules", () =>
      supabase.rpc('suggest_categorization_rules'),
    ),
  /** Reads past transactions that match a rule. */
  preview: (rule: DraftRule | null) =>
    requestQuery(['transactions', 'rules', 'preview', rule], "We couldn't search your transactions", () =>
      supabase
        .rpc('preview_categorization_rule', { rule: rule as Json, most: 8 })
        .overrideTypes<PreviewRow[], { merge: false }>(),
    ),
  /**
   * Reads how many past transactions a rule matches and how many it would change. If `ruleId` is null, covers
   * all rules.
   */
  effect: (ruleId: string | null, withByHand: boolean) =>
    requestQuery(
      ['transactions', 'rules', 'effect', ruleId, withByHand],
      "We couldn't search your transactions",
      () => supabase.rpc('preview_categorization_rules', { rule_id: ruleId, with_by_hand: withByHand }),
    ),
};
