import { addMonths, DAYS_A_WEEK, type DayNumber } from '../calendar/calendar.ts';
import { roundHalfAway } from '../money/amortization.ts';
import { PAY_PERIODS } from '../pay/paycheck.ts';
import { isActive } from '../products/rates.ts';
import { isJobLost } from './job-loss.ts';
import type { AutoDepositState, HouseholdState, ShockState } from './state.ts';

/** Benefits replace half of gross pay, up to 500.00 a week, for up to 26 weeks after a waiting week (our choice). */
const SHARE_OF_PAY = 0.5;
const MAX_WEEKLY_BENEFIT = 50_000;
export const MAX_WEEKS = 26;
const WAITING_WEEKS = 1;

export const BENEFIT_CURRENCY = 'USD';

type Benefit = NonNullable<ShockState['benefit']>;

/**
 * Returns the benefit of a job loss: its weekly amount in minor units, and the account of the first lost
 * paycheck, which receives it. Paychecks for which an earlier job loss pays benefits don't count. If there are
 * no others, those benefits continue until this job loss ends. Otherwise, `continueBenefits` continues them.
 * Returns undefined if benefits are off, if no lost paycheck has gross pay, or if the earlier benefits last at
 * least as long.
 */
export function getBenefit(state: HouseholdState, shock: ShockState): Benefit | undefined {
  if (!state.unemployment) return undefined;
  const lost = getLostPaychecks(state, shock);
  const isCovered = ({ id }: AutoDepositState) =>
    state.shocks.some((other) => isBenefitPaid(state, other, id, shock));
  const started = startBenefit(lost.filter((rule) => !isCovered(rule)));
  if (started) return started;
  const [last] = state.shocks
    .filter((other) => lost.some(({ id }) => isBenefitPaid(state, other, id, shock)))
    .map((other) => ({ since: other.benefit?.since ?? other.on, paid: countWeeks(other) }))
    .sort((left, right) => getPayday(right) - getPayday(left));
  const continued = last && startBenefit(lost);
  if (!continued) return undefined;
  const benefit = { ...continued, ...last };
  return getNextBenefitDay({ ...shock, benefit }) === null ? undefined : benefit;
}

/**
 * Continues the benefits of earlier job losses for the paychecks that a new job loss also stops, until it ends.
 * Call it before the new job loss has benefits of its own. Returns the continued job losses.
 */
export function continueBenefits(state: HouseholdState, shock: ShockState): ShockState[] {
  const lost = getLostPaychecks(state, shock);
  const until = getEnd(shock);
  return state.shocks.filter((other) => {
    const { benefit } = other;
    const both = lost.filter(({ id }) => isBenefitPaid(state, other, id, shock));
    const continued = startBenefit(both);
    if (!benefit || !continued || until <= Math.max(getEnd(other), benefit.continued?.until ?? 0))
      return false;
    benefit.continued = { until, weekly: Math.min(benefit.weekly, continued.weekly) };
    return true;
  });
}

/** The months after which a job loss without an end no longer pays benefits. */
const LONGEST_MONTHS = 12;

const getEnd = ({ on, months = LONGEST_MONTHS }: ShockState): DayNumber => addMonths(on, months);

/** Returns the paychecks with gross pay that a job loss stops. */
const getLostPaychecks = (state: HouseholdState, shock: ShockState): AutoDepositState[] =>
  state.autoDeposits.filter(
    ({ id, isPay, pay, accountId, recurrence }) =>
      isPay &&
      pay &&
      !recurrence.paused &&
      isJobLost(shock, id) &&
      state.accounts.some((account) => account.id === accountId && account.currency === BENEFIT_CURRENCY),
  );

function startBenefit(lost: readonly AutoDepositState[]): Benefit | undefined {
  const gross = lost.reduce((sum, { pay }) => sum + (pay?.grossPerYear ?? 0), 0);
  const [first] = lost;
  if (!first || gross === 0) return undefined;
  return { weekly: computeWeeklyBenefit(gross), accountId: first.accountId, paid: 0 };
}

/** Returns the weekly benefit for lost gross pay a year, in minor units. */
export const computeWeeklyBenefit = (gross: number): number =>
  Math.min(MAX_WEEKLY_BENEFIT, roundHalfAway((gross * SHARE_OF_PAY) / PAY_PERIODS.WEEKLY));

/** Returns true if an earlier job loss pays benefits for a paycheck when a new job loss begins. */
function isBenefitPaid(
  state: HouseholdState,
  earlier: ShockState,
  ruleId: string,
  { id, on }: ShockState,
): boolean {
  const { benefit } = earlier;
  if (!benefit || earlier.id === id || !isJobLost(earlier, ruleId)) return false;
  if (isActive(earlier, on)) return true;
  // Continued benefits are for the paychecks that the job loss in between stops too.
  return (
    (benefit.continued?.until ?? 0) > on &&
    state.shocks.some(
      (other) =>
        other.id !== id && other.id !== earlier.id && isJobLost(other, ruleId) && isActive(other, on),
    )
  );
}

/** Returns the amount in minor units of the week that ends before a day. */
export function getWeeklyBenefit(shock: ShockState, day: DayNumber): number {
  const { weekly = 0, continued } = shock.benefit ?? {};
  return continued && !isActive(shock, day - 1) ? continued.weekly : weekly;
}

/** Returns the number of weeks of benefits until a job loss ends, including those already paid. */
function countWeeks(shock: ShockState): number {
  const { benefit } = shock;
  if (!benefit || getNextBenefitDay(shock) === null) return benefit?.paid ?? 0;
  return countWeeks({ ...shock, benefit: { ...benefit, paid: benefit.paid + 1 } });
}

/** Returns the day after the next unpaid week. */
const getPayday = ({ since, paid }: { since: DayNumber; paid: number }): DayNumber =>
  since + (WAITING_WEEKS + paid + 1) * DAYS_A_WEEK;

/**
 * Returns the day on which the next week of benefits is paid, which is the day after that week. Returns null
 * if all weeks are paid, or if the customer is back at work before the week ends.
 */
export function getNextBenefitDay(shock: ShockState): DayNumber | null {
  const { benefit, on } = shock;
  if (!benefit || benefit.paid >= MAX_WEEKS) return null;
  const day = getPayday({ since: benefit.since ?? on, paid: benefit.paid });
  return isActive(shock, day - 1) || day <= (benefit.continued?.until ?? 0) ? day : null;
}
