import { type DayNumber, type Instant, monthText } from '../../calendar/calendar.ts';
import { type Change, RANK, type Run, type Timer } from '../../simulation/run.ts';
import type { AccountMonth, AccountState, HouseholdState } from '../../simulation/state.ts';
import {
  type FeeTerms,
  getAverage,
  getFeeTerms,
  getNextMonth,
  getPlan,
  getWaivers,
} from './account-plan-terms.ts';
import { isCashAccount } from './account-types.ts';

/** Electronic credits, such as pay. Deposits by hand don't count. */
const CREDITS = new Set(['auto_deposit', 'tax_refund']);

/** Entries of the bank that aren't withdrawals. `bank.is_withdrawal` has the same kinds. */
const NOT_WITHDRAWN = new Set([
  'maintenance_fee',
  'transfer_fee',
  'correction',
  'adjustment',
  'currency_change',
]);

/** Returns true for the kinds of entries out of an account that count as a withdrawal. */
export const isWithdrawal = (kind: string): boolean => !NOT_WITHDRAWN.has(kind);

/** Adds the end of a day to the month of an account with a monthly fee. */
export function endPlanDay(run: Run, account: AccountState, day: DayNumber): void {
  if (account.closed || !getFeeTerms(account.type, getPlan(account, day))) return;
  const month = openMonth(account, day);
  month.lowest = Math.min(month.lowest ?? account.balance, account.balance);
  month.combined += sumBalances(run.state, account.currency);
  month.days += 1;
}

/** Returns the record of a day's month, and starts a new one in a new month. */
function openMonth(account: AccountState, day: DayNumber): AccountMonth {
  const month = monthText(day);
  if (account.month?.month !== month)
    account.month = { month, credits: 0, combined: 0, days: 0, withdrawals: 0 };
  return account.month;
}

/** Returns the sum of the balances of all checking and savings accounts in a currency. */
const sumBalances = ({ accounts }: HouseholdState, currency: string) =>
  accounts.reduce(
    (sum, account) =>
      !account.closed && isCashAccount(account) && account.currency === currency
        ? sum + account.balance
        : sum,
    0,
  );

/**
 * Decides the monthly fee of an account at the first instant of the next month, and counts what waives it.
 * The fee never takes the account below zero.
 */
export class AccountPlanSimulator implements Timer {
  /** Nothing else is due at midnight that the fee should follow. */
  readonly rank = RANK.dayEnd;
  due: Instant;
  private first: DayNumber;

  constructor(
    private readonly run: Run,
    private readonly account: AccountState,
  ) {
    run.observe(account.id, (amount, change) => this.applyChange(amount, change));
    this.first = getNextMonth(run.zone.getDay(run.missedUntil));
    this.due = run.zone.getStart(this.first);
  }

  fire(): void {
    const { account, first } = this;
    const last = first - 1;
    const terms = getFeeTerms(account.type, getPlan(account, last));
    const { month } = account;
    if (!account.closed && terms && month?.month === monthText(last) && month.days > 0)
      this.decide(terms, month);
    delete account.month;
    this.first = getNextMonth(first);
    this.due = this.run.zone.getStart(this.first);
  }

  private decide(terms: FeeTerms, month: AccountMonth): void {
    const { account, run } = this;
    const met = getWaivers(terms, month).find(({ isMet }) => isMet);
    const fee = Math.min(terms.fee, Math.max(0, run.lowestBalance(account)));
    const event = {
      key: `${account.id}:maintenance_fee:${month.month}`,
      description: `${account.name} monthly fee`,
      subject: account.id,
    };
    if (met)
      run.report({
        ...event,
        kind: 'fee_waived',
        description: `${event.description} waived`,
        facts: { fee: terms.fee, waiver: met.waiver, needed: met.needed, month: month.month },
      });
    else if (fee > 0) {
      run.postWithBank({ ...event, kind: 'maintenance_fee', category: 'Other' }, account, -fee, 'fees');
      // Explains the fee on the account's page.
      run.report({
        ...event,
        key: `${account.id}:fee_basis:${month.month}`,
        kind: 'fee_basis',
        facts: {
          fee,
          month: month.month,
          credits: month.credits,
          lowest: month.lowest ?? 0,
          average: getAverage(month),
        },
      });
    }
  }

  private applyChange(amount: number, { kind, at }: Change): void {
    const { account, run } = this;
    const day = run.zone.getDay(at);
    if (amount > 0 && CREDITS.has(kind)) this.credit(amount, day);
    if (amount < 0 && isWithdrawal(kind)) openMonth(account, day).withdrawals += 1;
  }

  private credit(amount: number, day: DayNumber): void {
    const { account } = this;
    const month = openMonth(account, day);
    month.credits += amount;
    const needed = getFeeTerms(account.type, getPlan(account, day))?.waivers.credits;
    if (needed !== undefined && month.credits >= needed) month.creditsMetOn ??= day;
  }
}
