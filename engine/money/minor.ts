/** An amount in integer minor units (cents). The branded type prevents the use of amounts in major units. */
export type Minor = number & { readonly __unit: 'minor' };

const MINOR_PER_MAJOR = 100;

export const ZERO = 0 as Minor;

/**
 * Marks the result of integer arithmetic as minor units. Prefer the functions below. Code that adds amounts
 * in a loop can use plain numbers and mark the result once.
 */
export function markMinor(amount: number): Minor {
  return amount as Minor;
}

/** Converts an amount in major units to minor units (1234.5 → 123450). Rounds half away from zero. */
export function toMinor(amount: number): Minor {
  // 1.005 * 100 is 100.49999…, so the product is increased by a tiny factor before rounding.
  const rounded = Math.round(Math.abs(amount) * MINOR_PER_MAJOR * (1 + Number.EPSILON));
  return (amount < 0 ? 0 - rounded : rounded) as Minor;
}

/**
 * Converts minor units to major units, as the bank expects them (123450 → 1234.5). The result is exact for
 * all amounts within the bank's limits.
 */
export function fromMinor(amount: Minor): number {
  return amount / MINOR_PER_MAJOR;
}

export function addMinor(...amounts: readonly Minor[]): Minor {
  return sumMinor(amounts, (amount) => amount);
}

/** Adds up one amount from each item. */
export function sumMinor<Item>(items: readonly Item[], pick: (item: Item) => Minor): Minor {
  return items.reduce((sum, item) => sum + pick(item), 0) as Minor;
}

export function subtractMinor(from: Minor, amount: Minor): Minor {
  return (from - amount) as Minor;
}

/** Returns the negated amount, but never negative zero. */
export function negateMinor(amount: Minor): Minor {
  return (0 - amount) as Minor;
}

export function absMinor(amount: Minor): Minor {
  return Math.abs(amount) as Minor;
}

export function minMinor(...amounts: readonly Minor[]): Minor {
  return Math.min(...amounts) as Minor;
}

export function maxMinor(...amounts: readonly Minor[]): Minor {
  return Math.max(...amounts) as Minor;
}

/** Rounds a computed amount in minor units to an integer, half up. */
export function roundMinor(amount: number): Minor {
  return Math.round(amount) as Minor;
}

/** Rounds a computed amount in minor units down to an integer. */
export function floorMinor(amount: number): Minor {
  return Math.floor(amount) as Minor;
}
