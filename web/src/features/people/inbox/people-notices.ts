import { subDays } from 'date-fns';
import type { Notice } from '@/entities/notification/notifications';
import { formatMoney } from '@/lib/money';
import type { PeerPayment, PeerTransfer } from '../queries';

/** The number of recent payments that can appear. */
export const LATEST_PAYMENTS = 20;

/** Older events by the simulated clock are not shown. */
const NEWS_FOR_DAYS = 30;

/**
 * Returns notices about peer transfers and requests, which are the same on each load. `now` is the simulated
 * time.
 */
export function peopleNotices(
  transfers: readonly PeerTransfer[],
  payments: readonly PeerPayment[],
  now: string,
): Notice[] {
  const oldest = subDays(new Date(now), NEWS_FOR_DAYS);
  const recent = payments.filter(({ closed_at: at }) => at !== null && new Date(at) >= oldest);
  return [...transfers.map(letterNotice), ...recent.flatMap(paymentNotice)];
}

function letterNotice({ id, kind, from_name: name, amount, currency, reminders }: PeerTransfer): Notice {
  const money = formatMoney(amount, currency);
  const isPayment = kind === 'payment';
  return {
    kind: 'people',
    id: `transfer ${id} ${reminders}`,
    // Its time is another customer's, so it counts from when it is first seen.
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
  const words = getNotifications(payment);
  if (!words) return [];
  return [
    {
      kind: 'people',
      id: `person ${payment.peer_transfer_id} ${payment.state}`,
      at: payment.closed_at,
      to: '/dashboard/people',
      ...words,
    },
  ];
}

/** Only other people's actions are news. */
function getNotifications({
  kind,
  direction,
  state,
  name,
  amount,
  currency,
  account_id: account,
}: PeerPayment): Pick<Notice, 'title' | 'message' | 'type'> | null {
  const money = formatMoney(amount, currency);
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
