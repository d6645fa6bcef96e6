import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Returns the result of `work`. If `work` takes longer than `ms` milliseconds, returns the result of
 * `onTimeout`, which can also throw.
 */
export function withTimeout<T, Fallback>(work: PromiseLike<T>, ms: number, onTimeout: () => Fallback) {
  const finished = new AbortController();
  const timeout = sleep(ms, undefined, { signal: finished.signal }).then(onTimeout);
  timeout.catch(() => {});
  return Promise.race([work, timeout]).finally(() => finished.abort());
}

/**
 * Caches the result of `load` for `ms` milliseconds. Concurrent callers share one call, and failures are not
 * cached.
 */
export function cacheFor<Value>(ms: number, load: () => Promise<Value>): () => Promise<Value> {
  let cached: { value: Promise<Value>; expiresAt: number } | null = null;
  return () => {
    if (cached && cached.expiresAt > Date.now()) return cached.value;
    const value = load();
    cached = { value, expiresAt: Date.now() + ms };
    value.catch(() => {
      if (cached?.value === value) cached = null;
    });
    return value;
  };
}
