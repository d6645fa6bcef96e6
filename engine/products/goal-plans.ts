import { addMonths, type DayNumber, isFirstOfMonth } from '../calendar/calendar.ts';
import { findSmallest } from '../money/bisect.ts';
import type { GoalFrequency } from '../simulation/state.ts';
import { dailyInterestMicros, MICROS, savingsTiers } from './rates.ts';

const DAYS_A_YEAR = 366;
/** The maximum length of projections in years. */
const MAX_YEARS = 60;
const DAYS: Record<GoalFrequency, number | null> = { WEEKLY: 7, BIWEEKLY: 14, MONTHLY: null };

/** A savings plan for a goal. Amounts are in minor units. */
export type GoalPlan = {
  saved: number;
  target: number;
  /** The day on which the projection starts. */
  today: DayNumber;
  contribution: { amount: number; frequency: GoalFrequency; start: DayNumber } | null;
  /** True if the goal's account earns savings interest. */
  earnsInterest: boolean;
};

export type GoalPoint = { day: DayNumber; saved: number };

/**
 * Projects contributions and monthly interest until the target or the day `until` is reached. Returns the day
 * on which the target is reached, or null, and the saved amount after each change, starting today.
 */
export function projectGoal(plan: GoalPlan, until = plan.today + MAX_YEARS * DAYS_A_YEAR) {
  const { target, today, contribution, earnsInterest } = plan;
  const points: GoalPoint[] = [{ day: today, saved: plan.saved }];
  if (plan.saved >= target) return { reachedOn: today, points };
  const grows = earnsInterest && plan.saved > 0;
  if (!grows && (contribution === null || contribution.amount <= 0)) return { reachedOn: null, points };
  let { saved } = plan;
  let micros = 0;
  let occurrence = firstAfter(contribution, today);
  for (let day = today + 1; day <= until; day += 1) {
    const before = saved;
    if (earnsInterest && isFirstOfMonth(day)) {
      const interest = Math.max(0, Math.round(micros / MICROS));
      micros -= interest * MICROS;
      saved += interest;
    }
    if (contribution && getDay(contribution, occurrence) === day) {
      saved += Math.min(contribution.amount, Math.max(0, target - saved));
      occurrence += 1;
    }
    if (saved !== before) points.push({ day, saved });
    if (saved >= target) return { reachedOn: day, points };
    if (earnsInterest) micros += dailyInterestMicros(saved, savingsTiers(day), 0);
  }
  return { reachedOn: null, points };
}

/**
 * Returns the smallest contribution that reaches the target by a given day. Returns null if even a single
 * payment of the full amount would be too late.
 */
export function contributionFor(
  plan: Omit<GoalPlan, 'contribution'>,
  rhythm: { frequency: GoalFrequency; start: DayNumber },
  by: DayNumber,
): number | null {
  const left = plan.target - plan.saved;
  if (left <= 0) return 0;
  return findSmallest(1, left, (amount) => {
    const { reachedOn } = projectGoal({ ...plan, contribution: { ...rhythm, amount } }, by);
    return reachedOn !== null && reachedOn <= by;
  });
}

function firstAfter(contribution: GoalPlan['contribution'], today: DayNumber): number {
  if (!contribution) return 0;
  let occurrence = 0;
  while (getDay(contribution, occurrence) <= today) occurrence += 1;
  return occurrence;
}

function getDay({ frequency, start }: NonNullable<GoalPlan['contribution']>, occurrence: number): DayNumber {
  const days = DAYS[frequency];
  return days === null ? addMonths(start, occurrence) : start + days * occurrence;
}
