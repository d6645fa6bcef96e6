import type { FastForwardDigest } from '@engine/simulation/digest.ts';

/** A finished fast-forward: its start and end (ISO 8601) and the events in between. */
export type FastForwardRecord = {
  from: string;
  to: string;
  /** False if the fast-forward was canceled after some complete steps. */
  whole: boolean;
  digest: FastForwardDigest;
};

type Listener = (record: FastForwardRecord) => void;

const listeners = new Set<Listener>();

/**
 * Notifies the clock component of a fast-forward that was started elsewhere, so that it shows the same
 * summary.
 */
export function emitFastForward(record: FastForwardRecord): void {
  for (const listener of listeners) listener(record);
}

export function onFastForward(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
