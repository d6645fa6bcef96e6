import type { OverdraftProduct } from '@engine/products/accounts/overdraft-terms.ts';
import { type Account, isUsable } from '@/entities/account/queries';

/**
 * The overdraft choice in a form. `savingsId` and `product` keep their values while another choice is
 * selected.
 */
export type OverdraftDraft = {
  choice: 'decline' | 'savings' | 'covered';
  savingsId: string;
  product: OverdraftProduct;
  /** True if withdrawals and purchases are covered too. */
  cards: boolean;
};

/** Returns the choice that a form starts with: the account's own, or the default for new accounts. */
export function readDraft(account: Account | undefined, savings: readonly Account[]): OverdraftDraft {
  const { overdraft, overdraft_account_id, overdraft_product, overdraft_cards } = account ?? {};
  const linked = savings.find(({ id }) => id === overdraft_account_id) ?? savings[0];
  return {
    choice: overdraft === 'savings' || overdraft === 'covered' ? overdraft : 'decline',
    savingsId: linked?.id ?? '',
    product: (overdraft_product as OverdraftProduct | null | undefined) ?? 'standard',
    cards: overdraft_cards ?? false,
  };
}

/** Returns the arguments of the bank's functions for a choice. */
export function getOverdraftArguments({ choice, savingsId, product, cards }: OverdraftDraft) {
  if (choice === 'savings') return { overdraft_account_id: savingsId };
  return choice === 'covered' ? { overdraft_product: product, overdraft_cards: cards } : {};
}

/** Returns the customer's open savings accounts that can cover payments from an account. */
export function getCoveringAccounts(accounts: readonly Account[], currency: string): Account[] {
  return accounts.filter(
    (account) => isUsable(account) && account.type === 'SAVINGS' && account.currency === currency,
  );
}
