import type { z } from 'zod';
import type {
  figureOf,
  runObjective,
  runPoint,
  scenarioRunCarryover,
} from '../household/schema/scenario-run.ts';

/** The currency of scenario runs. Amounts in other currencies are ignored. */
export const RUN_CURRENCY = 'USD';

export type ScenarioRun = z.infer<typeof scenarioRunCarryover>;
export type FigureOf = z.infer<typeof figureOf>;
export type RunObjective = z.infer<typeof runObjective>;
export type RunLosing = ScenarioRun['losing'][number];
export type RunCredit = ScenarioRun['credit'];
export type RunPoint = z.infer<typeof runPoint>;
export type RunTurn = ScenarioRun['turns'][number];

/**
 * Counts the stars: one if all required objectives are met, and one for each optional objective that is met.
 */
export function getStars({ outcome, objectives }: Pick<ScenarioRun, 'outcome' | 'objectives'>): {
  stars: number;
  of: number;
} {
  const others = objectives.filter(({ required }) => !required);
  const met = others.filter(({ standing: status }) => status === 'met').length;
  return { stars: outcome?.state === 'won' ? 1 + met : 0, of: 1 + others.length };
}
