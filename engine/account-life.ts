import { roundHalfAway } from './amortization.ts';
import { type DayNumber, isFirstOfMonth } from './calendar.ts';
import { dailyInterestMicros, marketReturn, savingsTiers, shockSize } from './rates.ts';
import { monthText, type Run } from './run.ts';
import type { AccountState } from './state.ts';

const MICROS = 1_000_000;

/**
 * What a day that ended means for an account: savings earn interest on the balance at its end, investments follow the
 * market. Both are posted at the end of the month; what is left of a cent stays for the next. Checking earns nothing.
 */
export function endAccountDay(run: Run, account: AccountState, day: DayNumber): void {
  if (account.closed || account.type === 'CHECKING') return;
  if (account.type === 'SAVINGS') {
    const shift = shockSize(run.state, 'rate_change', day);
    account.accruedMicros += dailyInterestMicros(account.balance, savingsTiers(day), shift);
  } else {
    account.accruedMicros += Math.round(worthOf(account) * marketReturn(run.state.seed, day));
  }
  if (!isFirstOfMonth(day + 1)) return;
  if (account.type === 'SAVINGS') postInterest(run, account, day);
  else postMarket(run, account, `${account.id}:market:${monthText(day)}`);
}

/** A fall of the market strikes at once. `percent` is of the value then. */
export function strikeInvestment(run: Run, account: AccountState, percent: number, key: string): void {
  account.accruedMicros -= Math.round((worthOf(account) * percent) / 100);
  postMarket(run, account, key);
}

/** What an investment is worth, in millionths of a minor unit: nothing when more was withdrawn than it was worth. */
function worthOf({ balance, accruedMicros }: AccountState): number {
  return Math.max(0, balance * MICROS + accruedMicros);
}

function postInterest(run: Run, account: AccountState, day: DayNumber): void {
  const amount = takeAccrued(account);
  if (amount <= 0) return;
  run.postWithBank(
    {
      key: `${account.id}:interest:${monthText(day)}`,
      kind: 'interest',
      description: `${account.name} interest`,
      category: 'Interest',
      subject: account.id,
    },
    account,
    amount,
    'interest',
  );
}

function postMarket(run: Run, account: AccountState, key: string): void {
  const amount = takeAccrued(account);
  if (amount === 0) return;
  run.postWithBank(
    {
      key,
      kind: 'market_change',
      description: amount > 0 ? `${account.name} went up` : `${account.name} went down`,
      subject: account.id,
    },
    account,
    amount,
    'outside',
  );
}

/** The accrued amount in whole minor units; the remainder stays. A loss takes no more than there is: the rest is gone. */
function takeAccrued(account: AccountState): number {
  const amount = roundHalfAway(account.accruedMicros / MICROS);
  if (amount < -account.balance) {
    account.accruedMicros = 0;
    return -account.balance;
  }
  account.accruedMicros -= amount * MICROS;
  return amount;
}
