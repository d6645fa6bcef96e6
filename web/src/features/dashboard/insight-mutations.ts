import { mutationOptions } from '@tanstack/react-query';
import { supabase } from '@/lib/supabase';

export const insightMutations = {
  /** It is not told again, on any device. */
  dismiss: mutationOptions({
    mutationFn: async (key: string) => {
      await supabase
        .from('insight_dismissals')
        .upsert({ key }, { onConflict: 'user_id,key', ignoreDuplicates: true })
        .throwOnError();
    },
    meta: { failure: "We couldn't dismiss this insight. Try again." },
  }),
  bringBack: mutationOptions({
    mutationFn: async (key: string) => {
      await supabase.from('insight_dismissals').delete().eq('key', key).throwOnError();
    },
    meta: { failure: "We couldn't restore this insight. Try again." },
  }),
};
