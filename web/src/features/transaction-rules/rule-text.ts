import { formatMoney } from '@/lib/money';
import type { DraftRule } from './queries';

export const TYPE_LABELS: Record<string, string> = {
  DEPOSIT: 'deposits',
  WITHDRAWAL: 'withdrawals',
  TRANSFER: 'transfers',
  AUTO_DEPOSIT: 'auto deposits',
  CARD: 'card purchases',
};

/**
 * Describes a rule in two parts: its conditions and its actions. `names` maps the ids of accounts, cards, and
 * categories to their names.
 */
export function formatRule(
  rule: DraftRule,
  names: ReadonlyMap<string, string>,
): { conditions: string; actions: string } {
  const conditions = [
    rule.words && `“${rule.words}”`,
    rule.type && TYPE_LABELS[rule.type],
    rule.flow && (rule.flow === 'in' ? 'money in' : 'money out'),
    formatAmount(rule),
    rule.account_id && `on ${names.get(rule.account_id) ?? 'one account'}`,
    rule.card_id && `with ${names.get(rule.card_id) ?? 'one card'}`,
  ].filter(Boolean);
  const actions = [
    rule.set_category_id && `into ${names.get(rule.set_category_id) ?? 'one of your categories'}`,
    rule.add_tags.length > 0 && `tagged ${rule.add_tags.join(', ')}`,
    rule.set_merchant && `renamed ${rule.set_merchant}`,
    rule.set_note && 'with a note',
  ].filter(Boolean);
  return {
    conditions: sentence(conditions) || 'Everything',
    actions: sentence(actions) || 'Inactive: category deleted',
  };
}

const sentence = (parts: readonly unknown[]) => {
  const words = parts.join(', ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

function formatAmount({ lowest, highest }: DraftRule): string | null {
  const words = (amount: number) => formatMoney(amount).slice(1);
  if (lowest !== null && highest !== null)
    return lowest === highest ? `exactly ${words(lowest)}` : `${words(lowest)} to ${words(highest)}`;
  if (lowest !== null) return `from ${words(lowest)}`;
  return highest === null ? null : `up to ${words(highest)}`;
}
