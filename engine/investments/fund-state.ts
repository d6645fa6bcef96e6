import type { DayNumber, Instant } from '../calendar/calendar.ts';
import type { HouseholdState } from '../simulation/state.ts';
import type { Fund, PricedFund, Prices } from './funds.ts';
import type { CostMethod, Lot, Sale } from './lots.ts';
import type { Mix } from './rebalance.ts';

/** A household's market and its investment accounts that hold funds. */
export type FundsState = {
  /** The last New York day whose changes are in the prices. */
  day: DayNumber;
  prices: Prices;
  accounts: FundAccountState[];
  /** The orders that are not filled, or whose proceeds are not settled. In the order in which they were placed. */
  orders: FundOrderState[];
  /** The orders that were completed in this simulation. */
  completed: FundOrderState[];
};

/** An investment account that holds funds. Its money market part is the balance that is in no other fund. */
export type FundAccountState = {
  /** The account's id. */
  id: string;
  /** The instant of the conversion to funds. Until then, the account follows `marketReturn`. */
  since: Instant;
  /** The account that receives dividends. Null if dividends are reinvested. */
  dividendAccountId: string | null;
  costMethod: CostMethod;
  mix: Mix | null;
  rebalances: 'never' | 'yearly' | 'drift';
  /** The year of the last yearly rebalancing, or of the conversion. */
  rebalancedIn: number;
  /** The money market fund's accrued yield in millionths of a minor unit. */
  yieldMicros: number;
  holdings: Record<PricedFund, Holding>;
};

/** Units in millionths, and their value in the ledger in minor units. */
export type Holding = { units: number; posted: number; lots: Lot[] };

type OrderState = {
  /** Identifies the order across runs. */
  key: string;
  accountId: string;
  at: Instant;
  /** Set when the order is filled or has failed. */
  result?: OrderResult;
  /** The business day on which the proceeds reach the cash account. Missing if nothing is unsettled. */
  settlesOn?: DayNumber;
};

export type FundOrderState = OrderState &
  (
    | { side: 'buy' | 'sell'; fund: PricedFund; size: OrderSize; cashAccountId: string | null }
    | { side: 'rebalance'; mix: Mix }
  );

/** The size of an order: an amount in minor units, or units in millionths. */
export type OrderSize = { amount: number } | { units: number };

/** The price in ten-thousandths, units in millionths, and amounts in minor units. */
export type Fill = { price: number; units: number; amount: number } & Partial<Sale>;

export type OrderResult =
  | { status: 'failed'; at: Instant; reason: 'funds' | 'closed' | 'limit' }
  /** Rebalancing has no fill of its own, because each of its trades is an order. */
  | { status: 'filled'; at: Instant; fill?: Fill };

/** Returns an account's funds at an instant. Returns undefined if it doesn't hold funds yet. */
export function getFundAccount(
  { funds }: Pick<HouseholdState, 'funds'>,
  accountId: string,
  now: Instant,
): FundAccountState | undefined {
  return funds?.accounts.find(({ id, since }) => id === accountId && since <= now);
}

/** Returns the part of an account's balance that is in funds other than the money market, in minor units. */
export function getInvested({ funds }: Pick<HouseholdState, 'funds'>, accountId: string): number {
  const account = funds?.accounts.find(({ id }) => id === accountId);
  if (!account) return 0;
  return Object.values(account.holdings).reduce((sum, { posted }) => sum + posted, 0);
}

/** Places an order to invest money that has arrived in an account. */
export function placeOrder(funds: FundsState, order: FundOrderState): void {
  funds.orders.push(order);
}

export const isPricedFund = (fund: Fund): fund is PricedFund => fund !== 'MONEY_MARKET';
