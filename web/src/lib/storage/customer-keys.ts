import { parseJson } from '../parse-json';

/** The prefix of a customer's keys in browser storage, which are deleted at sign-out. */

const PREFIX = 'sandbank-of';

export const getStorageKey = (customerId: string, what: string) => `${PREFIX}:${customerId}:${what}`;

/** Reads a stored value, or returns null if there is none or storage is blocked. */
export function readStored(customerId: string, what: string): string | null {
  try {
    return localStorage.getItem(getStorageKey(customerId, what));
  } catch {
    return null;
  }
}

/** Returns a stored JSON value; null if nothing valid is stored. */
export function readStoredJson(customerId: string, what: string): unknown {
  return parseJson(readStored(customerId, what) ?? '');
}

/** Stores a value. Returns false if storage is full or blocked. */
export function storeValue(customerId: string, what: string, text: string): boolean {
  try {
    localStorage.setItem(getStorageKey(customerId, what), text);
    return true;
  } catch {
    return false;
  }
}

/**
 * Removes the customer's stored values at sign-out, so that the next person who uses this browser can't see
 * them.
 */
export function removeStored(): void {
  try {
    for (const key of Object.keys(localStorage))
      if (key.startsWith(`${PREFIX}:`)) localStorage.removeItem(key);
  } catch {
    // If storage is blocked, there is nothing to delete.
  }
}
