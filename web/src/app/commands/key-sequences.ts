import type { FastForwardTarget } from '@/entities/household/request-fast-forward';

/** The effect of a key sequence: a page, a fast-forward, or a fast-forward to the next payday. */
export type SequenceTarget = { to: string } | FastForwardTarget | 'payday';

/** Two keys that are pressed one after the other. */
export type KeySequence = {
  keys: string;
  group: 'Go to' | 'Time' | 'New';
  label: string;
  target: SequenceTarget;
};

export const KEY_SEQUENCES: readonly KeySequence[] = [
  { keys: 'gd', group: 'Go to', label: 'Dashboard', target: { to: '/dashboard' } },
  { keys: 'gt', group: 'Go to', label: 'Transactions', target: { to: '/transactions' } },
  { keys: 'gc', group: 'Go to', label: 'Credit Cards', target: { to: '/credit-cards' } },
  { keys: 'gl', group: 'Go to', label: 'Loans', target: { to: '/loans' } },
  { keys: 'gb', group: 'Go to', label: 'Budgets', target: { to: '/budgets' } },
  { keys: 'gs', group: 'Go to', label: 'Scheduled payments', target: { to: '/scheduled-payments' } },
  { keys: 'gp', group: 'Go to', label: 'Auto Deposit', target: { to: '/auto-deposit' } },
  { keys: 'td', group: 'Time', label: 'Fast-forward one day', target: { by: 'P1D' } },
  { keys: 'tp', group: 'Time', label: 'Fast-forward to payday', target: 'payday' },
  { keys: 'tm', group: 'Time', label: 'Fast-forward one month', target: { by: 'P1M' } },
  { keys: 'ty', group: 'Time', label: 'Fast-forward one year', target: { by: 'P1Y' } },
  { keys: 'nm', group: 'New', label: 'Transfer money', target: { to: '/dashboard/move' } },
  { keys: 'np', group: 'New', label: 'Pay people', target: { to: '/dashboard/people' } },
  { keys: 'nb', group: 'New', label: 'Schedule payment', target: { to: '/scheduled-payments#new' } },
  { keys: 'nw', group: 'New', label: 'New what-if', target: { to: '/forecasts/what-if' } },
];
