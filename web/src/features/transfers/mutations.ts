import type { Database } from '@/lib/database.types';
import { type QueuedMovement, sendOrQueue } from '@/lib/offline/queue';
import { type Arguments, requestMutation } from '@/lib/requests';
import { supabase } from '@/lib/supabase';

type Transfer = Arguments<'transfer'> & {
  request_id: string;
  /**
   * The label and currency for a queued transfer. Null if the received amount depends on the day's exchange
   * rate, because such transfers aren't queued offline.
   */
  display: QueuedMovement | null;
};

type ScheduledTransfer = Database['public']['Tables']['scheduled_payments']['Insert'];

export const transferMutations = {
  /** Transfers money and returns the two changed accounts, source first. */
  transfer: requestMutation(
    "We couldn't transfer your money. Nothing changed.",
    ({ display, ...transfer }: Transfer) => sendOrQueue('transfer', transfer, display),
  ),
  /** Schedules a transfer as a scheduled payment, for a day or repeatedly. */
  schedule: requestMutation("We couldn't schedule your transfer", (transfer: ScheduledTransfer) =>
    supabase.from('scheduled_payments').insert(transfer).select().single(),
  ),
};
