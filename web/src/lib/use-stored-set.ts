import { useState } from 'react';
import { readStoredJson, storeValue } from './customer-keys';

type SetMembership = (member: string, isMember: boolean) => void;

/**
 * Returns a set of a customer's texts that this browser stores until sign-out, and a function that adds or
 * removes one. Without storage, the set lasts as long as the page.
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
