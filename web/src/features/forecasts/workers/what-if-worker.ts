import { type ProjectionInput, perform, type Task } from '../what-if/simulation/projection';
import { runWith } from './worker-runs';

export type WorkerTask = { setting: ProjectionInput; task: Task };

runWith(({ setting, task }: WorkerTask, onMonth) => perform(setting, task, onMonth));
