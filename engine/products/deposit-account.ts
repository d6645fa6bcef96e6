import { type DayNumber, dayText, isFirstOfMonth } from '../calendar/calendar.ts';
import { roundHalfAway } from '../money/amortization.ts';
import { monthText, type Run } from '../simulation/run.ts';
import type { AccountState } from '../simulation/state.ts';
import { dailyInterestMicros, marketReturn, savingsTiers, shockSize } from './rates.ts';

const MICROS = 1_000_000;

/**
 * What a day that ended means for an account: savings earn interest on the balance at its end, investments follow the
 * market. Both are posted at the end of the month; what is left of a cent stays for the next. Checking earns nothing.
 */
export function endAccountDay(run: Run, account: AccountState, day: DayNumber): void {
  if (account.closed && account.type === 'SAVINGS') endClosedDay(run, account, day);
  if (account.closed || account.type === 'CHECKING') return;
  if (account.type === 'SAVINGS') accrueInterest(run, account, day);
  else {
    account.accruedMicros += Math.round(worthOf(account) * marketReturn(run.state.seed, day));
  }
  if (!isFirstOfMonth(day + 1)) return;
  if (account.type === 'SAVINGS') postInterest(run, account, day);
  else postMarket(run, account, `${account.id}:market:${monthText(day)}`);
}

/**
 * Savings that were closed in the middle of a month have earned until then: it goes to the account that holds most in
 * their currency, checking first. Where there is none it is forfeited.
 */
function endClosedDay(run: Run, account: AccountState, day: DayNumber): void {
  accrueInterest(run, account, day);
  if (account.balance !== 0 || account.accruedMicros === 0) return;
  const amount = takeAccrued(account);
  account.accruedMicros = 0;
  const rank = ({ type }: AccountState) => ['CHECKING', 'SAVINGS', 'INVESTMENT'].indexOf(type);
  const [heir] = run.state.accounts
    .filter(({ closed, currency }) => !closed && currency === account.currency)
    .sort((one, other) => rank(one) - rank(other) || other.balance - one.balance);
  if (amount <= 0 || !heir) return;
  const key = `${account.id}:interest:closed:${dayText(day)}`;
  const description = `${account.name} interest until it was closed`;
  run.postWithBank(
    { key, kind: 'interest', description, category: 'Interest', subject: account.id },
    heir,
    amount,
    'interest',
  );
}

function accrueInterest(run: Run, account: AccountState, day: DayNumber): void {
  const shift = shockSize(run.state, 'rate_change', day);
  account.accruedMicros += dailyInterestMicros(account.balance, savingsTiers(day), shift);
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
