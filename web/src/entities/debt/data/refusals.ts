import { formatDate } from '../../../lib/dates';
import { formatMoney } from '../../../lib/money';
import { isRefusal } from '../../../lib/refusals';
import { refusalWords } from '../../refusal/refusal-messages';

const REASONS: Record<string, string> = {
  owes_nothing: 'Nothing is owed on it any more.',
  paused: 'It is paused. End the pause first.',
  past_due: 'Something is past due. Pay that first.',
  not_paused: 'It is not paused.',
  product: 'Loans are combined with loans; a mortgage is refinanced by itself.',
  currency: 'Only debts in one currency can be combined.',
  none: 'Choose at least one debt.',
  accepted: 'This offer was accepted already.',
  expired: 'This offer has expired. Ask for a new one.',
};

/** What the bank's refusal about a debt means, by its reason; null when it is no refusal. */
export function debtRefusalWords(error: unknown, currency: string): string | null {
  if (!isRefusal(error)) return null;
  const { reason, again_on, highest } = detailOf(error.details);
  if (reason === 'too_soon')
    return `A debt is paused once in twelve months.${typeof again_on === 'string' ? ` Again from ${formatDate(again_on)}.` : ''}`;
  if (reason === 'value' && typeof highest === 'number')
    return `The bank lends at most 90% of what the home is worth: ${formatMoney(highest, currency)}.`;
  return (typeof reason === 'string' && REASONS[reason]) || refusalWords(error, currency);
}

function detailOf(details: string | null): Record<string, unknown> {
  try {
    return JSON.parse(details ?? '{}') as Record<string, unknown>;
  } catch {
    return {};
  }
}
