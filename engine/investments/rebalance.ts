import { FUNDS, type Fund, PRICED_FUNDS, type PricedFund } from './funds.ts';

/** A target mix in whole percent. The parts add up to 100. */
export type Mix = Record<Fund, number>;

/** A purchase (positive) or sale (negative) in minor units. */
export type Trade = { fund: PricedFund; amount: number };

/** The smallest amount of an order, in minor units. */
export const SMALLEST_ORDER = 100;

/** The number of percentage points by which a fund may differ from its target before it is rebalanced. */
export const DRIFT_POINTS = 5;

/**
 * Returns the trades that restore a target mix, sales first. `values` has the funds' values and the money that
 * can be used, in minor units. What the purchases leave is the money market's part.
 */
export function planRebalance(values: Readonly<Record<Fund, number>>, mix: Mix): Trade[] {
  const total = FUNDS.reduce((sum, fund) => sum + values[fund], 0);
  const trades = PRICED_FUNDS.map((fund) => ({
    fund,
    amount: Math.floor((total * mix[fund]) / 100) - values[fund],
  })).filter(({ amount }) => Math.abs(amount) >= SMALLEST_ORDER);
  return [...trades.filter(({ amount }) => amount < 0), ...trades.filter(({ amount }) => amount > 0)];
}

/** Returns true if a fund's share differs from its target by at least `DRIFT_POINTS`. */
export function hasDrifted(values: Readonly<Record<Fund, number>>, mix: Mix): boolean {
  const total = FUNDS.reduce((sum, fund) => sum + values[fund], 0);
  return (
    total > 0 && FUNDS.some((fund) => Math.abs((values[fund] / total) * 100 - mix[fund]) >= DRIFT_POINTS)
  );
}
