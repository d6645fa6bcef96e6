import { requestMutation } from '@/lib/requests';
import { supabase } from '@/lib/supabase';

export const firstStepsMutations = {
  /** Hides the first steps or shows them again, on all devices. */
  show: requestMutation(
    "We couldn't save your settings",
    ({ customerId, shows }: { customerId: string; shows: boolean }) =>
      supabase.from('customers').update({ shows_first_steps: shows }).eq('id', customerId),
  ),
};
