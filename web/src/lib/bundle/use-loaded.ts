import { useEffect, useSyncExternalStore } from 'react';

/** A module that loads after the first view. */
export type Part<T> = {
  /** Loads the module once. Retries after a failure. */
  load: () => Promise<T>;
  /** The loaded module: undefined while loading, null if it failed. */
  loaded: () => T | null | undefined;
  subscribe: (listener: () => void) => () => void;
};

/** Declares a module to load on demand. */
export function lazyPart<T>(load: () => Promise<T>): Part<T> {
  const listeners = new Set<() => void>();
  let part: T | null | undefined;
  let loading: Promise<T> | undefined;
  const become = (next: T | null) => {
    part = next;
    for (const listener of listeners) listener();
  };
  async function begin(): Promise<T> {
    try {
      const come = await load();
      become(come);
      return come;
    } catch (error) {
      loading = undefined;
      become(null);
      throw error;
    }
  }
  return {
    load: () => {
      loading ??= begin();
      return loading;
    },
    loaded: () => part,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/**
 * Returns the module, loading it as soon as it is wanted: undefined while loading, null if loading failed.
 */
export function useLoaded<T>(part: Part<T>, isWanted = true): T | null | undefined {
  const loaded = useSyncExternalStore(part.subscribe, part.loaded, () => undefined);
  useEffect(() => {
    if (isWanted && !part.loaded())
      part.load().catch((error: unknown) => console.error("We couldn't load part of the page.", error));
  }, [part, isWanted]);
  return loaded;
}
