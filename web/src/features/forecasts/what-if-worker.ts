import { type LifeSetting, perform, type Results, type Task } from './what-if-life';

export type Asked = { setting: LifeSetting; task: Task };
/** What the worker tells: how far it is (0 to 1), the result, or why there is none. */
export type Told = { progress: number } | { result: Results[keyof Results] } | { problem: string };

/** A message costs more than a month of life: only whole percents are told. */
function progressTeller(tell: (told: Told) => void) {
  let last = 0;
  return (done: number, of: number) => {
    const percent = Math.floor((done / of) * 100);
    if (percent === last) return;
    last = percent;
    tell({ progress: percent / 100 });
  };
}

addEventListener('message', ({ data: { setting, task } }: MessageEvent<Asked>) => {
  const tell = (told: Told) => postMessage(told);
  try {
    tell({ result: perform(setting, task, progressTeller(tell)) });
  } catch (error) {
    tell({ problem: error instanceof Error ? error.message : String(error) });
  }
});
