import { OVERDRAFT_TRANSFER, type Run } from '../simulation/run.ts';
import type { AccountState } from '../simulation/state.ts';

/**
 * Returns the largest payment that an account can make now, in minor units, including what the bank covers. The
 * bank covers a payment from the linked savings account once per day.
 */
export function getReach(run: Run, account: AccountState): number {
  const savings = findSavings(run, account);
  const own = run.spendable(account);
  return Math.max(0, savings ? Math.max(own, own + run.available(savings)) : own);
}

/**
 * Returns true if an account can make a payment now. If the account is short, first transfers exactly the
 * missing amount from the linked savings account, at the same instant. Transfers nothing if the savings account
 * can't cover the payment in full. `key` is the event key of the payment.
 */
export function ensureFunds(run: Run, account: AccountState, amount: number, key: string): boolean {
  if (run.available(account) >= amount) return true;
  const savings = findSavings(run, account);
  if (!savings || getReach(run, account) < amount) return false;
  const event = {
    key: `${key}:overdraft`,
    kind: OVERDRAFT_TRANSFER,
    description: `Overdraft transfer to ${account.name}`,
    subject: account.id,
  };
  const missing = amount - run.spendable(account);
  run.post(event, { from: savings.id, to: account.id, amount: missing, currency: account.currency });
  return true;
}

/** Returns the savings account that can still cover a payment today. */
function findSavings(run: Run, { type, overdraft, currency }: AccountState): AccountState | undefined {
  const savings = type === 'CHECKING' ? run.account(overdraft?.accountId ?? null) : undefined;
  if (savings?.type !== 'SAVINGS' || savings.currency !== currency) return undefined;
  const { today } = run;
  const isUsed =
    savings.coveredOn === today ||
    run.state.changes.some(
      ({ productId, kind, amount, at }) =>
        productId === savings.id &&
        kind === OVERDRAFT_TRANSFER &&
        amount < 0 &&
        run.zone.getDay(at) === today,
    );
  return isUsed ? undefined : savings;
}
