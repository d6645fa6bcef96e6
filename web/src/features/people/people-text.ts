import { formatTextDate } from '@/lib/dates';
import { formatMoney } from '@/lib/money';
import type { Contact, PeerPayment, PeerTransfer } from './queries';

/** Returns the state of a payment or request from the customer's point of view. */
export function formatState({ kind, direction, state }: PeerPayment): string {
  if (state === 'pending') return kind === 'payment' ? 'Not claimed yet' : 'Not answered yet';
  if (state === 'completed') return direction === 'out' ? 'Paid' : 'Received';
  if (state === 'declined') return 'Declined';
  if (state === 'canceled') return 'Canceled';
  if (state === 'expired') return kind === 'payment' ? 'Returned' : 'Expired';
  return 'Undone by restoring a checkpoint';
}

export const STATE_TONES: Record<string, 'quiet' | 'positive' | 'info'> = {
  pending: 'info',
  completed: 'positive',
};

/** Returns true if the money has moved permanently. Otherwise the amount isn't counted. */
export const hasMoved = ({ state }: PeerPayment) => state === 'completed';

/** The customer's name for a person, or else the person's own. */
export function getSenderName(transfer: PeerTransfer, contacts: readonly Contact[]): string {
  const known = contacts.find(
    ({ address, person_id }) =>
      (address !== null && address === transfer.from_address) || person_id === transfer.user_id,
  );
  return known?.name ?? transfer.from_name;
}

export function formatTransfer({ kind, amount, currency }: PeerTransfer, name: string): string {
  const money = formatMoney(amount, currency);
  return kind === 'payment' ? `${name} sent you ${money}` : `${name} requests ${money}`;
}

/** Filters for payments and requests. */
export const FILTERS = [
  { value: 'all', label: 'All' },
  { value: 'out', label: 'Paid' },
  { value: 'in', label: 'Received' },
  { value: 'requests', label: 'Requests' },
] as const;

export type Filter = (typeof FILTERS)[number]['value'];

export function isShown(payment: PeerPayment, filter: Filter): boolean {
  if (filter === 'requests') return payment.kind === 'request';
  // Pending payments are listed above with their actions.
  if (filter === 'all') return payment.state !== 'pending';
  return payment.direction === filter && payment.state === 'completed';
}

/** The deadline of a pending amount. */
export const formatUntil = (expiresAt: string | null, timeZone: string) =>
  expiresAt ? `until ${formatTextDate(expiresAt, timeZone)}` : '';
