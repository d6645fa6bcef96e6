import type { Currency } from '../simulation/state.ts';
import { roundHalfAway } from './amortization.ts';

/** How much of one currency a unit of each other one buys. */
export type Rates = Readonly<Record<Currency, number>>;

/**
 * Amounts of several currencies told in one, at rates that stay as they are unless they are moved: nobody knows those to
 * come. What has no rate is left out, never taken one to one.
 */
export class Exchange {
  private factor = 1;

  constructor(
    readonly into: Currency,
    private readonly rates: Rates = {},
  ) {}

  /** Null where there is none. */
  rateOf(currency: Currency): number | null {
    if (currency === this.into) return 1;
    const rate = this.rates[currency];
    return rate === undefined ? null : rate * this.factor;
  }

  /** From now on all others count for this share of what the given rates say. */
  moveTo(factor: number): void {
    this.factor = factor;
  }

  counts(currency: Currency): boolean {
    return this.rateOf(currency) !== null;
  }

  /** Minor units, rounded half away from zero; nothing for what is left out. */
  worth(amount: number, currency: Currency): number {
    const rate = this.rateOf(currency);
    return rate === null ? 0 : rate === 1 ? amount : roundHalfAway(amount * rate);
  }

  /** The currencies that are not counted, each once. */
  leftOut(currencies: Iterable<Currency>): Currency[] {
    return [...new Set(currencies)].filter((currency) => !this.counts(currency));
  }
}
