import { dayText, getDate, type Instant, parseDay } from '../calendar/calendar.ts';
import type { Carryover, FundOrderRow, FundsRow } from '../household/row.ts';
import type { HouseholdState } from '../simulation/state.ts';
import type { FundAccountState, FundOrderState, FundsState, OrderSize } from './fund-state.ts';
import {
  forEachFund,
  getStartPrices,
  getValue,
  PRICED_FUNDS,
  type PricedFund,
  type Prices,
} from './funds.ts';
import type { Lot } from './lots.ts';
import { getLastClose } from './market-hours.ts';
import type { Mix } from './rebalance.ts';

/** The changes to funds in one step, in the format of `apply_engine_steps`. Units are in millionths. */
export type FundsStep = {
  holdings: {
    account_id: string;
    fund: PricedFund;
    units: number;
    posted: number;
    price: number;
    value: number;
    /** Null if the lots have not changed. */
    lots: { acquired_on: string; units: number; cost: number }[] | null;
  }[];
  orders: FundOrderStep[];
};

/** An order that was placed, filled, or settled in this step. */
type FundOrderStep = {
  order_key: string;
  account_id: string;
  side: FundOrderState['side'];
  fund: PricedFund | null;
  amount: number | null;
  units: number | null;
  cash_account_id: string | null;
  mix: Mix | null;
  placed: Instant;
  status: 'pending' | 'filled' | 'failed';
  completed: Instant | null;
  price: number | null;
  filled_units: number | null;
  filled_amount: number | null;
  basis: number | null;
  gain: number | null;
  long_term_gain: number | null;
  settles_on: string | null;
};

/** Builds the funds' state from the bank's rows. Returns undefined if no account holds funds. */
export function getFunds(
  row: FundsRow | null | undefined,
  saved: Carryover['funds'],
): FundsState | undefined {
  if (!row || row.accounts.length === 0) return undefined;
  const first = Math.min(...row.accounts.map(({ converted }) => converted));
  return {
    day: saved?.day ?? getLastClose(first),
    prices: (saved?.prices as Prices | undefined) ?? getStartPrices(),
    accounts: row.accounts.map((account): FundAccountState => {
      const { account_id: id, converted, dividend_account_id, cost_method, rebalances } = account;
      const kept = saved?.accounts[id];
      return {
        id,
        since: converted,
        dividendAccountId: dividend_account_id,
        costMethod: cost_method,
        mix: readMix(account),
        rebalances,
        rebalancedIn: kept?.rebalancedIn ?? getDate(getLastClose(converted)).year,
        yieldMicros: kept?.yieldMicros ?? 0,
        holdings: forEachFund((fund) => {
          const isOfFund = (held: { account_id: string; fund: PricedFund }) =>
            held.account_id === id && held.fund === fund;
          const { units = 0, posted = 0 } = row.holdings.find(isOfFund) ?? {};
          const lots = row.lots.filter(isOfFund).map(({ acquired_on, units: lotUnits, cost }) => ({
            on: parseDay(acquired_on),
            units: lotUnits,
            cost,
          }));
          return { units, posted, lots };
        }),
      };
    }),
    orders: row.orders.map(readOrder),
    completed: [],
  };
}

function readMix({
  us_stocks,
  world_stocks,
  bonds,
  money_market,
}: Pick<FundOrderRow, 'us_stocks' | 'world_stocks' | 'bonds' | 'money_market'>): Mix | null {
  if (us_stocks === null) return null;
  return {
    US_STOCKS: us_stocks,
    WORLD_STOCKS: world_stocks ?? 0,
    BONDS: bonds ?? 0,
    MONEY_MARKET: money_market ?? 0,
  };
}

function readOrder(row: FundOrderRow): FundOrderState {
  const order = {
    key: row.order_key,
    accountId: row.account_id,
    at: row.placed,
    ...(row.completed !== null && { result: readResult(row, row.completed) }),
    ...(row.settles_on && { settlesOn: parseDay(row.settles_on) }),
  };
  const mix = readMix(row);
  if (row.side === 'rebalance' && mix) return { ...order, side: 'rebalance', mix };
  const size: OrderSize = row.amount === null ? { units: row.units ?? 0 } : { amount: row.amount };
  const side = row.side === 'sell' ? 'sell' : 'buy';
  return { ...order, side, fund: row.fund ?? 'US_STOCKS', size, cashAccountId: row.cash_account_id };
}

function readResult(
  { filled_price, filled_units, filled_amount }: FundOrderRow,
  at: Instant,
): FundOrderState['result'] & object {
  const fill = { price: filled_price ?? 0, units: filled_units ?? 0, amount: filled_amount ?? 0 };
  return { status: 'filled', at, fill };
}

/** Returns the market's state to save for the next step. */
export function saveFunds({ funds }: HouseholdState): Pick<Carryover, 'funds'> {
  if (!funds) return {};
  const { day, prices, accounts } = funds;
  const saved = accounts.map(
    ({ id, yieldMicros, rebalancedIn }) => [id, { yieldMicros, rebalancedIn }] as const,
  );
  return { funds: { day, prices, accounts: Object.fromEntries(saved) } };
}

/** Returns the changes to funds between two states. Returns null if no account holds funds. */
export function getFundsStep(before: HouseholdState, { funds }: HouseholdState): FundsStep | null {
  if (!funds) return null;
  const known = new Map(before.funds?.orders.map((order) => [order.key, JSON.stringify(order)]));
  return {
    holdings: funds.accounts.flatMap(({ id, holdings }) =>
      PRICED_FUNDS.map((fund) => {
        const { units, posted, lots } = holdings[fund];
        const earlier = before.funds?.accounts.find((account) => account.id === id)?.holdings[fund].lots;
        const isUnchanged = JSON.stringify(lots) === JSON.stringify(earlier);
        return {
          account_id: id,
          fund,
          units,
          posted,
          price: funds.prices[fund],
          value: getValue(units, funds.prices[fund]),
          lots: isUnchanged ? null : lots.map(toLotStep),
        };
      }),
    ),
    orders: [
      ...funds.completed,
      ...funds.orders.filter((order) => known.get(order.key) !== JSON.stringify(order)),
    ].map(toOrderStep),
  };
}

const toLotStep = ({ on, units, cost }: Lot) => ({ acquired_on: dayText(on), units, cost });

function toOrderStep(order: FundOrderState): FundOrderStep {
  const { result } = order;
  const fill = result?.status === 'filled' ? result.fill : undefined;
  const isTrade = order.side !== 'rebalance';
  return {
    order_key: order.key,
    account_id: order.accountId,
    side: order.side,
    fund: isTrade ? order.fund : null,
    amount: isTrade && 'amount' in order.size ? order.size.amount : null,
    units: isTrade && 'units' in order.size ? order.size.units : null,
    cash_account_id: isTrade ? order.cashAccountId : null,
    mix: isTrade ? null : order.mix,
    placed: order.at,
    status: result?.status ?? 'pending',
    completed: result?.at ?? null,
    price: fill?.price ?? null,
    filled_units: fill?.units ?? null,
    filled_amount: fill?.amount ?? null,
    basis: fill?.basis ?? null,
    gain: fill?.gain ?? null,
    long_term_gain: fill?.longTermGain ?? null,
    settles_on: order.settlesOn === undefined ? null : dayText(order.settlesOn),
  };
}
