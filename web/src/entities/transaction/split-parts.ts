import {
  addMinor,
  floorMinor,
  type Minor,
  markMinor,
  roundMinor,
  subtractMinor,
} from '@engine/money/minor.ts';

/** 100% in hundredths of a percent, so that 33.33% is an integer. */
const HUNDREDTHS = 10_000;

/**
 * Splits an amount by percentages (at most two decimals). If they total 100, the parts add up to the amount:
 * the parts with the largest rounding loss get the remaining cents.
 */
export function getShares(total: Minor, percents: readonly number[]): Minor[] {
  const hundredths = percents.map((percent) => Math.round(percent * 100));
  const exact = hundredths.map((share) => (total * share) / HUNDREDTHS);
  const shares = exact.map((share) => floorMinor(share));
  const whole = hundredths.reduce((sum, share) => sum + share, 0) === HUNDREDTHS;
  const target = whole ? total : roundMinor(exact.reduce((sum, share) => sum + share, 0));
  const missing = subtractMinor(target, addMinor(...shares));
  const byLoss = exact
    .map((share, index) => ({ index, loss: share - Math.floor(share) }))
    .toSorted((left, right) => right.loss - left.loss || left.index - right.index);
  for (const { index } of byLoss.slice(0, missing))
    shares[index] = addMinor(shares[index] ?? total, markMinor(1));
  return shares;
}

/** Returns the amount minus its parts; negative if the parts exceed the amount. */
export function getLeft(total: Minor, parts: readonly Minor[]): Minor {
  return subtractMinor(total, addMinor(...parts));
}
