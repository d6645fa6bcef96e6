import { getOwn } from '../money/lookup.ts';
import type { CardState } from '../simulation/state.ts';

/** The cardholder's spending limits, and the spending of a calendar month. Minor units. */
export type CardControls = {
  /** For one category or (null) for all purchases; an amount of 0 blocks purchases. */
  limits: { kind: 'transaction' | 'month'; category: string | null; amount: number }[];
  /** The local month of `spent`: `2026-10`. */
  month: string;
  /** By category; purchases without one use the empty name. */
  spent: Record<string, number>;
};

/** Returns true if a purchase is within all controls of a card. */
export function allowsPurchase(
  { controls }: CardState,
  { amount, category, month }: { amount: number; category: string; month: string },
): boolean {
  if (!controls) return true;
  const spent = controls.month === month ? controls.spent : {};
  const spentOn = (name: string | null) =>
    name === null ? Object.values(spent).reduce((sum, item) => sum + item, 0) : (getOwn(spent, name) ?? 0);
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
