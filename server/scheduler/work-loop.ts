import type { Logger } from 'pino';

export type WorkLoop = {
  /** Works now, or again after the running work. */
  wake(): void;
  close(): Promise<void>;
};

/** The longest pause, because a notification may have been lost. */
const LONGEST_SLEEP_MS = 30_000;

/**
 * Runs `work` on request and at the instant (milliseconds since 1970) that the previous run returned, one run at
 * a time. Logs failures and retries later.
 */
export function startWorkLoop(work: () => Promise<number | null>, log: Logger, what: string): WorkLoop {
  let timer: NodeJS.Timeout | undefined;
  let current: Promise<void> | null = null;
  let isRequestedAgain = false;
  let closed = false;

  async function run(): Promise<void> {
    let next: number | null = null;
    do {
      isRequestedAgain = false;
      next = await work().catch((error) => {
        if (!closed) log.error({ err: error }, what);
        return null;
      });
    } while (isRequestedAgain && !closed);
    current = null;
    if (closed) return;
    const pause = next === null ? LONGEST_SLEEP_MS : Math.max(0, next - Date.now());
    timer = setTimeout(wake, Math.min(pause, LONGEST_SLEEP_MS));
    timer.unref();
  }
  function wake(): void {
    isRequestedAgain = true;
    if (closed || current) return;
    clearTimeout(timer);
    current = run();
  }
  return {
    wake,
    async close() {
      closed = true;
      clearTimeout(timer);
      await current;
    },
  };
}
