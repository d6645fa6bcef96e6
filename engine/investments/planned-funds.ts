import { addMonths, type DayNumber, dayText, type Instant } from '../calendar/calendar.ts';
import type { FundsRow } from '../household/row.ts';
import { roundHalfAway } from '../money/amortization.ts';
import type { FundAccountState } from './fund-state.ts';
import { FUND_TERMS, getUnits, getValue, type PricedFund } from './funds.ts';

/** The names of the funds in personas and scenarios. */
export const PLANNED_FUNDS = { usStocks: 'US_STOCKS', worldStocks: 'WORLD_STOCKS', bonds: 'BONDS' } as const;
export type PlannedFund = keyof typeof PLANNED_FUNDS;
export const PLANNED_FUND_NAMES = ['usStocks', 'worldStocks', 'bonds'] as const satisfies PlannedFund[];

/** The funds of an account in a persona or scenario. */
export type PlannedFunds = {
  /** The target mix in whole percent. The rest is in the money market fund. */
  mix: Partial<Record<PlannedFund, number>>;
  rebalances: FundAccountState['rebalances'];
  /** The number of months before the first day in which the units were bought. */
  monthsBefore: number;
  /** The gain since the purchase in percent. It is negative for a loss. */
  gain: number;
};

type PlannedAccount = { id: string; balance: number; funds: PlannedFunds };

const WHOLE = 100;

/** Returns the part of a mix that is in the money market fund, in percent. */
const getMoneyMarket = ({ usStocks = 0, worldStocks = 0, bonds = 0 }: PlannedFunds['mix']) =>
  WHOLE - usStocks - worldStocks - bonds;

/**
 * Returns the funds of accounts on the first day of a household, with units that were bought earlier at the
 * funds' first prices minus the gain. Balances are in minor units. Returns null if no account holds funds.
 */
export function getPlannedFunds(
  accounts: readonly PlannedAccount[],
  day: DayNumber,
  opened: (index: number) => Instant,
): FundsRow | null {
  if (accounts.length === 0) return null;
  const parts = accounts.flatMap(({ id, balance, funds }) =>
    PLANNED_FUND_NAMES.flatMap((name) => getPart({ id, balance, funds }, name, day)),
  );
  return {
    accounts: accounts.map(({ id, funds }, index) => ({
      account_id: id,
      converted: opened(index),
      dividend_account_id: null,
      cost_method: 'average',
      rebalances: funds.rebalances,
      us_stocks: funds.mix.usStocks ?? 0,
      world_stocks: funds.mix.worldStocks ?? 0,
      bonds: funds.mix.bonds ?? 0,
      money_market: getMoneyMarket(funds.mix),
    })),
    holdings: parts.map(({ account_id, fund, units, posted }) => ({ account_id, fund, units, posted })),
    lots: parts.map(({ account_id, fund, units, acquired_on, cost }) => ({
      ...{ account_id, fund, acquired_on, units, cost },
    })),
    orders: [],
  };
}

/** Returns the holding of a fund and its cost. Returns an empty list if the mix has none of it. */
function getPart({ id, balance, funds }: PlannedAccount, name: PlannedFund, day: DayNumber) {
  const { mix, monthsBefore, gain } = funds;
  const fund: PricedFund = PLANNED_FUNDS[name];
  const price = FUND_TERMS[fund].startPrice;
  const units = getUnits(Math.floor((balance * (mix[name] ?? 0)) / WHOLE), price);
  if (units === 0) return [];
  const posted = getValue(units, price);
  const cost = roundHalfAway((posted * WHOLE) / (WHOLE + gain));
  return [{ account_id: id, fund, units, posted, cost, acquired_on: dayText(addMonths(day, -monthsBefore)) }];
}
