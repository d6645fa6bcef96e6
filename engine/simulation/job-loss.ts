import type { ShockState } from './state.ts';

/** Returns true if a shock stops this paycheck. A job loss that names no paycheck stops all of them. */
export function isJobLost({ kind, productId }: ShockState, ruleId: string): boolean {
  return kind === 'job_loss' && (productId === undefined || productId === ruleId);
}
