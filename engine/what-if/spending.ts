import { type DayNumber, isFirstOfMonth, MONTHS_A_YEAR } from '../calendar/calendar.ts';
import type { SpendingModel, SpentDay } from '../forecast/spending.ts';
import { roundHalfAway } from '../money/amortization.ts';
import type { Exchange } from '../money/exchange.ts';
import { isCashAccount } from '../products/accounts/account-types.ts';
import { shockSize } from '../products/rates.ts';
import { Draws } from '../simulation/draws.ts';
import type { HandPurchase } from '../simulation/simulate.ts';
import type { HouseholdState } from '../simulation/state.ts';
import { usualAccount } from './household.ts';

/**
 * Predicts a household's purchases from its past days. If there is a seed, each day repeats a randomly drawn
 * comparable day. Otherwise, each day has the mean spending of comparable days. A purchase above the card's
 * limit is paid from the usual account. Prices stay constant unless a shock raises them.
 */
export class ProjectedSpending {
  private priceLevel = 1;
  private readonly means = new Map<readonly number[], HandPurchase[]>();

  constructor(
    private readonly model: SpendingModel,
    private readonly exchange: Exchange,
    private readonly seed: number | undefined,
  ) {}

  on(day: DayNumber, state: HouseholdState): HandPurchase[] {
    if (isFirstOfMonth(day))
      this.priceLevel *= 1 + shockSize(state, 'inflation', day - 1) / 100 / MONTHS_A_YEAR;
    const pool = this.model.like(day);
    const spent = this.seed === undefined ? this.spendMean(pool) : this.resample(pool, day, this.seed);
    return spent.flatMap(({ productId, amount }) => {
      const price = roundHalfAway(amount * this.priceLevel);
      const payer = getPayer(productId, price, state, this.exchange);
      return payer === undefined || price <= 0 ? [] : [{ productId: payer, amount: price }];
    });
  }

  private resample(pool: readonly number[], day: DayNumber, seed: number): SpentDay {
    const index = new Draws(seed, 'forecast', day).pick(pool);
    return index === undefined ? [] : (this.model.days[index] ?? []);
  }

  /** Returns the mean spending of a pool of comparable past days. Caches the result for each pool. */
  private spendMean(pool: readonly number[]): HandPurchase[] {
    const cached = this.means.get(pool);
    if (cached) return cached;
    const sums = new Map<string, number>();
    for (const index of pool)
      for (const { productId, amount } of this.model.days[index] ?? [])
        sums.set(productId, (sums.get(productId) ?? 0) + amount);
    const mean = [...sums].map(([productId, sum]) => ({ productId, amount: sum / pool.length }));
    this.means.set(pool, mean);
    return mean;
  }
}

/**
 * Returns the id of the account or card that pays for a purchase. If that account or card is closed or can't
 * pay, returns the usual account's id.
 */
function getPayer(
  productId: string,
  price: number,
  state: HouseholdState,
  exchange: Exchange,
): string | undefined {
  const card = state.cards.find(({ id }) => id === productId);
  if (card && exchange.counts(card.currency) && !card.frozen && card.balance + price <= card.limit)
    return productId;
  const account = state.accounts.find(({ id }) => id === productId);
  const currency = (card ?? account)?.currency ?? exchange.into;
  if (!exchange.counts(currency)) return undefined;
  if (account && !account.closed && isCashAccount(account)) return productId;
  return usualAccount(state, currency)?.id;
}
