import { formatMoney } from '@/lib/money';
import type { DraftRule } from './rules-queries';

type Named = { id: string; name: string };
export type RuleNames = {
  categories?: readonly Named[];
  accounts?: readonly Named[];
  cards?: readonly Named[];
};

export const TYPE_WORDS: Record<string, string> = {
  DEPOSIT: 'deposits',
  WITHDRAWAL: 'withdrawals',
  TRANSFER: 'transfers',
  AUTO_DEPOSIT: 'auto deposits',
  CARD: 'card purchases',
};

/** A rule as a sentence in two halves: for which rows it is, and what it does. Amounts in major units. */
export function ruleWords(
  rule: DraftRule,
  { categories = [], accounts = [], cards = [] }: RuleNames,
): { conditions: string; actions: string } {
  const nameIn = (list: readonly Named[], id: string | null) => list.find((each) => each.id === id)?.name;
  const conditions = [
    rule.words && `“${rule.words}”`,
    rule.type && TYPE_WORDS[rule.type],
    rule.flow && (rule.flow === 'in' ? 'money in' : 'money out'),
    amountWords(rule),
    rule.account_id && `on ${nameIn(accounts, rule.account_id) ?? 'one account'}`,
    rule.card_id && `with ${nameIn(cards, rule.card_id) ?? 'one card'}`,
  ].filter(Boolean);
  const actions = [
    rule.set_category_id && `category ${nameIn(categories, rule.set_category_id) ?? 'of your own'}`,
    rule.add_tags.length > 0 && `tagged ${rule.add_tags.join(', ')}`,
    rule.set_merchant && `called ${rule.set_merchant}`,
    rule.set_note && 'with a note',
  ].filter(Boolean);
  return {
    conditions: conditions.join(', ') || 'everything',
    actions: actions.join(', ') || 'does nothing any more: its category is gone',
  };
}

function amountWords({ lowest, highest }: DraftRule): string | null {
  const words = (amount: number) => formatMoney(amount).slice(1);
  if (lowest !== null && highest !== null)
    return lowest === highest ? `exactly ${words(lowest)}` : `${words(lowest)} to ${words(highest)}`;
  if (lowest !== null) return `from ${words(lowest)}`;
  return highest === null ? null : `up to ${words(highest)}`;
}
