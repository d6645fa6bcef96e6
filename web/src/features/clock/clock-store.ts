import { useSyncExternalStore } from 'react';

/** A leap under way: instants in milliseconds. `at` is how far it has come. */
export type FastForwardState = {
  from: number;
  to: number | null;
  at: number;
  words: string;
  cancel: () => void;
};

let leap: FastForwardState | null = null;
const listeners = new Set<() => void>();

/** The leap under way, wherever in the app it was begun; null when time passes as usual. */
export function useFastForward(): FastForwardState | null {
  return useSyncExternalStore(subscribe, () => leap);
}

/** Returns true while the clock is moving. Changes on the way are not read until it ends. */
export const isFastForwarding = () => leap !== null;

export function setFastForward(next: FastForwardState | null): void {
  leap = next;
  for (const listener of listeners) listener();
}

/** Tells how far the leap under way has come. */
export function advanceFastForward(at: number): void {
  if (leap && at > leap.at) setFastForward({ ...leap, at });
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
