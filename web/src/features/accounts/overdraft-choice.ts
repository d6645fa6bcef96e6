import { type Account, isUsable } from '@/entities/account/queries';

export const OVERDRAFT_CHOICES = ['decline', 'savings'] as const;
export type OverdraftChoice = (typeof OVERDRAFT_CHOICES)[number];

/** Returns the customer's open savings accounts that can cover payments from an account. */
export function getCoveringAccounts(accounts: readonly Account[], currency: string): Account[] {
  return accounts.filter(
    (account) => isUsable(account) && account.type === 'SAVINGS' && account.currency === currency,
  );
}

/** Returns the savings account that covers payments from an account; undefined if nothing covers them. */
export function findCoveringAccount(
  { type, currency, overdraft, overdraft_account_id }: Account,
  accounts: readonly Account[],
): Account | undefined {
  if (type !== 'CHECKING' || overdraft !== 'savings') return undefined;
  return getCoveringAccounts(accounts, currency).find(({ id }) => id === overdraft_account_id);
}
