import { type Arguments, requestMutation } from '@/lib/requests';
import { supabase } from '@/lib/supabase';

export const tipMutations = {
  /** Records a quiz result. The customer's best result counts. */
  finish: requestMutation("We couldn't save your progress", (result: Arguments<'finish_lesson'>) =>
    supabase.rpc('finish_lesson', result),
  ),
};
