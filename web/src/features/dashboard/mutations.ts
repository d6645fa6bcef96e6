import { requestMutation } from '@/lib/requests';
import { supabase } from '@/lib/supabase';
import type { Part } from './customize/layout';

export const dashboardMutations = {
  /** Saves the layout of the dashboard for all devices; null restores the default. */
  saveLayout: requestMutation(
    "We couldn't save your dashboard",
    ({ customerId, layout }: { customerId: string; layout: Part[] | null }) =>
      supabase.from('customers').update({ dashboard_layout: layout }).eq('id', customerId),
  ),
};
