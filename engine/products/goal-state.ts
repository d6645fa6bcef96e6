import { type Instant, parseDay, type Zone } from '../calendar/calendar.ts';
import { firstOccurrenceAfter, getNextOccurrence } from '../calendar/recurrence.ts';
import { readFields } from '../household/file-ledger.ts';
import type { Carryover, GoalCarryover, GoalRow } from '../household/row.ts';
import type { GoalState, HouseholdState, Recurrence } from '../simulation/state.ts';

/** Contributions are made after the morning payments. */
const CONTRIBUTES_AT_MINUTES = 9 * 60 + 30;

/** Builds the engine's goals from their rows. */
export function getGoals(
  rows: readonly GoalRow[],
  carryover: Carryover,
  at: Instant,
  zone: Zone,
): GoalState[] {
  return rows.map((row) => {
    const saved = carryover.goals?.[row.id];
    return {
      ...readFields(row, ['id', 'name', 'target', 'portion', 'active', 'reached']),
      accountId: row.account_id,
      reachedAt: null,
      contribution: getContribution(row, saved?.pending ?? 0, at, zone),
      ...(saved?.skippedIn && { skippedIn: saved.skippedIn }),
    };
  });
}

function getContribution(row: GoalRow, pending: number, at: Instant, zone: Zone): GoalState['contribution'] {
  const { contribution: kind, from_account_id: fromAccountId } = row;
  if (kind === null || fromAccountId === null) return null;
  if (kind === 'round_ups') return { kind, fromAccountId, pending };
  if (kind === 'share_of_pay') return { kind, fromAccountId, percent: row.percent ?? 0 };
  if (row.frequency === null || row.start_date === null) return null;
  const recurrence: Recurrence<typeof row.frequency> = {
    frequency: row.frequency,
    start: parseDay(row.start_date),
    minutes: CONTRIBUTES_AT_MINUTES,
    next: row.next ?? 0,
    ...(!row.active && { paused: true as const }),
  };
  // Skips occurrences before the goal was created or during a pause.
  if (row.next === null || !row.active) recurrence.next = firstOccurrenceAfter(recurrence, at, zone);
  return { kind, fromAccountId, amount: row.amount ?? 0, recurrence };
}

const getPending = ({ contribution }: GoalState) =>
  contribution?.kind === 'round_ups' ? contribution.pending : 0;

export const hasCarryover = (goal: GoalState) => goal.skippedIn !== undefined || getPending(goal) > 0;

/** Returns the goal's state to save for the next step. */
export function getGoalCarryover(goal: GoalState): GoalCarryover {
  const pending = getPending(goal);
  return { ...(pending > 0 && { pending }), ...(goal.skippedIn && { skippedIn: goal.skippedIn }) };
}

/** Returns the state of the goals after an engine step, for the bank to store. */
export function goalSteps({ goals = [] }: HouseholdState, zone: Zone) {
  return goals.map(({ id, portion, reachedAt, contribution }) => {
    const recurrence = contribution?.kind === 'fixed' ? contribution.recurrence : null;
    return {
      id,
      portion,
      next: recurrence?.next ?? null,
      at: recurrence && getNextOccurrence(recurrence, zone),
      reached_at: reachedAt,
    };
  });
}
