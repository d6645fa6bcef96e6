import { useState } from 'react';

type SetMembership = (member: string, isMember: boolean) => void;

/** Returns a set of texts that this browser stores under a key, and a function that adds or removes one. */
export function useStoredSet(key: string): [ReadonlySet<string>, SetMembership] {
  const [members, setMembers] = useState(() => readSet(key));
  function setMembership(member: string, isMember: boolean) {
    // Read again, because another window may have changed it.
    const next = new Set(readSet(key));
    if (isMember) next.add(member);
    else next.delete(member);
    setMembers(next);
    try {
      localStorage.setItem(key, JSON.stringify([...next]));
    } catch {
      // Without storage, the set lasts as long as the page.
    }
  }
  return [members, setMembership];
}

/** Ignores stored values of an unknown format. */
function readSet(key: string): ReadonlySet<string> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return new Set(Array.isArray(stored) ? stored.filter((member) => typeof member === 'string') : []);
  } catch {
    return new Set();
  }
}
