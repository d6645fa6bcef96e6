import { roundHalfAway } from './amortization.ts';
import type { Currency } from './state.ts';

/** How much of one currency a unit of each other one buys. */
export type Rates = Readonly<Record<Currency, number>>;

/**
 * Amounts of several currencies told in one, at rates that stay as they are: nobody knows those to come. What has no
 * rate is left out, never taken one to one.
 */
export class Exchange {
  constructor(
    readonly into: Currency,
    private readonly rates: Rates = {},
  ) {}

  /** Null where there is none. */
  rateOf(currency: Currency): number | null {
    return currency === this.into ? 1 : (this.rates[currency] ?? null);
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
