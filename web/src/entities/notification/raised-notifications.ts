/** Remembers raised alerts: daily ones in this browser, session ones in the tab. */

const RAISED_KEY = 'sandbank-raised';
const KEYS_KEPT = 400;
/** Alerts raised by this page. Without browser storage, an alert still shows only once. */
const raisedHere = new Set<string>();

type Once = 'day' | 'session';

/** Returns true the first time a key is remembered. Drops the oldest keys. */
export function saveRaised(once: Once, key: string): boolean {
  if (raisedHere.has(key)) return false;
  raisedHere.add(key);
  try {
    const storage = getStorage(once);
    const raised = raisedIn(storage);
    if (raised.includes(key)) return false;
    storage.setItem(RAISED_KEY, JSON.stringify([...raised.slice(-KEYS_KEPT), key]));
  } catch {
    // Remembers the key for this page only.
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
  const stored: unknown = JSON.parse(storage.getItem(RAISED_KEY) ?? '[]');
  return Array.isArray(stored) ? stored : [];
}

/** Throws if the browser blocks storage. */
function getStorage(once: Once): Storage {
  return once === 'session' ? sessionStorage : localStorage;
}
