import { subDays } from 'date-fns';
import type { Notice } from '@/entities/notification/notifications';
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

/** Returns true if the money has moved permanently. */
export const hasMoved = ({ state }: PeerPayment) => state === 'completed';

/**
 * Returns the customer's contact name for the sender. If the sender isn't a contact, returns the name in the
 * transfer.
 */
export function getSenderName(transfer: PeerTransfer, contacts: readonly Contact[]): string {
  const contact = contacts.find(
    ({ address, person_id }) =>
      (address !== null && address === transfer.from_address) || person_id === transfer.user_id,
  );
  return contact?.name ?? transfer.from_name;
}

export function formatTransfer({ kind, amount, currency }: PeerTransfer, name: string): string {
  const money = formatMoney(amount, currency);
  return kind === 'payment' ? `${name} sent you ${money}` : `${name} requests ${money}`;
}

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

/** Formats the deadline of a pending payment or request. */
export const formatUntil = (expiresAt: string | null, timeZone: string) =>
  expiresAt ? `until ${formatTextDate(expiresAt, timeZone)}` : '';

/** The number of recent payments from which notices are created. */
export const LATEST_PAYMENTS = 20;

/** The number of simulated days for which an event appears as a notice. */
const NEWS_FOR_DAYS = 30;

/**
 * Returns notices about peer transfers and requests. Each notice keeps the same id whenever the data is
 * loaded. `now` is the simulated time.
 */
export function peopleNotices(
  transfers: readonly PeerTransfer[],
  payments: readonly PeerPayment[],
  now: string,
): Notice[] {
  const oldest = subDays(new Date(now), NEWS_FOR_DAYS);
  const recent = payments.filter(({ closed_at: at }) => at !== null && new Date(at) >= oldest);
  return [...transfers.map(transferNotice), ...recent.flatMap(paymentNotice)];
}

function transferNotice({ id, kind, from_name: name, amount, currency, reminders }: PeerTransfer): Notice {
  const money = formatMoney(amount, currency);
  const isPayment = kind === 'payment';
  return {
    kind: 'people',
    id: `transfer ${id} ${reminders}`,
    // The transfer's time is on the sender's simulated clock, so the notice is dated when it first appears.
    at: null,
    type: 'info',
    title: isPayment ? 'Money for You' : 'Money Requested',
    message: isPayment
      ? `${name} sent you ${money}. Accept it or return it.`
      : `${name} requests ${money}.${reminders > 0 ? ' This is a reminder.' : ''}`,
    to: '/dashboard/people',
  };
}

function paymentNotice(payment: PeerPayment): Notice[] {
  const text = describeClosing(payment);
  const id = `person ${payment.peer_transfer_id} ${payment.state}`;
  return text ? [{ kind: 'people', id, at: payment.closed_at, to: '/dashboard/people', ...text }] : [];
}

/** Returns a notice about the other person's action; null for the customer's actions. */
function describeClosing(payment: PeerPayment): Pick<Notice, 'title' | 'message' | 'type'> | null {
  const { kind, direction, state, name, account_id: account } = payment;
  const money = formatMoney(payment.amount, payment.currency);
  if (state === 'completed' && direction === 'in')
    return { title: 'Money Arrived', message: `${money} from ${name} arrived.`, type: 'success' };
  if (state === 'declined' && kind === 'payment' && direction === 'out')
    return { title: 'Money Returned', message: `${name} returned your ${money}.`, type: 'warning' };
  if (state === 'declined' && kind === 'request' && direction === 'in')
    return { title: 'Request Declined', message: `${name} declined to pay ${money}.`, type: 'info' };
  if (state === 'expired' && kind === 'payment' && direction === 'out' && account)
    return {
      title: 'Money Returned',
      message: `${name} didn't accept your ${money}, so we returned it to you.`,
      type: 'info',
    };
  return null;
}
