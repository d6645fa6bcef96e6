import { type DayNumber, dayText } from '../../calendar/calendar.ts';
import type { CardState } from '../../simulation/state.ts';
import {
  type CardProduct,
  getCardProduct,
  getQuarter,
  getQuarterKey,
  getRewardRate,
} from './card-catalog.ts';

/**
 * Rewards are computed in thousandths of a minor unit, so that they are exact. A percent of a minor unit is
 * ten thousandths.
 */
const MILLIS_A_PERCENT = 10;

/**
 * Adds the rewards of a purchase to a card's cycle, or takes back those of a refund. `amount` is positive for
 * purchases.
 */
export function earnRewards(card: CardState, amount: number, category: string | undefined, day: DayNumber) {
  const { product } = card;
  card.cycle.rewardMillis += amount * getRewardRate(category, product) * MILLIS_A_PERCENT;
  if (!getCardProduct(product)?.rotating) return;
  settleQuarter(card, day);
  if (card.quarter && getQuarter(day).categories.includes(category ?? '')) card.quarter.spent += amount;
  settleQuarter(card, day);
}

/**
 * Adds the bonus of the rotating categories if the customer activated them, also for purchases that were made
 * before. Starts a new quarter if the last one has ended.
 */
export function settleQuarter(card: CardState, day: DayNumber): void {
  const product = getCardProduct(card.product);
  if (!product?.rotating) return;
  const { start } = getQuarter(day);
  addBonus(card, product);
  if (card.quarter?.start !== start) card.quarter = { start, spent: 0, bonus: 0 };
}

function addBonus({ quarter, activated, cycle }: CardState, product: CardProduct): void {
  const { rotating, rewards } = product;
  if (!rotating || !quarter || !activated?.includes(getQuarterKey(quarter))) return;
  const counted = Math.max(0, Math.min(quarter.spent, rotating.cap));
  const bonus = counted * (rotating.percent - rewards.base) * MILLIS_A_PERCENT;
  cycle.rewardMillis += bonus - quarter.bonus;
  quarter.bonus = bonus;
}

/** The progress of a card's rotating categories in the quarter of a day. Amounts are in minor units. */
export type QuarterProgress = NonNullable<ReturnType<typeof getQuarterProgress>>;

/** Returns the progress of the rotating categories; null if the card has none. */
export function getQuarterProgress({ product: id, quarter, activated }: CardState, day: DayNumber) {
  const rotating = getCardProduct(id)?.rotating;
  if (!rotating) return null;
  const current = getQuarter(day);
  return {
    categories: current.categories,
    percent: rotating.percent,
    cap: rotating.cap,
    /** The purchases in the categories so far, without refunds. */
    spent: Math.max(0, quarter?.start === current.start ? quarter.spent : 0),
    isActivated: activated?.includes(getQuarterKey(current)) ?? false,
    canActivate: day <= current.activateBy,
    activateBy: dayText(current.activateBy),
    ends: dayText(current.end),
  };
}
