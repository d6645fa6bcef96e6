import type { ScenarioRun as Course } from '@engine/scenarios/run-state.ts';
import type { Scenario } from '@engine/scenarios/scenario.ts';

export type ScenarioRunState = 'playing' | 'won' | 'lost' | 'left';

/** The summary of a scenario run for lists. */
export type ScenarioRunSummary = {
  id: string;
  /** The scenario's id and title. */
  pack_id: string;
  title: string;
  state: ScenarioRunState;
  /** True if the current household comes from this run, even if the run has ended. */
  is_current: boolean;
  course: Pick<Course, 'begins' | 'ends' | 'outcome' | 'objectives'>;
};

/** A run in the list of runs. */
export type ListedScenarioRun = ScenarioRunSummary & {
  /** The last checkpoint of the run that the bank still has, with its simulated time. */
  saved: { id: string; at: string } | null;
};

/** A run with its scenario as it was at the start, and its results from the ledger. */
export type ScenarioRunRow = ScenarioRunSummary & {
  pack: Scenario;
  course: Course;
  /**
   * The checkpoints that the customer can return to: `checkpoint_before` is from before the run, and
   * `last_checkpoint` is from its last step.
   */
  checkpoint_before: string | null;
  last_checkpoint: string | null;
};

export const SCENARIOS_PATH = '/tips/stories';

export const scenarioRunPath = (id: string) => `${SCENARIOS_PATH}/plays/${id}`;
