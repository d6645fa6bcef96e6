import type { Logger } from 'pino';

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;

/** A connection that reconnects until it is closed. */
export type LastingConnection = {
  /** Connects if needed; resolves to true once live, or false after `waitMs`. */
  ready(waitMs: number): Promise<boolean>;
  close(): Promise<void>;
};

/**
 * Calls `connect` again after a pause each time it ends. `connect` reports when it is live, returns when
 * asked to stop, and rejects when disconnected; `interrupted` is the log message then.
 */
export function createLastingConnection(
  log: Logger,
  interrupted: string,
  connect: (stop: AbortSignal, onLive: () => void) => Promise<void>,
): LastingConnection {
  const waiting = new Set<(live: boolean) => void>();
  const closing = new AbortController();
  let live = false;
  let running: Promise<void> | null = null;

  async function follow(): Promise<void> {
    let pauseMs = FIRST_PAUSE_MS;
    while (!closing.signal.aborted) {
      try {
        await connect(closing.signal, () => {
          live = true;
          pauseMs = FIRST_PAUSE_MS;
          for (const tell of [...waiting]) tell(true);
        });
      } catch (error) {
        log.warn({ err: error }, interrupted);
      }
      live = false;
      if (!closing.signal.aborted) await pause(pauseMs, closing.signal);
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
    }
  }

  return {
    ready(waitMs) {
      running ??= follow();
      if (live) return Promise.resolve(true);
      return new Promise((resolve) => {
        const timer = setTimeout(() => tell(false), waitMs);
        const tell = (isLive: boolean) => {
          clearTimeout(timer);
          waiting.delete(tell);
          resolve(isLive);
        };
        waiting.add(tell);
      });
    },
    async close() {
      closing.abort();
      for (const tell of [...waiting]) tell(false);
      await running;
    },
  };
}

function pause(milliseconds: number, stop: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, milliseconds);
    function done(): void {
      clearTimeout(timer);
      stop.removeEventListener('abort', done);
      resolve();
    }
    stop.addEventListener('abort', done);
  });
}
