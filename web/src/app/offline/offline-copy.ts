import type { InfiniteData, Query, QueryClient, QueryKey } from '@tanstack/react-query';
import { clear, createStore as createDatabase, get, set, setMany, type UseStore } from 'idb-keyval';
import { createStore, useStore } from '@/lib/storage/create-store';

/** A copy of a query result for offline reading. Copies are deleted at sign-out. */
type Copy = { queryKey: QueryKey; data: unknown; readAt: number };

const WRITTEN_AFTER_MS = 1500;
const MOST_PAGES = 3;
const MAX_ROWS = 10_000;
const OWNER = 'owner';

/**
 * Returns the version of the copies: the script's address, because another version of the app may read the
 * data differently.
 */
const version = () => document.querySelector<HTMLScriptElement>('script[src*="/assets/"]')?.src ?? '';

/** True if the last request failed, even if the browser reports a connection. */
const isUnreachable = createStore(false);

/** The queries that were loaded but not saved yet. */
const changed = new Map<string, Query>();

/** The queries whose copy is being shown. */
const restored = new Set<string>();

let store: UseStore | undefined;
function opened(): UseStore {
  store ??= createDatabase('sandbank-copy', 'queries');
  return store;
}

/**
 * Saves query results and serves them to queries that can't reach the bank. Returns a function that stops
 * saving and serving results.
 */
export function saveCopies(queryClient: QueryClient, customerId: string): () => void {
  if (typeof indexedDB === 'undefined') return () => {};
  const owned = claim(customerId);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const cache = queryClient.getQueryCache();

  function write() {
    const copies = [...changed].flatMap(([hash, query]): [string, Copy][] => {
      const data = worthKeeping(query.state.data);
      return data === undefined
        ? []
        : [[hash, { queryKey: query.queryKey, data, readAt: query.state.dataUpdatedAt }]];
    });
    changed.clear();
    owned
      .then(() => setMany(copies, opened()))
      .catch((error: unknown) => console.error("We couldn't save the offline copy.", error));
  }
  async function restore(query: Query) {
    if (query.state.data !== undefined) return;
    await owned;
    const copy = await get<Copy>(query.queryHash, opened());
    if (!copy || query.state.data !== undefined) return;
    restored.add(query.queryHash);
    queryClient.setQueryData(query.queryKey, copy.data, { updatedAt: copy.readAt });
    restored.delete(query.queryHash);
  }
  const give = (query: Query) => void restore(query).catch(() => {});
  const giveAll = () => {
    for (const query of cache.findAll({ type: 'active' })) give(query);
  };

  const unsubscribe = cache.subscribe((event) => {
    const { query } = event;
    if (event.type === 'observerAdded' && !navigator.onLine) give(query);
    if (event.type !== 'updated') return;
    // A `TypeError` means that the bank can't be reached, even if the browser reports a connection.
    if (event.action.type === 'error' && event.action.error instanceof TypeError) {
      isUnreachable.set(true);
      give(query);
    }
    if (event.action.type !== 'success' || restored.has(query.queryHash)) return;
    if (!event.action.manual) isUnreachable.set(false);
    changed.set(query.queryHash, query);
    clearTimeout(timer);
    timer = setTimeout(write, WRITTEN_AFTER_MS);
  });
  window.addEventListener('offline', giveAll);
  if (!navigator.onLine) giveAll();
  return () => {
    clearTimeout(timer);
    changed.clear();
    unsubscribe();
    window.removeEventListener('offline', giveAll);
  };
}

export const useIsUnreachable = () => useStore(isUnreachable);

/**
 * Deletes all copies. Also runs when the customer asks to sign out, so that the next person at this browser
 * sees nothing.
 */
export async function deleteCopies(): Promise<void> {
  changed.clear();
  if (typeof indexedDB !== 'undefined') await clear(opened());
}

/** Returns the time of the oldest result on the page in milliseconds, or null if the page shows none. */
export function oldestCopyTime(queryClient: QueryClient): number | null {
  const readings = queryClient
    .getQueryCache()
    .findAll({ type: 'active', predicate: ({ state }) => state.data !== undefined })
    .map(({ state }) => state.dataUpdatedAt);
  return readings.length > 0 ? Math.min(...readings) : null;
}

/** Deletes copies that belong to other customers or other versions. */
async function claim(customerId: string): Promise<void> {
  const owner = `${customerId} ${version()}`;
  if ((await get<string>(OWNER, opened())) === owner) return;
  await clear(opened());
  await set(OWNER, owner, opened());
}

/**
 * Returns the part of a result to save. Long paged lists are cut off after the first pages. Returns undefined
 * for other lists that are too long.
 */
function worthKeeping(data: unknown): unknown {
  if (Array.isArray(data)) return data.length <= MAX_ROWS ? data : undefined;
  if (!isInfinite(data)) return data;
  return { pages: data.pages.slice(0, MOST_PAGES), pageParams: data.pageParams.slice(0, MOST_PAGES) };
}

function isInfinite(data: unknown): data is InfiniteData<unknown> {
  return typeof data === 'object' && data !== null && 'pages' in data && 'pageParams' in data;
}
