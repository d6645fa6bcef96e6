import { useSyncExternalStore } from 'react';

/** A fast-forward in progress. Instants in milliseconds; `at` is the simulated position. */
export type FastForwardState = {
  from: number;
  to: number | null;
  at: number;
  words: string;
  cancel: () => void;
};

let fastForward: FastForwardState | null = null;
const listeners = new Set<() => void>();

/** The current fast-forward, started anywhere in the app; null if none is in progress. */
export function useFastForward(): FastForwardState | null {
  return useSyncExternalStore(subscribe, () => fastForward);
}

/** Returns true during a fast-forward. Other changes are read when it ends. */
export const isFastForwarding = () => fastForward !== null;

export function setFastForward(next: FastForwardState | null): void {
  fastForward = next;
  for (const listener of listeners) listener();
}

/** Updates the progress of the fast-forward. */
export function advanceFastForward(at: number): void {
  if (fastForward && at > fastForward.at) setFastForward({ ...fastForward, at });
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
