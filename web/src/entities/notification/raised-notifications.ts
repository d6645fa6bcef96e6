/**
 * The storage key for raised alerts. Daily alerts are in local storage, session alerts in session storage.
 */

const RAISED_KEY = 'sandbank-raised';
const KEYS_KEPT = 400;
/**
 * The alerts that this page has raised. They ensure that an alert is shown only once, even if the browser
 * blocks storage.
 */
const raisedHere = new Set<string>();

type Once = 'day' | 'session';

/** Records a key and returns true if the key is new. Drops the oldest keys above the limit. */
export function saveRaised(once: Once, key: string): boolean {
  if (raisedHere.has(key)) return false;
  raisedHere.add(key);
  try {
    const storage = getStorage(once);
    const raised = raisedIn(storage);
    if (raised.includes(key)) return false;
    storage.setItem(RAISED_KEY, JSON.stringify([...raised.slice(-KEYS_KEPT), key]));
  } catch {
    // If storage fails, the key is recorded for this page only.
  }
  return true;
}

export function deleteRaised(): void {
  raisedHere.clear();
  for (const once of ['day', 'session'] as const) {
    try {
      getStorage(once).removeItem(RAISED_KEY);
    } catch {
      // If the browser blocks storage, there is nothing to delete.
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
