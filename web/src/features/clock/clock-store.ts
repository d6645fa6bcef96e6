import { createStore, useStore } from '@/lib/storage/create-store';

/** A fast-forward in progress. Instants are in milliseconds; `at` is the simulated time reached so far. */
export type FastForwardState = {
  from: number;
  to: number | null;
  at: number;
  words: string;
  cancel: () => void;
};

const fastForward = createStore<FastForwardState | null>(null);

/** Returns the fast-forward in progress, no matter where it was started; null if there is none. */
export const useFastForward = () => useStore(fastForward);

/** Returns true during a fast-forward. Changed data is reloaded only when the fast-forward ends. */
export const isFastForwarding = () => fastForward.get() !== null;

export const setFastForward = fastForward.set;

export function advanceFastForward(at: number): void {
  const current = fastForward.get();
  if (current && at > current.at) fastForward.set({ ...current, at });
}
