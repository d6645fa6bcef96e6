import { answerRuns } from '@/lib/workers/worker-runs';
import { type ProjectionInput, perform, type Task } from './projection';

export type WorkerTask = { setting: ProjectionInput; task: Task };

answerRuns(({ setting, task }: WorkerTask, onMonth) => perform(setting, task, onMonth));
