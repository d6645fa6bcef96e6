import { DAYS_A_WEEK, type DayNumber } from '../calendar/calendar.ts';
import { roundHalfAway } from '../money/amortization.ts';
import { PAY_PERIODS } from '../pay/paycheck.ts';
import { isActive } from '../products/rates.ts';
import { isJobLost } from './job-loss.ts';
import type { HouseholdState, ShockState } from './state.ts';

/** Benefits replace half of gross pay, up to 500.00 a week, for up to 26 weeks after a waiting week (our choice). */
const SHARE_OF_PAY = 0.5;
const MAX_WEEKLY_BENEFIT = 50_000;
const MAX_WEEKS = 26;
const WAITING_WEEKS = 1;

export const BENEFIT_CURRENCY = 'USD';

/**
 * Returns the weekly benefit of a job loss in minor units, and the account of the first lost paycheck, which
 * receives it. Paychecks that an earlier job loss stopped don't count. Returns undefined if benefits are off, or
 * if no lost paycheck has gross pay.
 */
export function getBenefit(state: HouseholdState, shock: ShockState): ShockState['benefit'] {
  if (!state.unemployment) return undefined;
  const lostPaychecks = state.autoDeposits.filter(
    ({ id, isPay, pay, accountId, recurrence }) =>
      isPay &&
      pay &&
      !recurrence.paused &&
      isJobLost(shock, id) &&
      !state.shocks.some((other) => isBenefitPaid(other, id, shock.on)) &&
      state.accounts.some((account) => account.id === accountId && account.currency === BENEFIT_CURRENCY),
  );
  const gross = lostPaychecks.reduce((sum, { pay }) => sum + (pay?.grossPerYear ?? 0), 0);
  const [first] = lostPaychecks;
  if (!first || gross === 0) return undefined;
  const weekly = Math.min(MAX_WEEKLY_BENEFIT, roundHalfAway((gross * SHARE_OF_PAY) / PAY_PERIODS.WEEKLY));
  return { weekly, accountId: first.accountId, paid: 0 };
}

const isBenefitPaid = (shock: ShockState, ruleId: string, day: DayNumber) =>
  shock.benefit !== undefined && isJobLost(shock, ruleId) && isActive(shock, day);

/**
 * Returns the day on which the next week of benefits is paid, which is the day after that week. Returns null
 * if all weeks are paid, or if the customer is back at work before the week ends.
 */
export function getNextBenefitDay(shock: ShockState): DayNumber | null {
  const { benefit, on } = shock;
  if (!benefit || benefit.paid >= MAX_WEEKS) return null;
  const day = on + (WAITING_WEEKS + benefit.paid + 1) * DAYS_A_WEEK;
  return isActive(shock, day - 1) ? day : null;
}
