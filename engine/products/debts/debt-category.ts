import type { DebtState } from '../../simulation/state.ts';

/** Categories by keywords in a debt's name. The SQL function `bank.debt_category` has the same list. */
const CATEGORY_PATTERNS: readonly [category: string, pattern: RegExp][] = [
  ['Transportation', /\b(?:car|auto|vehicle|truck|van|motorcycle|motorbike|scooter)\b/i],
  ['Housing', /\b(?:home|house|kitchen|roof|renovation|heating)\b/i],
  ['Healthcare', /\b(?:medical|dental|hospital)\b/i],
];

/** Returns the category of payments on a debt: Housing for mortgages, otherwise by keywords in its name. */
export function debtCategory({ product, name }: Pick<DebtState, 'product' | 'name'>): string {
  if (product === 'mortgage') return 'Housing';
  return CATEGORY_PATTERNS.find(([, pattern]) => pattern.test(name))?.[0] ?? 'Other';
}
