import type { FastForwardDigest } from '@engine/simulation/digest.ts';

/** A leap through time that came to its end: instants in ISO 8601, and what happened on the way. */
export type FastForwardRecord = {
  from: string;
  to: string;
  /** False when it was given up on the way: whole steps only have happened. */
  whole: boolean;
  digest: FastForwardDigest;
};

type Listener = (told: FastForwardRecord) => void;

const listeners = new Set<Listener>();

/** Tells the bar of the clock what a leap brought that was begun elsewhere, so that it is shown as its own are. */
export function emitFastForward(told: FastForwardRecord): void {
  for (const listener of listeners) listener(told);
}

export function onFastForward(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
