import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { withTimeout } from '../../lib/timing.ts';

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;

export type Attempt = {
  onLive(): void;
  fail(reason: Error): void;
  /** Resolves when the connection should be closed. Rejects after `fail` is called. */
  ended: Promise<void>;
};

/**
 * Creates a connection that is restored after each interruption. Each time `connect` returns or rejects,
 * calls it again after a pause. `interrupted` is the log message.
 */
export function createLastingConnection(
  log: Logger,
  interrupted: string,
  connect: (attempt: Attempt) => Promise<void>,
) {
  const waiting = new Set<(isLive: boolean) => void>();
  const closing = new AbortController();
  const { signal } = closing;
  let isLive = false;
  let running: Promise<void> | null = null;

  async function run(): Promise<void> {
    let pauseMs = FIRST_PAUSE_MS;
    while (!signal.aborted) {
      const attempt = startAttempt(signal, () => {
        isLive = true;
        pauseMs = FIRST_PAUSE_MS;
        for (const resolve of [...waiting]) resolve(true);
      });
      await connect(attempt).catch((error: unknown) => log.warn({ err: error }, interrupted));
      isLive = false;
      await sleep(pauseMs, undefined, { signal }).catch(() => {});
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
    }
  }

  return {
    /** Connects if necessary. Resolves to true when the connection is live, or to false after `waitMs`. */
    ready(waitMs: number): Promise<boolean> {
      running ??= run();
      if (isLive) return Promise.resolve(true);
      let stopWaiting = () => {};
      const connected = new Promise<boolean>((resolve) => {
        waiting.add(resolve);
        stopWaiting = () => waiting.delete(resolve);
      });
      return withTimeout(connected, waitMs, () => false).finally(() => stopWaiting());
    },
    async close(): Promise<void> {
      closing.abort();
      for (const resolve of [...waiting]) resolve(false);
      await running;
    },
  };
}

function startAttempt(stop: AbortSignal, onLive: () => void): Attempt {
  let fail: (reason: Error) => void = () => {};
  const ended = new Promise<void>((resolve, reject) => {
    fail = reject;
    stop.addEventListener('abort', () => resolve(), { once: true });
  });
  ended.catch(() => {});
  return { onLive, fail: (reason) => fail(reason), ended };
}
