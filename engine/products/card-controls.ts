import { ownOf } from '../money/lookup.ts';
import type { CardState } from '../simulation/state.ts';

/** How much a card may spend by its owner's own will, and what it has spent in a calendar month. Minor units. */
export type CardControls = {
  /** On one category, or (null) on everything; an amount of 0 blocks it. */
  limits: { kind: 'transaction' | 'month'; category: string | null; amount: number }[];
  /** The local month that `spent` is about: `2026-10`. */
  month: string;
  /** By category; what has none stands under the empty name. */
  spent: Record<string, number>;
};

/** Whether a purchase keeps to all controls of a card. */
export function allowsPurchase(
  { controls }: CardState,
  { amount, category, month }: { amount: number; category: string; month: string },
): boolean {
  if (!controls) return true;
  const spent = controls.month === month ? controls.spent : {};
  const spentOn = (name: string | null) =>
    name === null ? Object.values(spent).reduce((sum, each) => sum + each, 0) : (ownOf(spent, name) ?? 0);
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
  controls.spent = { ...controls.spent, [category]: (ownOf(controls.spent, category) ?? 0) + amount };
}
