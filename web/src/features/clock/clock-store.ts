import { createStore, useStore } from '@/lib/create-store';

/** A fast-forward in progress. Instants in milliseconds; `at` is the simulated position. */
export type FastForwardState = {
  from: number;
  to: number | null;
  at: number;
  words: string;
  cancel: () => void;
};

const fastForward = createStore<FastForwardState | null>(null);

/** The current fast-forward, started anywhere in the app; null if none is in progress. */
export const useFastForward = () => useStore(fastForward);

/** Returns true during a fast-forward. Other changes are read when it ends. */
export const isFastForwarding = () => fastForward.get() !== null;

export const setFastForward = fastForward.set;

/** Updates the progress of the fast-forward. */
export function advanceFastForward(at: number): void {
  const current = fastForward.get();
  if (current && at > current.at) fastForward.set({ ...current, at });
}
