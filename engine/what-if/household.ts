import { type Instant, Zone } from '../calendar/calendar.ts';
import { getInvested } from '../investments/fund-state.ts';
import { hasReachedWithdrawalLimit } from '../products/accounts/account-plan-terms.ts';
import { isCashAccount } from '../products/accounts/account-types.ts';
import { simulate } from '../simulation/simulate.ts';
import type {
  AccountState,
  CardState,
  Currency,
  DebtState,
  HouseholdState,
  ScheduledPaymentState,
} from '../simulation/state.ts';

export type Debt = DebtState | CardState;

/** The local time of scheduled payments, in minutes after midnight. */
export const PAYMENTS_AT_MINUTES = 9 * 60;

export function getRule(state: HouseholdState, id: string) {
  return [...state.autoDeposits, ...state.scheduledPayments].find((rule) => rule.id === id);
}

export function getProduct(state: HouseholdState, id: string) {
  return [...state.accounts, ...state.cards, ...state.debts].find((product) => product.id === id);
}

export const isCard = (product: Debt): product is CardState => 'limit' in product;

/** Returns true if autopay pays a card's statements in full, so its balance is not long-term debt. */
export function isPaidInFull(state: HouseholdState, card: CardState): boolean {
  return (
    card.autopay?.pays === 'statement' ||
    rulesThatPay(state, card.id).some(({ amount }) => amount === 'statement')
  );
}

/** Returns the active scheduled payments to a debt or card. */
export function rulesThatPay({ scheduledPayments }: HouseholdState, id: string): ScheduledPaymentState[] {
  return scheduledPayments.filter(
    ({ to, recurrence }) => to.kind !== 'outside' && to.id === id && !recurrence.paused,
  );
}

/**
 * Returns the account that pays a debt or card by autopay or a scheduled payment. If there is none, returns
 * the household's usual account.
 */
export function getPayer(state: HouseholdState, debt: Debt): AccountState | undefined {
  const id = debt.autopay?.accountId ?? rulesThatPay(state, debt.id)[0]?.accountId;
  return (
    state.accounts.find((account) => account.id === id && !account.closed) ??
    usualAccount(state, debt.currency)
  );
}

/**
 * Returns the account for daily spending. If there is none, returns the account that the most rules pay from,
 * or else the checking account with the highest balance.
 */
export function usualAccount(state: HouseholdState, currency: Currency): AccountState | undefined {
  const payers = [...state.cards, ...state.debts]
    .flatMap(({ autopay }) => (autopay ? [autopay.accountId] : []))
    .concat(state.scheduledPayments.map(({ accountId }) => accountId));
  const uses = (account: AccountState) =>
    account.id === state.spendingProfile?.accountId
      ? payers.length + 1
      : payers.filter((id) => id === account.id).length;
  const isChecking = ({ type }: AccountState) => (type === 'CHECKING' ? 1 : 0);
  return state.accounts
    .filter((account) => !account.closed && isCashAccount(account) && account.currency === currency)
    .sort(
      (left, right) =>
        uses(right) - uses(left) || isChecking(right) - isChecking(left) || right.balance - left.balance,
    )[0];
}

/**
 * Returns what can be spent from an account now, as the bank counts it: not money in funds or on hold, and nothing
 * after the last withdrawal that its plan allows this month.
 */
export function getAvailable(state: HouseholdState, account: AccountState): number {
  if (hasReachedWithdrawalLimit(account, new Zone(state.timeZone).getDay(state.at))) return 0;
  const held = (state.holds ?? []).filter(({ productId }) => productId === account.id);
  const onHold = held.reduce((sum, { remaining }) => sum + remaining, 0);
  return account.balance - getInvested(state, account.id) - onHold;
}

/**
 * Makes a payment on a debt or card now. The engine processes it as a change, so that interest is accurate to
 * the day.
 */
export function payDebt(
  state: HouseholdState,
  account: AccountState,
  debt: Debt,
  amount: number,
): HouseholdState {
  const { at } = state;
  const kind = isCard(debt) ? 'card_payment' : 'loan_payment';
  const changes = [
    { at, productId: account.id, amount: -amount, kind },
    { at, productId: debt.id, amount, kind },
    ...state.changes,
  ];
  return simulate({ ...state, changes }, at, { record: false }).state;
}

/**
 * Returns the household's current time. It can be later than the last step because of changes from outside
 * the engine.
 */
export function getNow({ at, changes }: HouseholdState, now: Instant = at): Instant {
  return Math.max(at, changes.at(-1)?.at ?? at, now);
}

/** Returns the debts and cards that are paid by neither autopay nor a scheduled payment. */
export function debtsWithoutPayment(state: HouseholdState): Debt[] {
  return [...state.debts, ...state.cards].filter(
    (debt) => !debt.autopay && rulesThatPay(state, debt.id).length === 0,
  );
}

/**
 * Turns on autopay for a debt or card that has no payment set up. Returns false if there is no account to pay
 * from.
 */
export function turnOnAutopay(state: HouseholdState, debt: Debt, pays: 'minimum' | 'statement'): boolean {
  const accountId = usualAccount(state, debt.currency)?.id;
  if (accountId === undefined) return false;
  if (isCard(debt)) debt.autopay = { accountId, pays };
  else debt.autopay = { accountId, extra: 0 };
  return true;
}
