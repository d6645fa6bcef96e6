import { fromMinor, type Minor, subtractMinor, toMinor } from '@engine/money/minor.ts';
import { useQuery } from '@tanstack/react-query';
import { toastRefusal } from '@/entities/refusal/refusal-messages';
import { formatMinor } from '@/lib/money';
import { useIdempotentMutation } from '@/lib/request-id';
import { toast } from '@/lib/toast';
import { Button } from '@/ui/button';
import { type Account, accountQueries, canPayIn } from './queries';
import { transferMutation } from './transfer-mutation';

type CoverShortfallProps = {
  /** The account that can't pay. */
  accountId: string;
  /** An account that must not pay, such as the target of a transfer. */
  excludedId?: string;
  /** The amount to pay, in minor units of the account's currency. */
  amount: Minor | null;
  /** Called after the missing amount has arrived. */
  onCovered?: () => void;
};

/**
 * Offers to transfer the amount that an account is short, from the customer's account with the highest balance
 * in the same currency. Renders nothing if the balance is sufficient or no account has enough. The toast
 * offers to undo the transfer.
 */
export function CoverShortfall({ accountId, excludedId, amount, onCovered }: CoverShortfallProps) {
  const accounts = useQuery(accountQueries.list()).data ?? [];
  const { send, isPending, renew } = useIdempotentMutation(transferMutation);
  const account = accounts.find(({ id }) => id === accountId);
  if (!account || amount === null) return null;
  const missing = subtractMinor(amount, toMinor(account.available_balance));
  const others = accounts.filter(({ id }) => id !== accountId && id !== excludedId);
  const source = missing > 0 && findSource(others, account.currency, missing);
  if (!source) return null;
  const money = formatMinor(missing, account.currency);

  /**
   * Returns true if the money moved. Undo can run after the component unmounts, when mutation callbacks no longer
   * run, so this awaits the request.
   */
  async function move(from: Account, to: Account): Promise<boolean> {
    const content = { from_account_id: from.id, to_account_id: to.id, amount: fromMinor(missing) };
    try {
      await send({ ...content, display: null });
    } catch (error) {
      toastRefusal(from.currency)(error);
      return false;
    }
    renew();
    return true;
  }
  async function undo(from: Account, to: Account) {
    if (await move(from, to)) toast.success(`${money} moved back to ${to.name}`);
  }
  async function cover(from: Account, to: Account) {
    if (!(await move(from, to))) return;
    onCovered?.();
    toast.success(`${money} moved from ${from.name} to ${to.name}`, {
      action: { label: 'Undo', onClick: () => void undo(to, from) },
    });
  }
  return (
    <Button className="self-start" busy={isPending} onClick={() => void cover(source, account)}>
      Move {money} from {source.name}
    </Button>
  );
}

function findSource(accounts: readonly Account[], currency: string, missing: Minor): Account | undefined {
  return accounts
    .filter((account) => canPayIn(account, currency) && toMinor(account.available_balance) >= missing)
    .toSorted((left, right) => right.available_balance - left.available_balance)[0];
}
