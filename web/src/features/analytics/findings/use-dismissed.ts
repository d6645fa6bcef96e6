import { useState } from 'react';
import { readStored, storeValue } from '@/lib/customer-keys';

const WHAT = 'analytics-dismissed';

/** Returns the findings that the customer dismissed, stored in this browser until sign-out. */
export function useDismissed(
  customerId: string,
): [ReadonlySet<string>, (key: string, isDismissed: boolean) => void] {
  const [keys, setKeys] = useState(() => read(customerId));
  function say(key: string, isDismissed: boolean) {
    const next = new Set(read(customerId));
    if (isDismissed) next.add(key);
    else next.delete(key);
    storeValue(customerId, WHAT, JSON.stringify([...next]));
    setKeys(next);
  }
  return [keys, say];
}

/** Whatever stands there that is not ours counts for nothing. */
function read(customerId: string): ReadonlySet<string> {
  try {
    const kept: unknown = JSON.parse(readStored(customerId, WHAT) ?? '[]');
    return new Set(Array.isArray(kept) ? kept.filter((key) => typeof key === 'string') : []);
  } catch {
    return new Set();
  }
}
