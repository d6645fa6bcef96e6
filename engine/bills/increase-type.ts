import { INCREASE_TYPES, type IncreaseType } from './increase-terms.ts';

/** The facts that decide how a payment usually goes up. `category` is the name of its category. */
export type Bill = { name: string; payee?: string | null; category?: string | null };

/** Matches payments whose amount a contract, a law, or the customer sets. */
const FIXED_AMOUNT = matchWords(
  'tax(?:es)?|treasury|loans?|leas(?:e|ing)|mortgage|donations?|charity|gifts?|savings|allowance|clean(?:er|ing)',
);

/** The words in a payment's name or payee, and the category, by which its type is recognized. */
const TYPES: readonly { type: IncreaseType; pattern: RegExp; category?: string }[] = [
  { type: 'insurance', pattern: matchWords('insurance|insurer|mutual|health plan|premium') },
  { type: 'phone', pattern: matchWords('phones?|mobile|wireless|cell|internet|broadband|fiber|fibre|cable') },
  {
    type: 'school',
    pattern: matchWords('tuition|school|daycare|preschool|kindergarten|university|college|nursery'),
  },
  {
    type: 'utilities',
    pattern: matchWords('electric(?:ity)?|power|water|gas|energy|heating|sewer|utility|utilities'),
    category: 'Utilities',
  },
  {
    type: 'subscription',
    pattern: matchWords(
      'stream(?:ing)?|music|subscriptions?|cloud|storage|software|suite|gym|memberships?|newspaper|magazine|tv|video|news',
    ),
    category: 'Entertainment',
  },
  { type: 'rent', pattern: matchWords('rent|apartments?|flats|lofts|landlord'), category: 'Housing' },
];

function matchWords(alternatives: string): RegExp {
  return new RegExp(`\\b(?:${alternatives})\\b`, 'i');
}

/** Returns how a payment to an outside payee usually goes up; null if it usually stays the same. */
export function inferIncreaseType({ name, payee, category }: Bill): IncreaseType | null {
  const text = `${name} ${payee ?? ''}`;
  if (FIXED_AMOUNT.test(text)) return null;
  const match =
    TYPES.find(({ pattern }) => pattern.test(text)) ?? TYPES.find((type) => type.category === category);
  return match?.type ?? null;
}

/** A rule as the bank returns it to the engine. A recurring deposit has no payee. */
type Rule = Bill & {
  adjustment?: number | string | null;
  is_pay?: boolean;
  amount_kind?: string;
};

/**
 * Returns how a rule goes up: the type that the customer chose, or the usual one. Null if it stays the same,
 * or if the customer chose a percentage or inflation instead.
 */
export function getIncreaseType(rule: Rule): IncreaseType | null {
  const { adjustment, payee, is_pay: isPay } = rule;
  if (rule.amount_kind !== undefined && rule.amount_kind !== 'fixed') return null;
  const chosen = INCREASE_TYPES.find((type) => type === adjustment);
  if (chosen) return chosen;
  if (adjustment != null) return null;
  if (isPay) return 'pay';
  return payee ? inferIncreaseType(rule) : null;
}
