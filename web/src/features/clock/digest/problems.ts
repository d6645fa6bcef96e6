import type { DigestLine } from '@engine/simulation/digest.ts';

/** The groups of unfavorable events, with the page where the customer can act. */
export const PROBLEMS: Partial<Record<DigestLine['group'], { to: string; label: string }>> = {
  decision: { to: '/dashboard', label: 'Decide on the dashboard' },
  failed: { to: '/dashboard/move', label: 'Transfer money' },
  overdrawn: { to: '/dashboard/move', label: 'Transfer money' },
  deposit_failed: { to: '/auto-deposit', label: 'View auto deposits' },
  missed: { to: '/notifications', label: 'View notifications' },
  delinquent: { to: '/notifications', label: 'View notifications' },
  coverage: { to: '/insurance', label: 'View insurance' },
  pay_missed: { to: '/forecasts', label: 'View cash forecast' },
};

/** Returns the page of an announced increase. */
export const getIncreasePath = (paymentId = '') => `/scheduled-payments?increase=${paymentId}`;
