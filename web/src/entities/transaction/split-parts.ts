import { addMinor, type Minor, subtractMinor } from '../../lib/money';

/** Percents are counted in hundredths, so that 33.33 is a whole number. */
const HUNDREDTHS = 10_000;

/**
 * What each percent (two decimals at most) of an amount comes to. Percents that make a hundred sum to the amount to the
 * cent: what rounding leaves goes to the parts that lost most by it.
 */
export function sharesOf(total: Minor, percents: readonly number[]): Minor[] {
  const hundredths = percents.map((percent) => Math.round(percent * 100));
  const exact = hundredths.map((share) => (total * share) / HUNDREDTHS);
  const shares = exact.map((share) => Math.floor(share) as Minor);
  const whole = hundredths.reduce((sum, share) => sum + share, 0) === HUNDREDTHS;
  const target = whole ? total : (Math.round(exact.reduce((sum, share) => sum + share, 0)) as Minor);
  const missing = subtractMinor(target, addMinor(...shares));
  const byLoss = exact
    .map((share, index) => ({ index, loss: share - Math.floor(share) }))
    .toSorted((one, other) => other.loss - one.loss || one.index - other.index);
  for (const { index } of byLoss.slice(0, missing))
    shares[index] = addMinor(shares[index] ?? total, 1 as Minor);
  return shares;
}

/** What of an amount the parts leave; below zero when they are more than it. */
export function leftOf(total: Minor, parts: readonly Minor[]): Minor {
  return subtractMinor(total, addMinor(...parts));
}
