import { type QueuedMovement, sendOrQueue } from '@/lib/offline/queue';
import { type Arguments, requestMutation } from '@/lib/requests';

type Transfer = Arguments<'transfer'> & {
  request_id: string;
  /**
   * The label and currency for a queued transfer. Null if the transfer is not queued offline, such as when the
   * received amount depends on the day's exchange rate.
   */
  display: QueuedMovement | null;
};

/** Transfers money and returns the two changed accounts, source first. */
export const transferMutation = requestMutation(
  "We couldn't transfer your money. Nothing changed.",
  ({ display, ...transfer }: Transfer) => sendOrQueue('transfer', transfer, display),
);
