import { fromMinor } from '@engine/money/minor.ts';
import { z } from 'zod';
import { validateAmount } from '@/lib/fields';
import { formatTypedAmount, parseAmount } from '@/lib/money';
import type { CategorizationRule, DraftRule } from './queries';

export const FLOWS = ['any', 'in', 'out'] as const;
export const TYPES = ['any', 'DEPOSIT', 'WITHDRAWAL', 'TRANSFER', 'AUTO_DEPOSIT', 'CARD'] as const;

/** The form values as typed. `place` is empty, or `account:` or `card:` followed by an id. */
const fields = z.object({
  words: z.string().trim().max(120, 'Use 120 characters or fewer.'),
  flow: z.enum(FLOWS),
  type: z.enum(TYPES),
  place: z.string(),
  lowest: z.string(),
  highest: z.string(),
  categoryId: z.string(),
  tags: z.array(z.string()),
  merchant: z.string().trim().max(120, 'Use 120 characters or fewer.'),
  note: z.string().trim().max(2000, 'Use 2,000 characters or fewer.'),
});

export type RuleFields = z.input<typeof fields>;

/** Parses the form values into a rule. A rule needs at least one condition and one action. */
export const ruleSchema = fields.transform((typed, context): DraftRule => {
  const refuse = (path: keyof RuleFields, message: string) => {
    context.addIssue({ code: 'custom', path: [path], message });
  };
  const getAmount = (name: 'lowest' | 'highest') => {
    if (typed[name] === '') return null;
    const amount = parseAmount(typed[name]);
    if (amount === null) refuse(name, validateAmount(typed[name], { zero: true }) ?? '');
    return amount === null ? null : fromMinor(amount);
  };
  const [product, id = null] = typed.place.split(':');
  const rule: DraftRule = {
    words: typed.words || null,
    flow: typed.flow === 'any' ? null : typed.flow,
    type: typed.type === 'any' ? null : typed.type,
    account_id: product === 'account' ? id : null,
    card_id: product === 'card' ? id : null,
    lowest: getAmount('lowest'),
    highest: getAmount('highest'),
    set_category_id: typed.categoryId || null,
    set_merchant: typed.merchant || null,
    set_note: typed.note || null,
    add_tags: typed.tags,
  };
  if (rule.lowest !== null && rule.highest !== null && rule.lowest > rule.highest)
    refuse('highest', 'Enter a maximum above the minimum.');
  if (
    ![rule.words, rule.flow, rule.type, rule.account_id, rule.card_id, rule.lowest, rule.highest].some(
      (item) => item !== null,
    )
  )
    refuse('words', 'Choose which transactions this rule applies to.');
  if (!rule.set_category_id && !rule.set_merchant && !rule.set_note && rule.add_tags.length === 0)
    refuse('categoryId', 'Choose what this rule does.');
  return rule;
});

/** Converts a rule to form values. Missing values become empty. */
export function ruleFields(rule: Partial<CategorizationRule>): RuleFields {
  const place = rule.account_id ? `account:${rule.account_id}` : rule.card_id ? `card:${rule.card_id}` : '';
  return {
    words: rule.words ?? '',
    flow: FLOWS.find((flow) => flow === rule.flow) ?? 'any',
    type: TYPES.find((type) => type === rule.type) ?? 'any',
    place,
    lowest: formatTypedAmount(rule.lowest),
    highest: formatTypedAmount(rule.highest),
    categoryId: rule.set_category_id ?? '',
    tags: rule.add_tags ?? [],
    merchant: rule.set_merchant ?? '',
    note: rule.set_note ?? '',
  };
}
