import { useEffect } from 'react';
import { createStore, type Store, useStore } from '../storage/create-store';

/** A module that loads after the first view. */
export type Part<T> = {
  /** Loads the module only once, but retries after a failure. */
  load: () => Promise<T>;
  /** The loaded module: undefined while loading, null if it failed. */
  module: Store<T | null | undefined>;
};

export function lazyPart<T>(load: () => Promise<T>): Part<T> {
  const module = createStore<T | null | undefined>(undefined);
  let loading: Promise<T> | undefined;
  async function begin(): Promise<T> {
    try {
      const loaded = await load();
      module.set(loaded);
      return loaded;
    } catch (error) {
      loading = undefined;
      module.set(null);
      throw error;
    }
  }
  return {
    load: () => {
      loading ??= begin();
      return loading;
    },
    module,
  };
}

/**
 * Returns a module and starts loading it once `isEnabled` is true. Returns undefined while loading, or null
 * if loading failed.
 */
export function useLoaded<T>(part: Part<T>, isEnabled = true): T | null | undefined {
  const loaded = useStore(part.module);
  useEffect(() => {
    if (isEnabled && !part.module.get())
      part.load().catch((error: unknown) => console.error("We couldn't load part of the page.", error));
  }, [part, isEnabled]);
  return loaded;
}
