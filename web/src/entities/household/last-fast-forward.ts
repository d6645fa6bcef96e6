import type { FastForwardDigest } from '@engine/simulation/digest.ts';
import { createEvent } from '@/lib/events';

/** A finished fast-forward: its start and end (ISO 8601) and the events in between. */
export type FastForwardRecord = {
  from: string;
  to: string;
  /** False if the fast-forward was canceled after some complete steps. */
  whole: boolean;
  digest: FastForwardDigest;
};

/**
 * Notifies the clock component of a fast-forward that was started elsewhere, so that it shows the same
 * summary.
 */
export const { emit: emitFastForward, listen: onFastForward } = createEvent<FastForwardRecord>();
