/** A computation off the main thread. Its promise never settles after cancellation. */
export type Run<Result> = { result: Promise<Result>; cancel: () => void };
export type OnProgress = (share: number) => void;

/** A worker's message: progress (0 to 1), the result, or a problem. */
export type WorkerMessage<Result> = { progress: number } | { result: Result } | { problem: string };

/** Runs computations in workers, or on the main thread if the browser has none. */
export function workersFor<Asked, Result>(start: () => Worker, inPlace: (asked: Asked) => Promise<Result>) {
  /** Reuses an idle worker, because starting one is slow. */
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
        // Replaces a worker whose code failed to load.
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

/** The worker's side. Reports whole percents only, because a message costs more than a simulated month. */
export function runWith<Asked, Result>(
  work: (asked: Asked, onProgress: (done: number, of: number) => void) => Result,
): void {
  const tell = (post: WorkerMessage<Result>) => postMessage(post);
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
