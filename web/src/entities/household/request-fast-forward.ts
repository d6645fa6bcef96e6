import { createEvent } from '@/lib/events';

/** A duration (`P1M`) or a target time (ISO 8601). */
export type FastForwardTarget = { by: string } | { to: string };

/**
 * Requests a fast-forward. The clock component warns the customer, shows the progress, and opens the summary.
 */
export const { emit: requestFastForward, listen: onFastForwardRequested } = createEvent<FastForwardTarget>();
