import { mutationOptions } from '@tanstack/react-query';
import { supabase } from '@/lib/supabase';

/** The names under which the bank records tours. `explain` is the hint about amounts with an explanation. */
export type TourId = 'dashboard' | 'credit-cards' | 'what-if' | 'scenarios' | 'explain';

export const tourMutations = {
  /** Records that the customer has taken or dismissed a tour, on all devices. Returns all recorded tours. */
  record: mutationOptions({
    mutationFn: async (tour: TourId) => (await supabase.rpc('record_tour', { tour }).throwOnError()).data,
    meta: { failure: "We couldn't update your tours", reloadsItself: true },
  }),
};
