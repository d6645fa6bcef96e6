import { formatMoney } from '@/lib/money';
import type { CardView } from '../use-card-view';

/** Describes autopay: `Full statement from Everyday Checking`. */
export function formatAutopay({ card, accounts }: Pick<CardView, 'card' | 'accounts'>): string {
  const from = accounts.find(({ id }) => id === card.autopay_account_id)?.name ?? 'an account';
  switch (card.autopay) {
    case 'statement':
      return `Full statement from ${from}`;
    case 'minimum':
      return `Minimum payment from ${from}`;
    case 'fixed':
      return `${formatMoney(card.autopay_amount ?? 0, card.currency)} from ${from}`;
    default:
      return 'Off: you pay each statement yourself';
  }
}
