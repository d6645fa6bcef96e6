import { useSyncExternalStore } from 'react';
import { readStored, storeValue } from '@/lib/customer-keys';

/**
 * Conversations that the customer deleted and may still restore. The bank deletes permanently, so they are
 * only hidden until the undo expires, even across a reload.
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

/** Shows the conversation again. */
export function showAgain(customerId: string, ids: readonly string[]): void {
  become(
    customerId,
    getDeleting(customerId).filter((id) => !ids.includes(id)),
  );
  settleDeleting(customerId, ids);
}

/** Nothing is left to delete. A list loaded before the deletion doesn't show it again. */
export function settleDeleting(customerId: string, ids: readonly string[]): void {
  store(
    customerId,
    read(customerId).filter((id) => !ids.includes(id)),
  );
}

/** Returns the conversations with a pending deletion. */
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
