import { mutationOptions } from '@tanstack/react-query';
import { supabase } from '@/lib/supabase';

export const tipMutations = {
  /** Records the result of a quiz. The best one counts. */
  finish: mutationOptions({
    mutationFn: async (result: { lesson: string; questions: number; right: number }) => {
      const { data } = await supabase
        .rpc('finish_lesson', {
          lesson: result.lesson,
          answered: result.questions,
          answered_right: result.right,
        })
        .throwOnError();
      return data;
    },
    meta: { failure: "We couldn't save your progress" },
  }),
  /** Dismisses the insight on all devices. */
  dismiss: mutationOptions({
    mutationFn: async (key: string) => {
      await supabase
        .from('insight_dismissals')
        .upsert({ key }, { onConflict: 'user_id,key', ignoreDuplicates: true })
        .throwOnError();
    },
    meta: { failure: "We couldn't dismiss this tip. Try again." },
  }),
  bringBack: mutationOptions({
    mutationFn: async (key: string) => {
      await supabase.from('insight_dismissals').delete().eq('key', key).throwOnError();
    },
    meta: { failure: "We couldn't restore this tip. Try again." },
  }),
};
