import { type DayNumber, dayText } from '../../calendar/calendar.ts';
import type { Run } from '../../simulation/run.ts';
import type { AccountState, CardState, HouseholdState } from '../../simulation/state.ts';

/** The number of minimum payments in a row that must be on time before the deposit is returned. */
export const PAYMENTS_TO_GRADUATE = 7;

/**
 * Counts a due date of a secured card. After seven payments on time, returns the deposit, and the card keeps
 * its limit without collateral. If no account can receive the deposit, tries again on the next due date.
 */
export function countOnTime(run: Run, card: CardState, due: DayNumber, isOnTime: boolean): void {
  const { deposit } = card;
  if (!deposit) return;
  card.onTime = isOnTime ? (card.onTime ?? 0) + 1 : 0;
  const account = findReceiver(run.state, card);
  if (card.onTime < PAYMENTS_TO_GRADUATE || !account) return;
  const event = {
    key: `${card.id}:graduated:${dayText(due)}`,
    kind: 'deposit_return',
    description: `${card.name} security deposit returned`,
    subject: card.id,
  };
  run.postWithBank(event, account, deposit.amount, 'deposits');
  run.report({
    ...event,
    key: `${event.key}:report`,
    kind: 'card_graduated',
    description: `${card.name} no longer needs a security deposit`,
    facts: { amount: deposit.amount, account: account.name },
  });
  delete card.deposit;
  delete card.onTime;
}

/**
 * Returns the account that the deposit came from, or a checking or savings account in its currency.
 * `bank.return_deposit` has the same rule.
 */
function findReceiver(
  { accounts }: HouseholdState,
  { deposit, currency }: CardState,
): AccountState | undefined {
  const open = accounts.filter((account) => !account.closed && account.currency === currency);
  return (
    open.find(({ id }) => id === deposit?.accountId) ??
    open.find(({ type }) => type === 'CHECKING') ??
    open.find(({ type }) => type === 'SAVINGS')
  );
}
