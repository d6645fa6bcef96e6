import { useState } from 'react';

const KEY = 'sandbank-not-regular';

/** Returns the payees that the customer marked as not recurring, stored in this browser. */
export function useNotRegular(
  customerId: string,
): [ReadonlySet<string>, (key: string, isNot: boolean) => void] {
  const [keys, setKeys] = useState(() => read(customerId));
  function say(key: string, isNot: boolean) {
    const next = new Set(read(customerId));
    if (isNot) next.add(key);
    else next.delete(key);
    localStorage.setItem(`${KEY}:${customerId}`, JSON.stringify([...next]));
    setKeys(next);
  }
  return [keys, say];
}

/** Whatever stands there that is not ours counts for nothing. */
function read(customerId: string): ReadonlySet<string> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(`${KEY}:${customerId}`) ?? '[]');
    return new Set(Array.isArray(kept) ? kept.filter((key) => typeof key === 'string') : []);
  } catch {
    return new Set();
  }
}
