import { getOwn } from '../../money/lookup.ts';
import type { CardState } from '../../simulation/state.ts';

/** A cardholder's spending limits and the spending in a calendar month. Amounts are in minor units. */
export type CardControls = {
  /**
   * A limit for one category, or for all purchases if the category is null. An amount of 0 blocks purchases.
   */
  limits: { kind: 'transaction' | 'month'; category: string | null; amount: number }[];
  /** The local month that `spent` covers, such as `2026-10`. */
  month: string;
  /** Spending by category. Purchases that have no category use an empty string. */
  spent: Record<string, number>;
};

/**
 * Returns true if all of a card's controls allow a purchase. `pendingOn` returns the pending purchases in a
 * category, or all of them; they count until they post.
 */
export function allowsPurchase(
  { controls }: CardState,
  { amount, category, month }: { amount: number; category: string; month: string },
  pendingOn: (category: string | null) => number = () => 0,
): boolean {
  if (!controls) return true;
  const spent = controls.month === month ? controls.spent : {};
  const spentOn = (name: string | null) =>
    pendingOn(name) +
    (name === null ? Object.values(spent).reduce((sum, item) => sum + item, 0) : (getOwn(spent, name) ?? 0));
  return controls.limits
    .filter((limit) => limit.category === null || limit.category === category)
    .every((limit) => (limit.kind === 'month' ? spentOn(limit.category) : 0) + amount <= limit.amount);
}

/** Counts a charge toward the month in which it was made. */
export function countPurchase(controls: CardControls, month: string, category: string, amount: number): void {
  if (controls.month !== month) {
    controls.month = month;
    controls.spent = {};
  }
  controls.spent = { ...controls.spent, [category]: (getOwn(controls.spent, category) ?? 0) + amount };
}
