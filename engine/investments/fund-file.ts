import { millis, readFields, toMinorOrNull } from '../household/file-ledger.ts';
import type { FundsRow } from '../household/row.ts';
import type { HouseholdFile } from '../household/schema/household.ts';
import { roundHalfAway } from '../money/amortization.ts';
import { toMinor } from '../money/minor.ts';

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
