import { dayText } from '../calendar/calendar.ts';
import { millis, readFields, toMinorOrNull } from '../household/file-ledger.ts';
import type { FundsRow } from '../household/row.ts';
import type { HouseholdFile, ListRow } from '../household/schema/household.ts';
import { roundHalfAway } from '../money/amortization.ts';
import { toMinor } from '../money/minor.ts';
import type { HouseholdState } from '../simulation/state.ts';
import type { FundOrderState } from './fund-state.ts';
import { getValue, PRICED_FUNDS } from './funds.ts';
import type { Mix } from './rebalance.ts';

const MIX = ['us_stocks', 'world_stocks', 'bonds', 'money_market'] as const;
const toMillionths = (units: number) => roundHalfAway(units * 1_000_000);
const toTenThousandths = (price: number) => roundHalfAway(price * 10_000);

/** Returns the funds in a household file in the engine's format, or null if no account holds funds. */
export function readFileFunds(file: HouseholdFile): FundsRow | null {
  if (file.fund_accounts.length === 0) return null;
  return {
    accounts: file.fund_accounts.map((account) => ({
      ...readFields(account, ['account_id', 'dividend_account_id', 'cost_method', 'rebalances', ...MIX]),
      converted: millis(account.converted_at),
    })),
    holdings: file.holdings.map(({ account_id, fund, units, posted_value }) => ({
      account_id,
      fund,
      units: toMillionths(units),
      posted: toMinor(posted_value),
    })),
    lots: file.lots.map((lot) => ({ ...lot, units: toMillionths(lot.units), cost: toMinor(lot.cost) })),
    orders: file.fund_orders
      .filter(({ status, settles_on }) => status === 'pending' || settles_on)
      .map((order) => ({
        ...readFields(order, [
          'order_key',
          'account_id',
          'side',
          'fund',
          'cash_account_id',
          'settles_on',
          ...MIX,
        ]),
        amount: toMinorOrNull(order.amount),
        units: order.units == null ? null : toMillionths(order.units),
        filled_price: order.filled_price == null ? null : toTenThousandths(order.filled_price),
        filled_units: order.filled_units == null ? null : toMillionths(order.filled_units),
        filled_amount: toMinorOrNull(order.filled_amount),
        placed: millis(order.placed_at),
        completed: order.completed_at ? millis(order.completed_at) : null,
      })),
  };
}

const fromMillionths = (units: number) => units / 1_000_000;
const fromTenThousandths = (price: number) => price / 10_000;
const toIso = (instant: number) => new Date(instant).toISOString();

const toMixColumns = ({ US_STOCKS, WORLD_STOCKS, BONDS, MONEY_MARKET }: Mix) => ({
  us_stocks: US_STOCKS,
  world_stocks: WORLD_STOCKS,
  bonds: BONDS,
  money_market: MONEY_MARKET,
});

/** Returns the funds of a household for its file, without orders. Returns no lists if there are none. */
export function writeFileFunds({
  funds,
}: HouseholdState): Pick<Partial<HouseholdFile>, 'fund_accounts' | 'holdings' | 'lots'> {
  if (!funds) return {};
  const { prices, accounts } = funds;
  return {
    fund_accounts: accounts.map(({ id, since, dividendAccountId, costMethod, mix, rebalances }) => ({
      account_id: id,
      converted_at: toIso(since),
      ...(dividendAccountId && { dividend_account_id: dividendAccountId }),
      cost_method: costMethod,
      ...(mix && toMixColumns(mix)),
      rebalances,
    })),
    holdings: accounts.flatMap(({ id, holdings }) =>
      PRICED_FUNDS.map((fund) => ({
        account_id: id,
        fund,
        units: fromMillionths(holdings[fund].units),
        posted_value: holdings[fund].posted / 100,
        price: fromTenThousandths(prices[fund]),
        value: getValue(holdings[fund].units, prices[fund]) / 100,
      })),
    ),
    lots: accounts.flatMap(({ id, holdings }) =>
      PRICED_FUNDS.flatMap((fund) =>
        holdings[fund].lots.map(({ on, units, cost }) => ({
          account_id: id,
          fund,
          acquired_on: dayText(on),
          units: fromMillionths(units),
          cost: cost / 100,
        })),
      ),
    ),
  };
}

/** Returns an order for a household file. */
export function writeFileOrder(order: FundOrderState, id: string): ListRow<'fund_orders'> {
  const { key, accountId, at, result, settlesOn } = order;
  const fill = result?.status === 'filled' ? result.fill : undefined;
  return {
    id,
    account_id: accountId,
    order_key: key,
    side: order.side,
    placed_at: toIso(at),
    status: result?.status ?? 'pending',
    ...(order.side === 'rebalance'
      ? toMixColumns(order.mix)
      : {
          fund: order.fund,
          ...('amount' in order.size
            ? { amount: order.size.amount / 100 }
            : { units: fromMillionths(order.size.units) }),
          ...(order.cashAccountId && { cash_account_id: order.cashAccountId }),
        }),
    ...(result && { completed_at: toIso(result.at) }),
    ...(fill && {
      filled_price: fromTenThousandths(fill.price),
      filled_units: fromMillionths(fill.units),
      filled_amount: fill.amount / 100,
    }),
    ...(fill?.basis !== undefined && { basis: fill.basis / 100 }),
    ...(fill?.gain !== undefined && { gain: fill.gain / 100 }),
    ...(fill?.longTermGain !== undefined && { long_term_gain: fill.longTermGain / 100 }),
    ...(settlesOn !== undefined && { settles_on: dayText(settlesOn) }),
  };
}
