import { mutationOptions } from '@tanstack/react-query';
import { supabase } from '@/lib/supabase';

export const firstStepsMutations = {
  /** Hides the first steps or shows them again, on all devices. */
  show: mutationOptions({
    mutationFn: async ({ customerId, shows }: { customerId: string; shows: boolean }) => {
      await supabase
        .from('customers')
        .update({ shows_first_steps: shows })
        .eq('id', customerId)
        .throwOnError();
    },
    meta: { failure: 'Failed to save your settings' },
  }),
};
