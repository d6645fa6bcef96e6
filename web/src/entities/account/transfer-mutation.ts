import { mutationOptions } from '@tanstack/react-query';
import { type QueuedMovement, sendOrQueue } from '@/lib/offline/queue';
import { type Arguments, requestMutation } from '@/lib/requests';
import { accountQueries } from './queries';

type Transfer = Arguments<'transfer'> & {
  request_id: string;
  /**
   * The label and currency for a queued transfer. Null if the transfer is not queued offline, such as when the
   * received amount depends on the day's exchange rate.
   */
  display: QueuedMovement | null;
};

/**
 * Transfers money and returns the two changed accounts, source first. Updates the loaded accounts at once, because
 * Undo and the next transfer need the new balances before the accounts are loaded again.
 */
export const transferMutation = mutationOptions({
  ...requestMutation(
    "We couldn't transfer your money. Nothing changed.",
    ({ display, ...transfer }: Transfer) => sendOrQueue('transfer', transfer, display),
  ),
  onSuccess: (changed, _transfer, _result, { client }) => {
    client.setQueryData(accountQueries.list().queryKey, (accounts) =>
      accounts?.map((account) => changed.find(({ id }) => id === account.id) ?? account),
    );
  },
});
