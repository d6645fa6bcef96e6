/** Work off the main thread. Once it is canceled, its promise stays open. */
export type Run<Result> = { result: Promise<Result>; cancel: () => void };
export type OnProgress = (share: number) => void;

/** A worker's message: progress (0 to 1), the result, or a problem. */
export type WorkerMessage<Result> = { progress: number } | { result: Result } | { problem: string };

/** Runs work of one kind in workers, one beside the other; where a browser has none it is done in place. */
export function workersFor<Asked, Result>(start: () => Worker, inPlace: (asked: Asked) => Promise<Result>) {
  /** One that has nothing to do: starting a worker costs more than a short piece of work. */
  let idle: Worker | null = null;
  return (asked: Asked, onProgress: OnProgress = () => {}): Run<Result> => {
    if (typeof Worker === 'undefined')
      return { result: Promise.resolve().then(() => inPlace(asked)), cancel: () => {} };
    const worker = idle ?? start();
    idle = null;
    let isDone = false;
    const result = new Promise<Result>((resolve, reject) => {
      const end = (settle: () => void) => {
        isDone = true;
        idle?.terminate();
        idle = worker;
        settle();
      };
      worker.onmessage = ({ data }: MessageEvent<WorkerMessage<Result>>) => {
        if ('progress' in data) onProgress(data.progress);
        else if ('result' in data) end(() => resolve(data.result));
        else end(() => reject(new Error(data.problem)));
      };
      worker.onerror = ({ message }) => {
        // One whose code did not come never answers: the next attempt takes a new one.
        isDone = true;
        worker.terminate();
        reject(new Error(message || "We couldn't start the calculation."));
      };
      worker.postMessage(asked);
    });
    return {
      result,
      cancel: () => {
        // A running computation cannot be interrupted, so its worker is terminated.
        if (!isDone) worker.terminate();
        isDone = true;
      },
    };
  };
}

/** The other side: answers what a worker is asked. A message costs more than a month of life: only whole percents are told. */
export function runWith<Asked, Result>(
  work: (asked: Asked, onProgress: (done: number, of: number) => void) => Result,
): void {
  const tell = (told: WorkerMessage<Result>) => postMessage(told);
  addEventListener('message', ({ data }: MessageEvent<Asked>) => {
    let last = 0;
    const onProgress = (done: number, of: number) => {
      const percent = Math.floor((done / of) * 100);
      if (percent === last) return;
      last = percent;
      tell({ progress: percent / 100 });
    };
    try {
      tell({ result: work(data, onProgress) });
    } catch (error) {
      tell({ problem: error instanceof Error ? error.message : String(error) });
    }
  });
}
