export type WorkLoop = ReturnType<typeof createWorkLoop>;

/**
 * Runs `work` repeatedly, one run at a time. `work` returns the time of its next run in milliseconds since
 * 1970, or null. The loop also runs `work` on request, and whenever `longestPauseMs` has passed. The first
 * request starts the loop. Failed runs are retried later.
 */
export function createWorkLoop(
  longestPauseMs: number,
  work: () => Promise<number | null>,
  onFailure: (error: unknown) => void,
) {
  let timer: NodeJS.Timeout | undefined;
  let current: Promise<void> | null = null;
  let isRequestedAgain = false;
  let closed = false;

  async function run(): Promise<void> {
    let next: number | null = null;
    do {
      isRequestedAgain = false;
      next = await work().catch((error) => {
        if (!closed) onFailure(error);
        return null;
      });
    } while (isRequestedAgain && !closed);
    current = null;
    if (closed) return;
    const pause = next === null ? longestPauseMs : Math.max(0, next - Date.now());
    timer = setTimeout(wake, Math.min(pause, longestPauseMs));
    timer.unref();
  }
  function wake(): void {
    isRequestedAgain = true;
    if (closed || current) return;
    clearTimeout(timer);
    current = run();
  }
  return {
    /** Runs the work now. If it is already running, runs it again afterward. */
    wake,
    /** Waits until the current run is finished. */
    async close() {
      closed = true;
      clearTimeout(timer);
      await current;
    },
  };
}
