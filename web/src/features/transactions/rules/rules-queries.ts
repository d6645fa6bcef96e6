import { queryOptions } from '@tanstack/react-query';
import type { Database, Json } from '@/lib/database.types';
import { supabase } from '@/lib/supabase';

type Functions = Database['public']['Functions'];
export type RowRule = Database['public']['Tables']['row_rules']['Row'];
/** A rule that is not saved yet. */
export type DraftRule = Pick<
  RowRule,
  | 'words'
  | 'lowest'
  | 'highest'
  | 'account_id'
  | 'card_id'
  | 'flow'
  | 'type'
  | 'set_category_id'
  | 'set_merchant'
  | 'set_note'
  | 'add_tags'
> & { id?: string };
export type Suggestion = Functions['suggested_row_rules']['Returns'][number];
type Sent = Functions['preview_row_rule']['Returns'][number];
export type PreviewRow = Omit<Sent, 'category_id' | 'new_category_id' | 'taken_by'> & {
  category_id: string | null;
  new_category_id: string | null;
  taken_by: string | null;
};

export const ruleQueries = {
  /** In the order in which they are asked. */
  list: () =>
    queryOptions({
      queryKey: ['transactions', 'rules'],
      queryFn: async () => {
        const { data } = await supabase.from('row_rules').select('*').order('position').throwOnError();
        return data;
      },
      meta: { failure: "We couldn't load your rules" },
    }),
  suggestions: () =>
    queryOptions({
      queryKey: ['transactions', 'rules', 'suggestions'],
      queryFn: async () => (await supabase.rpc('suggested_row_rules').throwOnError()).data,
      meta: { failure: "We couldn't load suggested rules" },
    }),
  /** Which rows of the past a rule would fit. */
  preview: (rule: DraftRule) =>
    queryOptions({
      queryKey: ['transactions', 'rules', 'preview', rule],
      queryFn: async () => {
        const { data } = await supabase
          .rpc('preview_row_rule', { rule: rule as Json, most: 8 })
          .throwOnError();
        return data as PreviewRow[];
      },
      meta: { failure: "We couldn't search your transactions" },
    }),
  /** How many rows of the past all rules, or one, would change. */
  effect: (ruleId: string | null, withByHand: boolean) =>
    queryOptions({
      queryKey: ['transactions', 'rules', 'effect', ruleId, withByHand],
      queryFn: async () => {
        const { data } = await supabase
          .rpc('preview_row_rules', { rule_id: ruleId, with_by_hand: withByHand })
          .throwOnError();
        return data;
      },
      meta: { failure: "We couldn't search your transactions" },
    }),
};
