type OnProgress = (share: number) => void;

export type RunOptions = {
  /** Terminates the computation. Its promise then never settles. */
  signal: AbortSignal;
  /** Called with the completed share, from 0 to 1. */
  onProgress?: OnProgress;
};

type WorkerMessage<Result> = { progress: number } | { result: Result } | { problem: string };

/** Returns a function that computes in a worker, or on the main thread if the browser has no workers. */
export function createWorkerRunner<Input, Result>(
  startWorker: () => Worker,
  computeInPlace: (input: Input) => Promise<Result>,
) {
  /** An idle worker to reuse, because starting a worker is slow. */
  let idle: Worker | null = null;
  return async (input: Input, { signal, onProgress }: RunOptions): Promise<Result> => {
    signal.throwIfAborted();
    if (typeof Worker === 'undefined') return computeInPlace(input);
    const worker = idle ?? startWorker();
    idle = null;
    return new Promise<Result>((resolve, reject) => {
      // A running computation can't be interrupted, so its worker is terminated.
      const terminate = () => worker.terminate();
      signal.addEventListener('abort', terminate);
      worker.onmessage = ({ data }: MessageEvent<WorkerMessage<Result>>) => {
        if ('progress' in data) {
          onProgress?.(data.progress);
          return;
        }
        signal.removeEventListener('abort', terminate);
        idle?.terminate();
        idle = worker;
        if ('result' in data) resolve(data.result);
        else reject(new Error(data.problem));
      };
      worker.onerror = ({ message }) => {
        // Terminates a worker whose code failed to load. The next computation starts a new worker.
        terminate();
        reject(new Error(message || "We couldn't start the calculation."));
      };
      worker.postMessage(input);
    });
  };
}

/**
 * Runs the computations that a runner requests by message. Reports only whole percentages, because sending a
 * message takes longer than simulating a month.
 */
export function answerRuns<Input, Result>(
  compute: (input: Input, onProgress: (done: number, total: number) => void) => Result,
): void {
  const post = (message: WorkerMessage<Result>) => postMessage(message);
  addEventListener('message', ({ data }: MessageEvent<Input>) => {
    let lastPercent = 0;
    const onProgress = (done: number, total: number) => {
      const percent = Math.floor((done / total) * 100);
      if (percent === lastPercent) return;
      lastPercent = percent;
      post({ progress: percent / 100 });
    };
    try {
      post({ result: compute(data, onProgress) });
    } catch (error) {
      post({ problem: error instanceof Error ? error.message : String(error) });
    }
  });
}
