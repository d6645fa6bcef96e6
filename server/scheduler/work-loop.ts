import type { Logger } from 'pino';

export type Wakeful = {
  /** Works now, or once more when work is under way. */
  wake(): void;
  close(): Promise<void>;
};

/** Even when nobody wakes it: a notice may have been lost with its connection. */
const LONGEST_SLEEP_MS = 30_000;

/**
 * Does `work` whenever it is woken and at the instant (milliseconds since 1970) that the work before named. One work at
 * a time; a failure is logged and tried again later.
 */
export function keepAwake(work: () => Promise<number | null>, log: Logger, what: string): Wakeful {
  let timer: NodeJS.Timeout | undefined;
  let current: Promise<void> | null = null;
  let again = false;
  let closed = false;

  async function run(): Promise<void> {
    let next: number | null = null;
    do {
      again = false;
      next = await work().catch((error) => {
        if (!closed) log.error({ err: error }, what);
        return null;
      });
    } while (again && !closed);
    current = null;
    if (closed) return;
    const pause = next === null ? LONGEST_SLEEP_MS : Math.max(0, next - Date.now());
    timer = setTimeout(wake, Math.min(pause, LONGEST_SLEEP_MS));
    timer.unref();
  }
  function wake(): void {
    again = true;
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
