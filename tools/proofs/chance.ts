/** Reproducible random choices from a seed (Mulberry32). */
export type Chance = {
  /** Returns a fraction from 0 (inclusive) to 1 (exclusive). */
  fraction(): number;
  /** Returns an integer from `least` to `most`. */
  between(least: number, most: number): number;
  oneOf<T>(these: readonly T[]): T;
};

export function chanceFrom(seed: number): Chance {
  let state = seed | 0;
  const fraction = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (least: number, most: number) => least + Math.floor(fraction() * (most - least + 1));
  return { fraction, between, oneOf: (these) => these[between(0, these.length - 1)] as never };
}
