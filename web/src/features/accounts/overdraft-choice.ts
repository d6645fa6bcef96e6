import { fromMinor, markMinor } from '@engine/money/minor.ts';
import { OVERDRAFT_PRODUCTS, type OverdraftProduct } from '@engine/products/overdraft-terms.ts';
import { type Account, isUsable } from '@/entities/account/queries';

/** The overdraft choice in a form. `savingsId` and `product` keep their values while another choice is selected. */
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

/** Returns the savings account that covers payments from an account; undefined if none does. */
export function findCoveringAccount(
  { type, currency, overdraft, overdraft_account_id }: Account,
  accounts: readonly Account[],
): Account | undefined {
  if (type !== 'CHECKING' || overdraft !== 'savings') return undefined;
  return getCoveringAccounts(accounts, currency).find(({ id }) => id === overdraft_account_id);
}

/** Returns the amount by which a withdrawal may overdraw an account, in major units. */
export function getAvailableOverdraft(account: Account): number {
  const { type, overdraft, overdraft_cards, overdraft_limit } = account;
  return type === 'CHECKING' && overdraft === 'covered' && overdraft_cards ? (overdraft_limit ?? 0) : 0;
}

/** Returns the fee for a covered payment, in major units. */
export function getOverdraftFee({ overdraft_product }: Account): number {
  const terms = OVERDRAFT_PRODUCTS[(overdraft_product as OverdraftProduct | null) ?? 'standard'];
  return fromMinor(markMinor(terms.fee));
}
