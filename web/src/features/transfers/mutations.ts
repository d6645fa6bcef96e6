import { type QueuedMovement, sendOrQueue } from '@/lib/offline/queue';
import { requestMutation } from '@/lib/requests';

type Transfer = {
  from: string;
  to: string;
  amount: number;
  description: string;
  requestId: string;
  /**
   * The label and currency for a queued transfer. Null if the received amount depends on the day's exchange
   * rate, because such transfers aren't queued offline.
   */
  display: QueuedMovement | null;
};

export const transferMutations = {
  /** Transfers money and returns the two changed accounts, source first. */
  transfer: requestMutation(
    "We couldn't transfer your money. Nothing changed.",
    ({ from, to, amount, description, requestId, display }: Transfer) =>
      sendOrQueue(
        'transfer',
        {
          from_account_id: from,
          to_account_id: to,
          amount,
          description: description || null,
          request_id: requestId,
        },
        display,
      ),
  ),
};
