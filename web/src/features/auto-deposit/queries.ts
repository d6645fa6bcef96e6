import { infiniteQueryOptions } from '@tanstack/react-query';
import type { Database } from '@/lib/database.types';
import { requestQuery } from '@/lib/requests';
import { supabase } from '@/lib/supabase';

export type AutoDeposit = Database['public']['Tables']['auto_deposits']['Row'];
export type RuleEvent = Database['public']['Views']['rule_history']['Row'];

const PAGE_ROWS = 50;
const LATEST_ROWS = 6;

export const autoDepositQueries = {
  list: () =>
    requestQuery(['auto-deposit', 'list'], "We couldn't load your auto deposits", () =>
      supabase.from('auto_deposits').select('*').order('created_at').order('id'),
    ),
  /** Reads the latest deposits of several rules, newest first. */
  latest: (ruleIds: readonly string[]) =>
    requestQuery(['auto-deposit', 'latest', ruleIds], "We couldn't load the latest deposits", () =>
      supabase
        .from('rule_history')
        .select('*')
        .in('rule_id', [...ruleIds])
        .order('at', { ascending: false })
        .order('event_key', { ascending: false })
        .limit(LATEST_ROWS),
    ),
  /** Reads the history of a rule, newest first. */
  history: (ruleId: string) =>
    infiniteQueryOptions({
      queryKey: ['auto-deposit', 'history', ruleId],
      queryFn: async ({ pageParam }) => {
        const { data } = await supabase
          .from('rule_history')
          .select('*')
          .eq('rule_id', ruleId)
          .order('at', { ascending: false })
          .order('event_key', { ascending: false })
          .range(pageParam, pageParam + PAGE_ROWS - 1)
          .throwOnError();
        return data;
      },
      initialPageParam: 0,
      getNextPageParam: (rows, _pages, from) => (rows.length === PAGE_ROWS ? from + PAGE_ROWS : null),
      meta: { failure: "We couldn't load the history" },
    }),
};
