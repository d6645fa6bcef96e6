import { useState } from 'react';
import { readStoredJson, storeValue } from './customer-keys';

type SetMembership = (member: string, isMember: boolean) => void;

/**
 * Returns a set of strings that this browser stores for a customer until sign-out. Also returns a function
 * that adds or removes a string. If storage isn't available, the set lasts until the page closes.
 */
export function useStoredSet(customerId: string, what: string): [ReadonlySet<string>, SetMembership] {
  const [members, setMembers] = useState(() => readSet(customerId, what));
  function setMembership(member: string, isMember: boolean) {
    // Reads the set again, because another window may have changed it.
    const next = new Set(readSet(customerId, what));
    if (isMember) next.add(member);
    else next.delete(member);
    setMembers(next);
    storeValue(customerId, what, JSON.stringify([...next]));
  }
  return [members, setMembership];
}

/** Reads the stored set. Ignores values with an unknown format. */
function readSet(customerId: string, what: string): ReadonlySet<string> {
  const stored = readStoredJson(customerId, what);
  return new Set(Array.isArray(stored) ? stored.filter((member) => typeof member === 'string') : []);
}
