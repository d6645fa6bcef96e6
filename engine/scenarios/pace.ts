import type { DayNumber } from '../calendar/calendar.ts';
import { buildHouseholdState } from '../household/state.ts';
import type { Figure } from './course-schema.ts';
import { readFigure } from './figures.ts';
import { isReached } from './judge.ts';
import type { RunObjective } from './run-state.ts';
import type { Scenario } from './scenario.ts';
import { buildScenarioStart } from './start.ts';

/** Figures that start at zero and only grow. A maximum of them is a budget for the whole period. */
const TOTALS = new Set<Figure>([
  'interest_paid',
  'fees_paid',
  'income',
  'spent',
  'full_payments',
  'late_fees',
  'failed_payments',
]);

/** The progress of an open objective. */
export type Pace = {
  /** The used share of a maximum, or the completed share of the way to a target; from 0 to 1. */
  share: number;
  /** The share at which the objective would be today with even progress, from 0 to 1. */
  expected: number;
  isBehind: boolean;
  /** The distance to the target, as a positive number. */
  left: number;
};

/**
 * Returns the progress of an open objective compared with even progress until its last day. `today` is not
 * over yet. Returns null if there is no way to compare: the objective is decided, has no value, was met from
 * the start, or must hold every day.
 */
export function getPace(
  objective: RunObjective,
  { begins, today, initial }: { begins: DayNumber; today: DayNumber; initial: number | null },
): Pace | null {
  const { figure, value, atLeast, atMost, when, day, standing: status } = objective;
  if (status !== 'open' || value === null) return null;
  const expected = clampShare((today - begins) / (day - begins + 1));
  if (atMost !== undefined && TOTALS.has(figure)) {
    if (atMost <= 0) return null;
    const share = clampShare(value / atMost);
    return { share, expected, isBehind: share > expected, left: Math.max(0, atMost - value) };
  }
  const target = atLeast ?? atMost;
  const start = TOTALS.has(figure) ? 0 : initial;
  if (when === 'always' || target === undefined || start === null) return null;
  const distance = atLeast === undefined ? start - target : target - start;
  if (distance <= 0) return null;
  const left = Math.max(0, atLeast === undefined ? value - target : target - value);
  const share = clampShare(1 - left / distance);
  return { share, expected, isBehind: share < expected && !isReached(objective, value), left };
}

const clampShare = (share: number) => Math.min(1, Math.max(0, share));

/** Returns each objective's figure in the household that the scenario starts with, by the objective's id. */
export function getInitialValues(
  pack: Scenario,
  begins: DayNumber,
  timeZone: string,
): Map<string, number | null> {
  let count = 0;
  const newId = () => {
    count += 1;
    return `initial:${count}`;
  };
  const state = buildHouseholdState(buildScenarioStart(pack, { begins, timeZone, newId }).row);
  const { play: scenarioRun } = state;
  return new Map(
    scenarioRun?.objectives.map((objective) => [
      objective.id,
      readFigure(state, scenarioRun, objective, { day: begins, isAsked: true }),
    ]),
  );
}
