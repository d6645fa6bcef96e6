import { formatListDate, formatTextDate } from '@/lib/dates';
import { formatMoney } from '@/lib/money';
import { Badge } from '@/ui/badge';
import type { Dispute } from './queries';

const STATES: Record<string, { word: string; tone: 'info' | 'positive' | 'negative' | 'quiet' }> = {
  in_review: { word: 'In review', tone: 'info' },
  won: { word: 'Won', tone: 'positive' },
  lost: { word: 'Lost', tone: 'negative' },
  withdrawn: { word: 'Withdrawn', tone: 'quiet' },
};

/** The reasons for a dispute, with the rules for the charge of a card and for a debit card purchase. */
const REASONS = [
  {
    value: 'fraud',
    label: "I didn't make this purchase",
    cardRule:
      'Decision in 20 days. Approved if you replaced the card as lost or stolen within 60 days of the charge.',
    accountRule:
      "Choose this for a lost or stolen card, too. Approved if you didn't pay this merchant on another day.",
  },
  {
    value: 'not_received',
    label: "I didn't receive my purchase",
    cardRule: 'Decision in 30 days. Approved if the charge is at least a week old.',
    accountRule: 'Approved if the purchase is at least a week old.',
  },
  {
    value: 'duplicate',
    label: 'I was charged twice',
    cardRule: 'Decision in 14 days. Approved if the merchant charged the same amount within 3 days.',
    accountRule: 'Approved if the merchant charged the same amount within 3 days.',
  },
  {
    value: 'wrong_amount',
    label: 'The amount is wrong',
    cardRule: 'Decision in 14 days. Approved if you dispute part of the charge.',
    accountRule: 'Approved if you dispute part of the purchase.',
  },
  {
    value: 'credit_not_processed',
    label: "My refund didn't arrive",
    cardRule: 'Decision in 14 days. Approved if the merchant accepted your return and the refund is missing.',
    accountRule: 'Approved if the merchant accepted your return and the refund is missing.',
  },
  {
    value: 'other',
    label: 'Something else',
    cardRule: 'Usually denied after 45 days. Choose a reason above if one fits.',
    accountRule: 'Usually denied. Choose a reason above if one fits.',
  },
] as const;

const getReasons = (rule: 'cardRule' | 'accountRule') =>
  REASONS.map(({ value, label, [rule]: text }) => ({ value, label, rule: text }));

export const CARD_REASONS = getReasons('cardRule');
export const ACCOUNT_REASONS = getReasons('accountRule');

export const formatReason = (reason: string): string | undefined =>
  REASONS.find(({ value }) => value === reason)?.label;

export function DisputeBadge({ dispute }: { dispute: Dispute }) {
  const { word, tone } = STATES[dispute.status] ?? { word: dispute.status, tone: 'quiet' as const };
  return <Badge tone={tone}>{`Dispute: ${word.toLowerCase()}`}</Badge>;
}

/** Returns the outcome of a card's dispute, or its decision date. */
export function formatOutcome(dispute: Dispute, currency: string, zone: string): string {
  if (dispute.outcome) return dispute.outcome;
  const amount = formatMoney(dispute.amount, currency);
  if (dispute.status === 'in_review')
    return `We credited ${amount} while we review your dispute. We'll decide by ${formatListDate(dispute.decide_on)}.`;
  return dispute.decided_at ? `Ended ${formatTextDate(dispute.decided_at, zone)}.` : '';
}
