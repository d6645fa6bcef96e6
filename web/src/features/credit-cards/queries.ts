import { queryOptions } from '@tanstack/react-query';
import { supabase } from '@/lib/supabase';

export const creditCardQueries = {
  list: () =>
    queryOptions({
      queryKey: ['credit-cards', 'list'],
      queryFn: async () => {
        const { data } = await supabase.from('credit_cards').select('*').order('created_at').throwOnError();
        return data;
      },
      meta: { failure: 'Failed to load credit cards' },
    }),
  activity: (cardId: string) =>
    queryOptions({
      queryKey: ['credit-cards', 'activity', cardId],
      queryFn: async () => {
        const { data } = await supabase
          .from('card_activity')
          .select('*')
          .eq('card_id', cardId)
          .order('entry_id', { ascending: false })
          .limit(50)
          .throwOnError();
        return data;
      },
      meta: { failure: 'Failed to load credit cards' },
    }),
};
