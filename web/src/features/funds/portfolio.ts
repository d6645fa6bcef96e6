import { parseDay } from '@engine/calendar/calendar.ts';
import { FUNDS, type Fund, getFundName, PRICED_FUNDS, type PricedFund } from '@engine/investments/funds.ts';
import type { Lot } from '@engine/investments/lots.ts';
import type { Mix } from '@engine/investments/rebalance.ts';
import { fromMinor, type Minor, subtractMinor, sumMinor, toMinor } from '@engine/money/minor.ts';
import type { FundAccount, FundLot, Holding } from './queries';

/** A fund in an account: units and price in major units, amounts in minor units. */
export type Position = {
  fund: Fund;
  name: string;
  units: number;
  price: number;
  value: Minor;
  cost: Minor;
  gain: Minor;
  /** The share of the account's value, from 0 to 1. */
  share: number;
};

/** Formats an integer as a number with decimals: `formatScaled(1234567, 4)` is `123.4567`. */
function formatScaled(scaled: number, decimals: number): string {
  const digits = String(scaled).padStart(decimals + 1, '0');
  return `${digits.slice(0, -decimals).replace(/\B(?=(\d{3})+$)/g, ',')}.${digits.slice(-decimals)}`;
}

/** Formats units with three to six decimals, such as `29.948608`. */
export const formatUnits = (units: number) => formatScaled(toMillionths(units), 6).replace(/0{1,3}$/, '');
export const formatPrice = (price: number) => `$${formatScaled(toPrice(price), 4)}`;

/** The number of millionths in a unit, and of ten-thousandths in a price of 1.00. */
const MILLIONTHS = 1_000_000;
const TEN_THOUSANDTHS = 10_000;
export const toMillionths = (units: number) => Math.round(units * MILLIONTHS);
export const toPrice = (price: number) => Math.round(price * TEN_THOUSANDTHS);
export const fromMillionths = (units: number) => units / MILLIONTHS;

/** Returns the lots of a fund in the engine's format. */
export const getLots = (lots: readonly FundLot[], fund: PricedFund): Lot[] =>
  lots
    .filter((lot) => lot.fund === fund)
    .map(({ acquired_on, units, cost }) => ({
      on: parseDay(acquired_on),
      units: toMillionths(units),
      cost: toMinor(cost),
    }));

/** Returns the money market part of an account's balance. */
export function getMoney(balance: number, holdings: readonly Holding[]): Minor {
  return subtractMinor(
    toMinor(balance),
    sumMinor(holdings, ({ posted_value }) => toMinor(posted_value)),
  );
}

/** Returns the funds in an account, at the last closing prices. */
export function getPositions(
  balance: number,
  holdings: readonly Holding[],
  lots: readonly FundLot[],
): Position[] {
  const money = getMoney(balance, holdings);
  const positions = FUNDS.map((fund) => {
    const holding = holdings.find((row) => row.fund === fund);
    const value = fund === 'MONEY_MARKET' ? money : toMinor(holding?.value ?? 0);
    const cost =
      fund === 'MONEY_MARKET'
        ? money
        : sumMinor(
            lots.filter((lot) => lot.fund === fund),
            (lot) => toMinor(lot.cost),
          );
    return {
      fund,
      name: getFundName(fund),
      units: fund === 'MONEY_MARKET' ? fromMinor(money) : (holding?.units ?? 0),
      price: fund === 'MONEY_MARKET' ? 1 : (holding?.price ?? 0),
      value,
      cost,
      gain: subtractMinor(value, cost),
    };
  });
  const total = sumMinor(positions, ({ value }) => value);
  return positions.map((position) => ({ ...position, share: total > 0 ? position.value / total : 0 }));
}

export const getTotal = (positions: readonly Position[]) => sumMinor(positions, ({ value }) => value);

export const getMix = (account: FundAccount): Mix => ({
  US_STOCKS: account.us_stocks,
  WORLD_STOCKS: account.world_stocks,
  BONDS: account.bonds,
  MONEY_MARKET: account.money_market,
});

/** Returns the values of all funds in minor units, for rebalancing. */
export function getValues(positions: readonly Position[]): Record<Fund, number> {
  const findValue = (fund: Fund) => positions.find((position) => position.fund === fund)?.value ?? 0;
  return {
    US_STOCKS: findValue('US_STOCKS'),
    WORLD_STOCKS: findValue('WORLD_STOCKS'),
    BONDS: findValue('BONDS'),
    MONEY_MARKET: findValue('MONEY_MARKET'),
  };
}

export const FUND_OPTIONS = PRICED_FUNDS.map((fund) => ({ value: fund, label: getFundName(fund) }));

export const isPricedFund = (fund: string | null): fund is PricedFund =>
  PRICED_FUNDS.some((known) => known === fund);
