import { requestMutation } from '@/lib/requests';
import { supabase } from '@/lib/supabase';

export const tipMutations = {
  /** Records the result of a quiz. The best one counts. */
  finish: requestMutation(
    "We couldn't save your progress",
    (result: { lesson: string; questions: number; right: number }) =>
      supabase.rpc('finish_lesson', {
        lesson: result.lesson,
        answered: result.questions,
        answered_right: result.right,
      }),
  ),
  /** Dismisses the insight on all devices. */
  dismiss: requestMutation("We couldn't dismiss this tip. Try again.", (key: string) =>
    supabase
      .from('insight_dismissals')
      .upsert({ key }, { onConflict: 'user_id,key', ignoreDuplicates: true }),
  ),
  bringBack: requestMutation("We couldn't restore this tip. Try again.", (key: string) =>
    supabase.from('insight_dismissals').delete().eq('key', key),
  ),
};
