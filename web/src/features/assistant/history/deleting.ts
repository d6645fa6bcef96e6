import { useSyncExternalStore } from 'react';
import { readStored, storeValue } from '@/lib/customer-keys';

/**
 * Conversations that the customer has deleted and may still take back. The bank deletes for good, so it is asked only
 * when there is no way back any more; until then they are kept out of sight here, over a reload too.
 */
const WHAT = 'assistant-deleting';
const NONE: readonly string[] = [];
const listeners = new Set<() => void>();
const known = new Map<string, readonly string[]>();

export function useDeleting(customerId: string): readonly string[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => getDeleting(customerId),
  );
}

export function getDeleting(customerId: string): readonly string[] {
  const ids = known.get(customerId) ?? read(customerId);
  known.set(customerId, ids);
  return ids;
}

export function hideDeleting(customerId: string, id: string): void {
  become(customerId, [...getDeleting(customerId), id]);
  store(customerId, [...read(customerId), id]);
}

/** Shown again. */
export function showAgain(customerId: string, ids: readonly string[]): void {
  become(
    customerId,
    getDeleting(customerId).filter((id) => !ids.includes(id)),
  );
  settleDeleting(customerId, ids);
}

/** Nothing is left to be done; a list that was read before the deletion does not show them all the same. */
export function settleDeleting(customerId: string, ids: readonly string[]): void {
  store(
    customerId,
    read(customerId).filter((id) => !ids.includes(id)),
  );
}

/** Returns the conversations that are still to be deleted. */
export const leftToDelete = (customerId: string) => read(customerId);

function become(customerId: string, ids: readonly string[]): void {
  known.set(customerId, ids);
  for (const listener of listeners) listener();
}

function store(customerId: string, ids: readonly string[]): void {
  storeValue(customerId, WHAT, JSON.stringify(ids));
}

function read(customerId: string): readonly string[] {
  try {
    const kept: unknown = JSON.parse(readStored(customerId, WHAT) ?? '[]');
    return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : NONE;
  } catch {
    return NONE;
  }
}
