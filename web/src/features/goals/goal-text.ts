import type { Account } from '@/entities/account/queries';
import { formatFrequency } from '@/entities/payment/frequencies';
import { getDay } from '@/lib/dates';
import { formatMoney } from '@/lib/money';
import {
  type Frequency,
  formatPace,
  type GoalProjection,
  getMonth,
  monthly,
  type Prospect,
} from './projection';
import type { Goal, GoalMovement } from './queries';

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

const TITLES: Record<string, string> = {
  start: 'Initial amount',
  contribution: 'Contributed',
  fixed: 'Contribution',
  share_of_pay: 'Share of pay',
  round_ups: 'Round-ups',
  set_aside: 'Set aside',
  released: 'Released',
  taken: 'Withdrawn',
};

export const getTitle = ({ kind }: Pick<GoalMovement, 'kind'>) => TITLES[kind] ?? kind;

/** Formats the saved share, such as `74% saved`; null at the start and once the goal is reached. */
export function formatSavedShare(share: number): string | null {
  const percent = Math.floor(share * 100);
  return percent < 1 || share >= 1 ? null : `${percent}% saved`;
}

/** Groups the movements of a month that have the same kind, direction, and account. Keeps their order. */
export function groupByMonth<Movement extends Pick<GoalMovement, 'at' | 'kind' | 'amount' | 'account_id'>>(
  rows: readonly Movement[],
  timeZone: string,
): Movement[][] {
  const groups = new Map<string, Movement[]>();
  for (const row of rows) {
    const month = getDay(row.at, timeZone).slice(0, 7);
    const key = [month, row.kind, row.amount > 0, row.account_id].join(' ');
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return [...groups.values()];
}
