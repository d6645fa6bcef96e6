import type { FastForwardDigest } from '@engine/simulation/digest.ts';

/** A finished fast-forward: instants in ISO 8601, and the events on the way. */
export type FastForwardRecord = {
  from: string;
  to: string;
  /** False if it was canceled, in which case only whole steps happened. */
  whole: boolean;
  digest: FastForwardDigest;
};

type Listener = (record: FastForwardRecord) => void;

const listeners = new Set<Listener>();

/** Notifies the clock of a fast-forward started elsewhere, so that it shows the same summary. */
export function emitFastForward(record: FastForwardRecord): void {
  for (const listener of listeners) listener(record);
}

export function onFastForward(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
