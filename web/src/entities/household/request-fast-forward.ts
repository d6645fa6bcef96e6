/** A duration (`P1M`) or a target time (ISO 8601). */
export type FastForwardTarget = { by: string } | { to: string };

type Listener = (target: FastForwardTarget) => void;

const listeners = new Set<Listener>();

/**
 * Requests a fast-forward. The clock component warns the customer, shows the progress, and opens the summary.
 */
export function requestFastForward(target: FastForwardTarget): void {
  for (const listener of listeners) listener(target);
}

export function onFastForwardRequested(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
