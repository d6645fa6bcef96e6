import type { ScenarioRun as Course } from '@engine/scenarios/run-state.ts';
import type { Scenario } from '@engine/scenarios/scenario.ts';

export type ScenarioRunState = 'playing' | 'won' | 'lost' | 'left';

/** A story that was begun, as a list tells of it. */
export type ScenarioRunSummary = {
  id: string;
  /** The pack's own name. */
  pack_id: string;
  title: string;
  state: ScenarioRunState;
  /** True if the current household belongs to this run, ended or not. */
  is_current: boolean;
  course: Pick<Course, 'begins' | 'ends' | 'outcome' | 'objectives'>;
};

/** The same with the pack as it was begun, and how it stands by the ledger. */
export type ScenarioRunRow = ScenarioRunSummary & {
  pack: Scenario;
  course: Course;
  /** Checkpoints to return to: of the life before, and of the story's last point. */
  checkpoint_before: string | null;
  last_checkpoint: string | null;
};
