import { addMinor, fromMinor, type Minor, markMinor, subtractMinor, toMinor } from '@engine/money/minor.ts';
import { OVERDRAFT_PRODUCTS, type OverdraftProduct } from '@engine/products/accounts/overdraft-terms.ts';
import { formatMinor, formatMoney } from '@/lib/money';
import { ReviewChange } from '@/ui/forms/review';
import { TextLink } from '@/ui/link';
import type { MoneyAccount } from './account-field';
import type { Account } from './queries';

/** An account with its overdraft choice, which is missing for accounts that can't have one. */
export type CoveredAccount = MoneyAccount &
  Partial<
    Pick<
      Account,
      | 'type'
      | 'closed_at'
      | 'overdraft'
      | 'overdraft_account_id'
      | 'overdraft_product'
      | 'overdraft_cards'
      | 'overdraft_limit'
    >
  >;

/** How the bank covers a payment above the available balance. */
export type Cover = {
  missing: Minor;
  /** The savings account that pays what is missing; null if the account goes below zero. */
  savings: CoveredAccount | null;
};

/**
 * Returns the customer's open savings account that covers payments from an account; undefined if none does.
 */
export function findCoveringAccount<Saved extends CoveredAccount>(
  { type, currency, overdraft, overdraft_account_id: savingsId }: CoveredAccount,
  accounts: readonly Saved[],
): Saved | undefined {
  if (type !== 'CHECKING' || overdraft !== 'savings') return undefined;
  return accounts.find(
    ({ id, ...other }) =>
      id === savingsId && other.type === 'SAVINGS' && other.currency === currency && !other.closed_at,
  );
}

/**
 * Returns the amount by which a payment may overdraw an account, in major units. Withdrawals and purchases
 * (`card`) need the customer's opt-in.
 */
export function getAvailableOverdraft(account: CoveredAccount, by: 'card' | 'payment'): number {
  const { type, overdraft, overdraft_cards, overdraft_limit } = account;
  const isCovered = type === 'CHECKING' && overdraft === 'covered' && (by === 'payment' || overdraft_cards);
  return isCovered ? (overdraft_limit ?? 0) : 0;
}

/**
 * Returns how the bank covers a payment; undefined if the account has enough, or nothing covers it.
 * `overdraft` is the amount by which the payment may overdraw the account, in major units.
 */
export function findCover(
  account: CoveredAccount,
  accounts: readonly CoveredAccount[],
  { amount, overdraft }: { amount: Minor; overdraft: number },
): Cover | undefined {
  const missing = subtractMinor(amount, toMinor(account.available_balance));
  if (missing <= 0) return undefined;
  const savings = findCoveringAccount(account, accounts);
  if (savings) return toMinor(savings.available_balance) >= missing ? { missing, savings } : undefined;
  return missing <= toMinor(overdraft) ? { missing, savings: null } : undefined;
}

/**
 * Returns how savings cover a transfer between own accounts. The bank never lends money for such a transfer,
 * and the covering account can't receive its own money.
 */
export function findTransferCover(
  source: CoveredAccount | undefined,
  target: CoveredAccount | undefined,
  accounts: readonly CoveredAccount[],
  amount: Minor | null,
): Cover | undefined {
  if (!source || amount === null) return undefined;
  const cover = findCover(source, accounts, { amount, overdraft: 0 });
  return cover?.savings?.id === target?.id ? undefined : cover;
}

/** Renders the savings account before and after the overdraft transfer. */
export function CoverChange({ cover, currency }: { cover: Cover | undefined; currency: string }) {
  if (!cover?.savings) return null;
  const { name, balance } = cover.savings;
  const after = fromMinor(subtractMinor(toMinor(balance), cover.missing));
  return <ReviewChange label={name} before={balance} after={after} currency={currency} />;
}

/** Returns an account's balance after a payment that the bank covers if needed, in major units. */
export function getBalanceAfter(balance: number, amount: Minor, cover: Cover | undefined): number {
  const paid = subtractMinor(toMinor(balance), amount);
  return fromMinor(cover?.savings ? addMinor(paid, cover.missing) : paid);
}

/** Explains how the bank covers a payment. Renders nothing if it doesn't. */
export function CoverNote({ account, cover }: { account: CoveredAccount; cover: Cover | undefined }) {
  if (!cover) return null;
  const missing = formatMinor(cover.missing, account.currency);
  return (
    <p className="text-ink-2 text-sm">
      {cover.savings
        ? `We first transfer ${missing} from ${cover.savings.name}. No fee.`
        : `This overdraws your account by ${missing}. A fee of ${formatMoney(getOverdraftFee(account), account.currency)} may follow.`}
    </p>
  );
}

/** Renders a link to the overdraft choice of a checking account. */
export function OverdraftLink({ account }: { account: CoveredAccount | undefined }) {
  if (account?.type !== 'CHECKING') return null;
  return (
    <TextLink to={`/dashboard/accounts/${account.id}?overdraft=change`}>Change overdraft choice</TextLink>
  );
}

/** Returns the fee for a covered payment, in major units. */
function getOverdraftFee({ overdraft_product: product }: CoveredAccount): number {
  const terms = OVERDRAFT_PRODUCTS[(product as OverdraftProduct | null | undefined) ?? 'standard'];
  return fromMinor(markMinor(terms.fee));
}
