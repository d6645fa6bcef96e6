import { requestMutation } from '@/lib/requests';
import { supabase } from '@/lib/supabase';

export const tipMutations = {
  /** Records a quiz result. The customer's best result counts. */
  finish: requestMutation(
    "We couldn't save your progress",
    (result: { lesson: string; questions: number; right: number }) =>
      supabase.rpc('finish_lesson', {
        lesson: result.lesson,
        answered: result.questions,
        answered_right: result.right,
      }),
  ),
};
