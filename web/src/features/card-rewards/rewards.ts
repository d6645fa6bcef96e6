import { addMinor, floorMinor, fromMinor, type Minor, toMinor, ZERO } from '@engine/money/minor.ts';
import { type CardProductId, getCardRewards, getRewardRate } from '@engine/products/cards/card-catalog.ts';
import { isPurchase } from '@/entities/card/entries';
import type { CardEntry } from '@/entities/card/queries';

const ELSE = 'Everything else';
/**
 * The kinds of entries that change rewards. A refund reverses the reward of its purchase. If the refund is
 * reversed, the reward is restored.
 */
const MOVES_REWARD = new Set(['refund', 'card_credit', 'dispute_credit', 'dispute_reversal']);

/** Returns the rewards by category in major units. Rewards at the base rate come last. */
export function computeRewardsByCategory(entries: readonly CardEntry[], product: CardProductId | null) {
  const { base } = getCardRewards(product);
  const spent = new Map<string, Minor>();
  for (const entry of entries) {
    // Imported purchases were made with another bank's card.
    if (entry.kind === 'imported_charge') continue;
    if (!isPurchase(entry) && !MOVES_REWARD.has(entry.kind)) continue;
    const category = entry.category ?? '';
    const name = getRewardRate(category, product) > base ? category : ELSE;
    spent.set(name, addMinor(spent.get(name) ?? ZERO, toMinor(entry.amount)));
  }
  return [...spent]
    .map(([name, minor]) => {
      const rate = getRewardRate(name === ELSE ? undefined : name, product);
      const earned = Math.floor(Math.max(0, minor) * rate) / 100;
      return { name, rate, spent: fromMinor(minor), earned: fromMinor(floorMinor(earned)) };
    })
    .sort(
      (left, right) => Number(left.name === ELSE) - Number(right.name === ELSE) || right.earned - left.earned,
    );
}
