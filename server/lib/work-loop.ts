export type WorkLoop = {
  /** Works now, or again after the running work. */
  wake(): void;
  /** Waits for the running work. */
  close(): Promise<void>;
};

/**
 * Runs `work` on request, at the instant (milliseconds since 1970) that the previous run returned, and at the
 * latest after `longestPauseMs`, one run at a time. The first request starts it. Failures are retried later.
 */
export function createWorkLoop(
  longestPauseMs: number,
  work: () => Promise<number | null>,
  onFailure: (error: unknown) => void,
): WorkLoop {
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
    wake,
    async close() {
      closed = true;
      clearTimeout(timer);
      await current;
    },
  };
}
