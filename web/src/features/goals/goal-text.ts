import type { Account } from '@/entities/account/queries';
import { formatFrequency } from '@/entities/payment/frequencies';
import { formatMoney } from '@/lib/money';
import {
  type Frequency,
  formatPace,
  type GoalProjection,
  getMonth,
  monthly,
  type Prospect,
} from './projection';
import type { Goal } from './queries';

export const FREQUENCIES: readonly { value: Frequency; label: string }[] = [
  { value: 'WEEKLY', label: 'Weekly' },
  { value: 'BIWEEKLY', label: 'Every 2 weeks' },
  { value: 'MONTHLY', label: 'Monthly' },
];

/** Describes the automatic contribution, such as `$200.00 a month from Everyday Checking`. */
export function formatContribution(goal: Goal, accounts: readonly Account[]): string {
  const from = accounts.find(({ id }) => id === goal.from_account_id)?.name;
  const source = from ? ` from ${from}` : '';
  if (goal.contribution === 'fixed')
    return `${formatMoney(goal.contribution_amount ?? 0, goal.currency)} ${formatFrequency(goal.frequency)}${source}`;
  if (goal.contribution === 'share_of_pay') return `${goal.contribution_percent}% of each paycheck${source}`;
  if (goal.contribution === 'round_ups') return `Purchases rounded up${source}`;
  return 'No automatic contributions';
}

export function getProspect(goal: Goal, accounts: readonly Account[], today: string): Prospect {
  const isFixed = goal.contribution === 'fixed';
  const active = goal.status === 'active';
  return {
    saved: goal.saved,
    target: goal.target,
    targetDate: goal.target_date,
    today,
    contribution: !active
      ? null
      : isFixed
        ? {
            amount: goal.contribution_amount ?? 0,
            frequency: (goal.frequency ?? 'MONTHLY') as Frequency,
            start: goal.start_date,
          }
        : monthly(goal.pace, today),
    earnsInterest:
      goal.portion === null && accounts.find(({ id }) => id === goal.account_id)?.type === 'SAVINGS',
  };
}

/** Describes a goal's projection and states whether it is a problem. */
export function formatHeading(
  goal: Goal,
  projection: GoalProjection,
): { text: string; tone: 'good' | 'late' | 'quiet' } {
  if (goal.status === 'completed') return { text: 'Completed', tone: 'good' };
  if (goal.status === 'archived') return { text: 'Archived', tone: 'quiet' };
  if (goal.left <= 0) return { text: 'Reached', tone: 'good' };
  if (goal.status === 'paused') return { text: 'Paused', tone: 'quiet' };
  const { reachedOn, daysEarly } = projection;
  if (!reachedOn) return { text: 'No finish date yet', tone: goal.target_date ? 'late' : 'quiet' };
  const month = getMonth(reachedOn);
  if (daysEarly === null) return { text: `Expected in ${month}`, tone: 'quiet' };
  const text = `${month}, ${formatPace(daysEarly)}`;
  return { text, tone: formatPace(daysEarly).endsWith('late') ? 'late' : 'good' };
}

export const TONES = { good: 'text-positive', late: 'text-warning', quiet: 'text-ink-3' } as const;

/** Formats the saved share, such as `74% saved`; null at the start and once the goal is reached. */
export function formatSavedShare(share: number): string | null {
  const percent = Math.floor(share * 100);
  return percent < 1 || share >= 1 ? null : `${percent}% saved`;
}
