import { type DayNumber, dayText, isFirstOfMonth, monthText } from '../../calendar/calendar.ts';
import { endFundDay } from '../../investments/fund-market.ts';
import { getFundAccount } from '../../investments/fund-state.ts';
import { roundHalfAway } from '../../money/amortization.ts';
import type { NewEvent, Run } from '../../simulation/run.ts';
import type { AccountState, CertificateState } from '../../simulation/state.ts';
import { dailyInterestMicros, MICROS, marketReturn, savingsTiers, shockSize } from '../rates.ts';
import { computeCertificateInterestMicros } from './certificate-terms.ts';

/**
 * Processes the end of a day for an account. Savings and CDs earn interest on the closing balance, and
 * investments follow the market, or the prices of their funds. Interest and market changes are posted at the
 * end of the month, and fractions of a cent carry over. Checking accounts earn no interest.
 */
export function accrueAccountDay(run: Run, account: AccountState, day: DayNumber): void {
  if (account.certificate) {
    endCertificateDay(run, account, account.certificate, day);
    return;
  }
  if (account.closed && account.type === 'SAVINGS') endClosedDay(run, account, day);
  if (account.closed || account.type === 'CHECKING') return;
  const fundAccount = getFundAccount(run.state, account.id, run.now);
  if (fundAccount) {
    endFundDay(run, account, fundAccount, day);
    return;
  }
  if (account.type === 'SAVINGS') accrueInterest(run, account, day);
  else account.accruedMicros += Math.round(computeWorth(account) * marketReturn(run.state.seed, day));
  if (!isFirstOfMonth(day + 1)) return;
  if (account.type === 'SAVINGS') postInterest(run, account, day);
  else postMarket(run, account, `${account.id}:market:${monthText(day)}`);
}

/**
 * Accrues a day's interest on a CD, on its balance and the interest that isn't credited yet. Credits interest
 * at the end of the month and at maturity, and transfers it to the account that the customer chose.
 */
function endCertificateDay(
  run: Run,
  account: AccountState,
  { rate, maturesOn, interestAccountId }: CertificateState,
  day: DayNumber,
): void {
  // The bank pays the interest of a CD when the customer closes it, so the rest is less than a cent.
  if (account.balance === 0) account.accruedMicros = 0;
  account.accruedMicros += computeCertificateInterestMicros(account, rate);
  if (account.closed || !(isFirstOfMonth(day + 1) || day + 1 === maturesOn)) return;
  const amount = takeAccrued(run, account);
  if (amount <= 0) return;
  const occasion = isFirstOfMonth(day + 1) ? monthText(day) : dayText(day);
  run.postWithBank(getInterestEvent(account, occasion, 'interest'), account, amount, 'interest');
  const receiver = run.account(interestAccountId);
  if (receiver?.currency !== account.currency || run.lowestBalance(account) < amount) return;
  const event = {
    key: `${account.id}:cd_interest:${occasion}`,
    kind: 'cd_interest',
    description: `${account.name} interest`,
    subject: account.id,
  };
  run.post(event, { from: account.id, to: receiver.id, amount, currency: account.currency });
}

/**
 * Pays the interest of a savings account that was closed during the month to another account. If there is
 * none in the same currency, the interest is forfeited.
 */
function endClosedDay(run: Run, account: AccountState, day: DayNumber): void {
  accrueInterest(run, account, day);
  if (account.balance !== 0 || account.accruedMicros === 0) return;
  const amount = takeAccrued(run, account);
  account.accruedMicros = 0;
  const receiver = findReceivingAccount(run.state.accounts, account.currency);
  if (amount <= 0 || !receiver) return;
  const event = getInterestEvent(account, `closed:${dayText(day)}`, 'interest until closing');
  run.postWithBank(event, receiver, amount, 'interest');
}

/**
 * Returns the open account that receives money for a closed account: the one with the highest balance in the
 * currency. Checking accounts take precedence. Tax-advantaged accounts have limits, so they don't receive it.
 * Returns undefined if there is no open account.
 */
export function findReceivingAccount(
  accounts: readonly AccountState[],
  currency: string,
): AccountState | undefined {
  const rank = ({ type }: AccountState) => ['CHECKING', 'SAVINGS', 'INVESTMENT'].indexOf(type);
  return accounts
    .filter(
      ({ closed, type, currency: held, taxTreatment }) =>
        !closed && type !== 'CD' && held === currency && !taxTreatment,
    )
    .sort((left, right) => rank(left) - rank(right) || right.balance - left.balance)[0];
}

function accrueInterest(run: Run, account: AccountState, day: DayNumber): void {
  const shift = shockSize(run.state, 'rate_change', day);
  account.accruedMicros += dailyInterestMicros(account.balance, savingsTiers(day), shift);
}

/** Applies a market drop immediately. `percent` is the drop as a percentage of the current value. */
export function applyMarketReturn(run: Run, account: AccountState, percent: number, key: string): void {
  account.accruedMicros -= Math.round((computeWorth(account) * percent) / 100);
  postMarket(run, account, key);
}

/** Returns the value of an investment in millionths of a minor unit, never negative. */
function computeWorth({ balance, accruedMicros }: AccountState): number {
  return Math.max(0, balance * MICROS + accruedMicros);
}

function postInterest(run: Run, account: AccountState, day: DayNumber): void {
  const amount = takeAccrued(run, account);
  const event = getInterestEvent(account, monthText(day), 'interest');
  if (amount > 0) run.postWithBank(event, account, amount, 'interest');
}

const getInterestEvent = ({ id, name }: AccountState, occasion: string, text: string): NewEvent => ({
  key: `${id}:interest:${occasion}`,
  kind: 'interest',
  description: `${name} ${text}`,
  category: 'Interest',
  subject: id,
});

function postMarket(run: Run, account: AccountState, key: string): void {
  const amount = takeAccrued(run, account);
  if (amount === 0) return;
  const { id, name } = account;
  const description = amount > 0 ? `${name} went up` : `${name} went down`;
  run.postWithBank({ key, kind: 'market_change', description, subject: id }, account, amount, 'outside');
}

/**
 * Returns the accrued amount in whole minor units and keeps the remainder. A loss can't exceed the
 * investment's value, nor what later outside changes leave of it.
 */
function takeAccrued(run: Run, account: AccountState): number {
  const amount = roundHalfAway(account.accruedMicros / MICROS);
  const highestLoss = Math.max(0, run.lowestBalance(account));
  if (amount < -highestLoss) {
    account.accruedMicros = 0;
    return highestLoss === 0 ? 0 : -highestLoss;
  }
  account.accruedMicros -= amount * MICROS;
  return amount;
}
