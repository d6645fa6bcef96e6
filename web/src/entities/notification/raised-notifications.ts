/** Which alerts were raised: once a simulated day is kept in this browser, once a session with its tab. */

const RAISED_KEY = 'sandbank-raised';
const KEYS_KEPT = 400;
/** Alerts raised by this page. Without browser storage, an alert still shows only once. */
const raisedHere = new Set<string>();

type Once = 'day' | 'session';

/** True the first time a key is remembered. The oldest keys are dropped on the way. */
export function saveRaised(once: Once, key: string): boolean {
  if (raisedHere.has(key)) return false;
  raisedHere.add(key);
  try {
    const storage = getStorage(once);
    const raised = raisedIn(storage);
    if (raised.includes(key)) return false;
    storage.setItem(RAISED_KEY, JSON.stringify([...raised.slice(-KEYS_KEPT), key]));
  } catch {
    // Then it is remembered for this page alone.
  }
  return true;
}

export function deleteRaised(): void {
  raisedHere.clear();
  for (const once of ['day', 'session'] as const) {
    try {
      getStorage(once).removeItem(RAISED_KEY);
    } catch {
      // A failed write leaves nothing to delete.
    }
  }
}

function raisedIn(storage: Storage): string[] {
  const kept: unknown = JSON.parse(storage.getItem(RAISED_KEY) ?? '[]');
  return Array.isArray(kept) ? kept : [];
}

/** Throws where the browser forbids storage. */
function getStorage(once: Once): Storage {
  return once === 'session' ? sessionStorage : localStorage;
}
