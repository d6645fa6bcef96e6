import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

/**
 * The purpose of a draw. Each purpose has its own random numbers, so that adding a habit doesn't change the
 * market.
 */
export type Purpose =
  | 'market'
  | 'rates'
  | 'property'
  | 'purchases'
  | 'luck'
  | 'forecast'
  | 'funds'
  | 'retirement'
  | 'clearing'
  | 'claims'
  | 'bills'
  | 'refunds';

const PURPOSES: Record<Purpose, number> = {
  market: 0x9e3779b1,
  rates: 0x85ebca6b,
  property: 0xc2b2ae35,
  purchases: 0x27d4eb2f,
  luck: 0x165667b1,
  forecast: 0xd3a2646c,
  funds: 0x7feb352d,
  retirement: 0x846ca68b,
  clearing: 0x2545f491,
  claims: 0x68e31da4,
  bills: 0x5bd1e995,
  refunds: 0x1b873593,
};

/**
 * Draws random integers for one purpose on one day (or in one month) of a household. The numbers are the same
 * on every machine, regardless of the size of steps. Uses xoroshiro128+ from the library `pure-rand`.
 */
export class Draws {
  private readonly generator;

  constructor(seed: number, purpose: Purpose, occasion: number) {
    this.generator = xoroshiro128plus(mixed(mixed(seed ^ PURPOSES[purpose]) ^ occasion));
  }

  /** Returns a random integer between two numbers, both inclusive. */
  between(least: number, most: number): number {
    return uniformInt(this.generator, least, most);
  }

  /** Returns true with a probability in thousandths. */
  chance(perMille: number): boolean {
    return this.between(1, 1000) <= perMille;
  }

  pick<Item>(items: readonly Item[]): Item | undefined {
    return items[this.between(0, items.length - 1)];
  }

  /**
   * Returns an approximately normal number with mean 0 and standard deviation 1: the sum of twelve uniform
   * draws minus six (Irwin–Hall). This method needs no logarithm. The result is always between −6 and 6.
   */
  normal(): number {
    let sum = -6;
    for (let count = 0; count < 12; count += 1) sum += this.between(0, 1_000_000) / 1_000_000;
    return sum;
  }
}

/** Mixes a key into a 32-bit number (FNV-1a), which can be an occasion. */
export function hashKey(key: string): number {
  let hash = 0x811c9dc5;
  for (let place = 0; place < key.length; place += 1)
    hash = Math.imul(hash ^ key.charCodeAt(place), 0x01000193);
  return hash | 0;
}

/** Mixes the bits of a 32-bit number (the finalizer of MurmurHash3). */
function mixed(value: number): number {
  let bits = value | 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return bits ^ (bits >>> 16);
}
