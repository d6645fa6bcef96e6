import { fromMinor, subtractMinor, toMinor } from '@engine/money/minor.ts';
import { mutationOptions } from '@tanstack/react-query';
import { type QueuedMovement, sendOrQueue } from '@/lib/offline/queue';
import { type Arguments, requestMutation } from '@/lib/requests';
import { type Account, type AccountRow, accountQueries } from './queries';

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
      accounts?.map((account) => {
        const row = changed.find(({ id }) => id === account.id);
        return row ? { ...row, available_balance: getAvailableAfter(account, row) } : account;
      }),
    );
  },
});

/** Returns the available balance after a change of the balance. A transfer doesn't change the amount on hold. */
function getAvailableAfter({ balance, available_balance }: Account, after: AccountRow): number {
  const held = subtractMinor(toMinor(balance), toMinor(available_balance));
  return fromMinor(subtractMinor(toMinor(after.balance), held));
}
