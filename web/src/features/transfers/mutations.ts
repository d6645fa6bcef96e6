import type { Database } from '@/lib/database.types';
import { requestMutation } from '@/lib/requests';
import { supabase } from '@/lib/supabase';

type ScheduledTransfer = Database['public']['Tables']['scheduled_payments']['Insert'];

/** Schedules a transfer as a scheduled payment, for a day or repeatedly. */
export const scheduleMutation = requestMutation(
  "We couldn't schedule your transfer",
  (transfer: ScheduledTransfer) => supabase.from('scheduled_payments').insert(transfer).select().single(),
);
