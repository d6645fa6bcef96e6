import { getRefusalMessage } from '@/entities/refusal/refusal-messages';
import { formatTextDate } from '@/lib/dates';
import { formatMoney } from '@/lib/money';
import { isRefusal } from '@/lib/refusals';

const REASONS: Record<string, string> = {
  owes_nothing: 'This debt is already paid off.',
  paused: 'Payments are paused. End the pause first.',
  past_due: 'Pay the past-due amount first.',
  not_paused: "Payments aren't paused.",
  product: 'You can combine loans, or refinance one mortgage.',
  currency: 'You can only combine debts in the same currency.',
  none: 'Choose at least one debt.',
  accepted: 'You already accepted this offer.',
  expired: 'This offer has expired. Request a new one.',
};

/** Returns the message for a refusal about a debt; null for other errors. */
export function getDebtRefusalMessage(error: unknown, currency: string): string | null {
  if (!isRefusal(error)) return null;
  const { reason, again_on, highest } = getDetail(error.details);
  if (reason === 'too_soon')
    return `You can pause payments once every 12 months.${typeof again_on === 'string' ? ` Try again on ${formatTextDate(again_on)}.` : ''}`;
  if (reason === 'value' && typeof highest === 'number')
    return `You can borrow up to 90% of your home's value: ${formatMoney(highest, currency)}.`;
  return (typeof reason === 'string' && REASONS[reason]) || getRefusalMessage(error, currency);
}

function getDetail(details: string | null): Record<string, unknown> {
  try {
    return JSON.parse(details ?? '{}') as Record<string, unknown>;
  } catch {
    return {};
  }
}
