import { currencyNote, percent, sumAmounts } from '../../../../assistant/format.ts';
import { Exchange } from '../../../../engine/money/exchange.ts';
import { toMinor } from '../../../../engine/money/minor.ts';
import type { AnswerContext } from '../answer-context.ts';

/** An amount in major units. */
export type Amount = { amount: number; currency: string };

/** Adds up amounts by currency. The currencies keep the order in which they first appear. */
export function sumByCurrency(amounts: readonly Amount[]): Amount[] {
  const currencies = [...new Set(amounts.map(({ currency }) => currency))];
  return currencies.map((currency) => ({
    currency,
    amount: sumAmounts(amounts.filter((item) => item.currency === currency).map(({ amount }) => amount)),
  }));
}

/**
 * Adds up amounts in their currency if they all have the same currency. Otherwise, converts them to the base
 * currency at today's rates. The note lists the converted currencies and those without a rate.
 */
export function sumInOneCurrency(
  amounts: readonly Amount[],
  { baseCurrency, customer }: AnswerContext,
): { total: number; currency: string; note: string } {
  const [only, ...others] = sumByCurrency(amounts);
  if (only && others.length === 0) return { total: only.amount, currency: only.currency, note: '' };
  const exchange = new Exchange(baseCurrency, customer.rates);
  const worths = amounts.map(({ amount, currency }) => exchange.worth(toMinor(amount), currency) / 100);
  const currencies = [...new Set(amounts.map(({ currency }) => currency))];
  const note = currencyNote({
    others: currencies,
    leftOut: exchange.leftOut(currencies),
    into: baseCurrency,
    rates: "today's exchange rates",
  });
  return { total: sumAmounts(worths), currency: baseCurrency, note };
}

/** Formats a ratio as a percentage, such as `12.5%`. */
export const formatShare = (part: number, whole: number) =>
  whole > 0 ? percent(Math.round((part / whole) * 1000) / 10) : '0%';
