import { type LifeSetting, perform, type Task } from '../what-if/simulation/projection';
import { answerWith } from './worker-runs';

export type Asked = { setting: LifeSetting; task: Task };

answerWith(({ setting, task }: Asked, onMonth) => perform(setting, task, onMonth));
