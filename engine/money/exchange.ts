import type { Currency } from '../simulation/state.ts';
import { roundHalfAway } from './amortization.ts';
import { type Minor, markMinor, ZERO } from './minor.ts';

/** The value of one unit of each currency, in the target currency. */
export type Rates = Readonly<Record<Currency, number>>;

/** Converts amounts into one currency at fixed rates. Amounts that have no rate are excluded. */
export class Exchange {
  private factor = 1;

  constructor(
    readonly into: Currency,
    private readonly rates: Rates = {},
  ) {}

  /** Returns the rate of a currency, or null if there is none. */
  getRate(currency: Currency): number | null {
    if (currency === this.into) return 1;
    const rate = this.rates[currency];
    return rate === undefined ? null : rate * this.factor;
  }

  /** Sets the factor that multiplies all rates in later conversions. */
  moveTo(factor: number): void {
    this.factor = factor;
  }

  counts(currency: Currency): boolean {
    return this.getRate(currency) !== null;
  }

  /**
   * Converts an amount to minor units of the target currency, rounded half away from zero. Returns zero if
   * there is no rate.
   */
  worth(amount: number, currency: Currency): Minor {
    const rate = this.getRate(currency);
    if (rate === null) return ZERO;
    return markMinor(rate === 1 ? amount : roundHalfAway(amount * rate));
  }

  /** Returns the currencies that have no rate. */
  leftOut(currencies: Iterable<Currency>): Currency[] {
    return [...new Set(currencies)].filter((currency) => !this.counts(currency));
  }
}
