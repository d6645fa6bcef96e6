import { addMonths, dayText, parseDay } from '@engine/calendar/calendar.ts';
import { toMinor } from '@engine/money/minor.ts';
import { contributionFor, type GoalPlan, projectGoal } from '@engine/products/goal-plans.ts';
import { formatCount } from '@/lib/count';
import { daysBetween, formatAs } from '@/lib/dates';

export type Frequency = 'WEEKLY' | 'BIWEEKLY' | 'MONTHLY';

/** The input of a projection. Amounts are in major units, and days are `yyyy-MM-dd`. */
export type Prospect = {
  saved: number;
  target: number;
  targetDate: string | null;
  today: string;
  /** The automatic contribution with its frequency; null if there is none. */
  contribution: { amount: number; frequency: Frequency; start: string | null } | null;
  earnsInterest: boolean;
};

export type GoalProjection = ReturnType<typeof projectGoalDates>;

const MINOR = 100;
const DAYS_A_WEEK = 7;
const DAYS_A_MONTH = 30.4;
/** Differences of at least this many days are formatted in months instead of weeks. */
const LEAST_DAYS_IN_MONTHS = 60;

/**
 * Projects a goal. `reachedOn` is null if the goal is never reached. `daysEarly` is negative if the goal is
 * reached after the target date, and null without a target date or projection.
 */
export function projectGoalDates(prospect: Prospect) {
  const { reachedOn: day, points } = projectGoal(getPlan(prospect));
  const reachedOn = day === null ? null : dayText(day);
  return {
    reachedOn,
    daysEarly: reachedOn && prospect.targetDate ? daysBetween(reachedOn, prospect.targetDate) : null,
    points: points.map((point) => ({ day: dayText(point.day), value: point.saved / MINOR })),
  };
}

/** Returns the smallest contribution in major units that meets the date; null if no contribution does. */
export function getNeededContribution(
  prospect: Prospect,
  frequency: Frequency,
  start: string | null,
): number | null {
  if (!prospect.targetDate || prospect.targetDate <= prospect.today) return null;
  const { contribution, ...plan } = getPlan(prospect);
  const rhythm = { frequency, start: getStart(prospect.today, start) };
  const needed = contributionFor(plan, rhythm, parseDay(prospect.targetDate));
  return needed === null ? null : needed / MINOR;
}

/** Formats the difference from the target date, such as `3 weeks early`, `2 months late`, or `on time`. */
export function formatPace(daysEarly: number): string {
  const days = Math.abs(daysEarly);
  if (days < DAYS_A_WEEK) return 'on time';
  const isMonths = days >= LEAST_DAYS_IN_MONTHS;
  const count = Math.round(days / (isMonths ? DAYS_A_MONTH : DAYS_A_WEEK));
  const unit = isMonths ? 'month' : 'week';
  return `${formatCount(count, unit)} ${daysEarly > 0 ? 'early' : 'late'}`;
}

/** Formats a month, such as `Mar 2027`. */
export const getMonth = (day: string) => formatAs(day, 'MMM yyyy');

function getPlan({ saved, target, today, contribution, earnsInterest }: Prospect): GoalPlan {
  return {
    saved: toMinor(saved),
    target: toMinor(target),
    today: parseDay(today),
    earnsInterest,
    contribution: contribution && {
      amount: toMinor(contribution.amount),
      frequency: contribution.frequency,
      start: getStart(today, contribution.start),
    },
  };
}

/** Returns the first day of a contribution. The default is tomorrow, which matches the bank. */
function getStart(today: string, start: string | null): number {
  return start ? parseDay(start) : parseDay(today) + 1;
}

/** Treats an irregular contribution as a monthly contribution. */
export function monthly(amount: number, today: string): Prospect['contribution'] {
  if (amount <= 0) return null;
  return { amount, frequency: 'MONTHLY', start: dayText(addMonths(parseDay(today), 1)) };
}
