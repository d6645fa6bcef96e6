import { sumAmounts } from '@/lib/money';
import { ReviewChange } from '@/ui/forms/review';
import type { MoneyAccount } from './account-field';

type AccountChangeProps = {
  /** Undefined if the money comes from outside the bank. Then nothing is rendered. */
  account: Pick<MoneyAccount, 'name' | 'balance' | 'currency'> | undefined;
  /** The amount that the account pays, in major units. */
  pays: number;
};

/** Renders the balance of a paying account before and after the transaction. */
export function AccountChange({ account, pays }: AccountChangeProps) {
  if (!account) return null;
  const { name, balance, currency } = account;
  return (
    <ReviewChange label={name} before={balance} after={sumAmounts([balance, -pays])} currency={currency} />
  );
}
