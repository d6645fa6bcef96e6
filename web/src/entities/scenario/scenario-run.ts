import type { ScenarioRun as Course } from '@engine/scenarios/run-state.ts';
import type { Scenario } from '@engine/scenarios/scenario.ts';

export type ScenarioRunState = 'playing' | 'won' | 'lost' | 'left';

/** A scenario run as lists show it. */
export type ScenarioRunSummary = {
  id: string;
  /** The scenario's title. */
  pack_id: string;
  title: string;
  state: ScenarioRunState;
  /** True if the current household belongs to this run, even if it ended. */
  is_current: boolean;
  course: Pick<Course, 'begins' | 'ends' | 'outcome' | 'objectives'>;
};

/** The run with its scenario as started and its results by the ledger. */
export type ScenarioRunRow = ScenarioRunSummary & {
  pack: Scenario;
  course: Course;
  /** Checkpoints to return to: before the run, and at its last step. */
  checkpoint_before: string | null;
  last_checkpoint: string | null;
};

export const SCENARIOS_PATH = '/tips/stories';

export const scenarioRunPath = (id: string) => `${SCENARIOS_PATH}/plays/${id}`;
