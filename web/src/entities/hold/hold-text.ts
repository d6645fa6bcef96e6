import { formatListDate, formatTime } from '@/lib/dates';
import { formatMoney } from '@/lib/money';
import type { Hold } from './queries';

/** The kinds of purchases that a customer can make, with the time until they are charged. */
export const PURCHASES: readonly { value: string; label: string }[] = [
  { value: 'store', label: 'Store: 1\u20132 business days' },
  { value: 'online', label: 'Online order: 1\u20134 business days' },
  { value: 'restaurant', label: 'Restaurant, taxi, or salon: with a tip' },
  { value: 'gas_pump', label: 'Gas pump: 2 hours' },
  { value: 'hotel', label: 'Hotel: at checkout' },
  { value: 'subscription', label: 'Subscription: 1 business day' },
];

const NOTES: Record<string, string> = {
  restaurant: 'Tip may change the amount',
  gas_pump: 'The exact amount posts within hours',
  hotel: 'Charged at checkout',
};

export function getHoldTitle({ kind, merchant, deposit }: Hold): string {
  if (kind === 'deposit') return deposit === 'check' ? 'Check deposit' : 'Transfer from another bank';
  return merchant ?? 'Purchase';
}

/** Returns what a customer should know about a pending transaction: `Tip may change the amount`. */
export function getHoldNote(
  { purchase, status, amount, final_amount: total }: Hold,
  currency: string,
): string | undefined {
  if (status === 'partially_cleared') return 'Rest of your order';
  if (purchase !== 'restaurant' || total === null) return NOTES[purchase ?? ''];
  return total === amount ? 'No tip' : `${formatMoney(total, currency)} with your tip`;
}

/** The tips that a customer can choose, in percent. Empty if the restaurant adds it. */
export const TIPS: readonly { value: string; label: string }[] = [
  { value: '', label: 'The restaurant adds it' },
  { value: '0', label: 'No tip' },
  { value: '15', label: '15%' },
  { value: '18', label: '18%' },
  { value: '20', label: '20%' },
];

/** Formats the end of a hold: `Drops off by Nov 27`, or with the time if it is within a day. */
export function formatHoldEnd({ purchase, expires_at }: Hold, zone?: string): string {
  const time = purchase === 'gas_pump' ? `, ${formatTime(expires_at, zone)}` : '';
  return `Drops off by ${formatListDate(expires_at, zone)}${time}`;
}
