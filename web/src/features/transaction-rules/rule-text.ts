import { formatMoney } from '@/lib/money';
import type { DraftRule } from './queries';

export const TYPE_LABELS: Record<string, string> = {
  DEPOSIT: 'deposits',
  WITHDRAWAL: 'withdrawals',
  TRANSFER: 'transfers',
  AUTO_DEPOSIT: 'auto deposits',
  CARD: 'card purchases',
};

const TYPE_NAMES: Record<string, string> = {
  DEPOSIT: 'a deposit',
  WITHDRAWAL: 'a withdrawal',
  TRANSFER: 'a transfer',
  AUTO_DEPOSIT: 'an auto deposit',
  CARD: 'a card purchase',
};

const LIST = new Intl.ListFormat('en-US');

/**
 * Describes a rule in two parts of one sentence: its conditions, such as "When a transaction contains
 * “market”", and its actions, such as "set the category to Food", or null if its category was deleted.
 * `names` maps the ids of accounts, cards, and categories to their names.
 */
export function formatRule(
  rule: DraftRule,
  names: ReadonlyMap<string, string>,
): { conditions: string; actions: string | null } {
  const subject = (rule.type && TYPE_NAMES[rule.type]) || 'a transaction';
  const place = rule.account_id ?? rule.card_id;
  const conditions = [
    rule.words && `contains “${rule.words}”`,
    rule.flow && `is money ${rule.flow}`,
    formatAmount(rule),
    place && `is on ${names.get(place) ?? (rule.account_id ? 'one account' : 'one card')}`,
  ].filter(isText);
  const actions = [
    rule.set_category_id &&
      `set the category to ${names.get(rule.set_category_id) ?? 'one of your categories'}`,
    rule.add_tags.length > 0 &&
      `add the ${rule.add_tags.length === 1 ? 'tag' : 'tags'} ${LIST.format(rule.add_tags.map((tag) => `“${tag}”`))}`,
    rule.set_merchant && `rename the merchant to ${rule.set_merchant}`,
    rule.set_note && `add the note “${rule.set_note}”`,
  ].filter(isText);
  return {
    conditions:
      conditions.length > 0 ? `When ${subject} ${LIST.format(conditions)}` : `When ${subject} posts`,
    actions: actions.length > 0 ? LIST.format(actions) : null,
  };
}

const isText = (part: string | false | null): part is string => Boolean(part);

function formatAmount({ lowest, highest }: DraftRule): string | null {
  const format = (amount: number) => formatMoney(amount).slice(1);
  if (lowest !== null && highest !== null)
    return lowest === highest
      ? `is exactly ${format(lowest)}`
      : `is between ${format(lowest)} and ${format(highest)}`;
  if (lowest !== null) return `is at least ${format(lowest)}`;
  return highest === null ? null : `is at most ${format(highest)}`;
}
