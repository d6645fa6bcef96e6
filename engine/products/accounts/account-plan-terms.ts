import { addMonths, type DayNumber, monthText, parseDay } from '../../calendar/calendar.ts';
import type { AccountMonth, AccountState } from '../../simulation/state.ts';

/** The plans that an account can have instead of the free one. */
export type AccountPlan = 'classic' | 'goal_saver';

/** The conditions that waive a monthly fee. */
export type Waiver = 'credits' | 'lowest' | 'average';

/** A monthly fee and the amounts that waive it, in minor units. */
export type FeeTerms = { fee: number; waivers: Partial<Record<Waiver, number>> };

/** The fees of the Classic plan by account type. */
const CLASSIC: Partial<Record<AccountState['type'], FeeTerms>> = {
  CHECKING: { fee: 1_200, waivers: { credits: 50_000, lowest: 150_000, average: 500_000 } },
  SAVINGS: { fee: 500, waivers: { lowest: 30_000 } },
};

/**
 * The highest number of withdrawals a month from a Goal Saver account. `bank.check_withdrawal_limit` has the
 * same limit.
 */
export const MAX_WITHDRAWALS = 6;

/** Returns the fee of a plan; undefined if the plan has none for this type of account. */
export function getFeeTerms(type: AccountState['type'], plan: AccountPlan | undefined): FeeTerms | undefined {
  return plan === 'classic' ? CLASSIC[type] : undefined;
}

/** Returns the plan in effect on a day; undefined for the free plan. */
export function getPlan(
  { planTerms }: Pick<AccountState, 'planTerms'>,
  day: DayNumber,
): AccountPlan | undefined {
  return planTerms && day >= planTerms.since ? planTerms.current : planTerms?.before;
}

/** Returns true if no more withdrawals from a Goal Saver account are allowed this month. */
export function hasReachedWithdrawalLimit(account: AccountState, day: DayNumber): boolean {
  return (
    account.type === 'SAVINGS' &&
    getPlan(account, day) === 'goal_saver' &&
    countWithdrawals(account, day) >= MAX_WITHDRAWALS
  );
}

/** Returns the conditions that waive a fee, with the amounts reached so far. Amounts are in minor units. */
export function getWaivers({ waivers }: FeeTerms, month: Omit<AccountMonth, 'month' | 'withdrawals'>) {
  const reached: Record<Waiver, number> = {
    credits: month.credits,
    lowest: month.lowest ?? 0,
    average: getAverage(month),
  };
  return (Object.entries(waivers) as [Waiver, number][]).map(([waiver, needed]) => ({
    waiver,
    needed,
    reached: reached[waiver],
    isMet: reached[waiver] >= needed,
    /** The day on which enough pay had arrived. Missing for other conditions, which only the month's end decides. */
    ...(waiver === 'credits' && month.creditsMetOn !== undefined && { metOn: month.creditsMetOn }),
  }));
}

/** Returns the average of the balances in all checking and savings accounts so far, in minor units. */
export const getAverage = ({ combined, days }: Pick<AccountMonth, 'combined' | 'days'>): number =>
  days === 0 ? 0 : Math.floor(combined / days);

/**
 * Returns the conditions that waive an account's fee for the month of a day, with the amounts reached so far. Counts the
 * day as if it ended now.
 */
export function getWaiversSoFar(
  account: AccountState,
  terms: FeeTerms,
  accounts: readonly AccountState[],
  day: DayNumber,
) {
  const month = account.month?.month === monthText(day) ? account.month : undefined;
  const combined = accounts.reduce(
    (sum, { type, closed, currency, balance }) =>
      !closed && currency === account.currency && (type === 'CHECKING' || type === 'SAVINGS')
        ? sum + balance
        : sum,
    0,
  );
  return getWaivers(terms, {
    credits: month?.credits ?? 0,
    ...(month?.creditsMetOn !== undefined && { creditsMetOn: month.creditsMetOn }),
    lowest: Math.min(month?.lowest ?? account.balance, account.balance),
    combined: (month?.combined ?? 0) + combined,
    days: (month?.days ?? 0) + 1,
  });
}

/** Returns the withdrawals from an account in the month of a day. */
export const countWithdrawals = ({ month }: Pick<AccountState, 'month'>, day: DayNumber): number =>
  month?.month === monthText(day) ? month.withdrawals : 0;

/** Returns the first day of the month after a day. */
export function getNextMonth(day: DayNumber): DayNumber {
  return addMonths(parseDay(`${monthText(day)}-01`), 1);
}
