import { runWith } from '@/lib/worker-runs';
import { type ProjectionInput, perform, type Task } from './projection';

export type WorkerTask = { setting: ProjectionInput; task: Task };

runWith(({ setting, task }: WorkerTask, onMonth) => perform(setting, task, onMonth));
