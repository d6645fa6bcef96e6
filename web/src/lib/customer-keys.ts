/** Browser storage keys of a customer, which are deleted at sign-out. */

const PREFIX = 'sandbank-of';

/** Null where nothing is kept or the browser forbids storage. */
export function readStored(customerId: string, what: string): string | null {
  try {
    return localStorage.getItem(`${PREFIX}:${customerId}:${what}`);
  } catch {
    return null;
  }
}

/** False when the browser keeps nothing: forbidden or full. */
export function storeValue(customerId: string, what: string, text: string): boolean {
  try {
    localStorage.setItem(`${PREFIX}:${customerId}:${what}`, text);
    return true;
  } catch {
    return false;
  }
}

/** At sign-out: the next person at this browser sees nothing of the last one. */
export function removeStored(): void {
  try {
    for (const key of Object.keys(localStorage))
      if (key.startsWith(`${PREFIX}:`)) localStorage.removeItem(key);
  } catch {
    // A failed write leaves nothing to delete.
  }
}
