import { DAYS_A_YEAR, type DayNumber, MONTHS_A_YEAR } from '../calendar/calendar.ts';
import { roundHalfAway } from '../money/amortization.ts';
import { Draws } from '../simulation/draws.ts';

/** The funds whose prices follow the market. */
export const PRICED_FUNDS = ['US_STOCKS', 'WORLD_STOCKS', 'BONDS'] as const;
export type PricedFund = (typeof PRICED_FUNDS)[number];
/** All funds. Money that isn't invested elsewhere is in the money market fund, at 1.00 a unit. */
export const FUNDS = [...PRICED_FUNDS, 'MONEY_MARKET'] as const;
export type Fund = (typeof FUNDS)[number];

/** The set of expected returns: careful, or as in the years 1926–2022. */
export type ReturnSet = 'conservative' | 'historical';

/** The expected return and the standard deviation of a year, in percent. */
type Expectation = { mean: number; deviation: number };

type FundTerms = {
  name: string;
  /** The first price in ten-thousandths of the currency. */
  startPrice: number;
  returns: Record<ReturnSet, Expectation>;
  /** The expense ratio in percent of the value per year. The price already includes it. */
  expense: number;
  /** Percent of the price per year, paid in equal parts. */
  dividend: { percent: number; timesAYear: 4 | 12 };
};

/**
 * The synthetic funds. The historical returns are those of the S&P 500 and of 10-year Treasury bonds in
 * 1926–2022 (the public monthly series). The conservative returns are lower by design.
 */
export const FUND_TERMS: Record<PricedFund, FundTerms> = {
  US_STOCKS: {
    name: 'US Stocks',
    startPrice: 500_000,
    returns: {
      conservative: { mean: 9.5, deviation: 16.5 },
      historical: { mean: 11.9, deviation: 19.1 },
    },
    expense: 0.03,
    dividend: { percent: 1.3, timesAYear: 4 },
  },
  WORLD_STOCKS: {
    name: 'World Stocks',
    startPrice: 500_000,
    returns: {
      conservative: { mean: 9, deviation: 16 },
      historical: { mean: 11, deviation: 18.5 },
    },
    expense: 0.06,
    dividend: { percent: 1.8, timesAYear: 4 },
  },
  BONDS: {
    name: 'Bonds',
    startPrice: 250_000,
    returns: {
      conservative: { mean: 4.5, deviation: 6 },
      historical: { mean: 5.1, deviation: 7.7 },
    },
    expense: 0.04,
    dividend: { percent: 4, timesAYear: 12 },
  },
};

/** The money market fund earns the reference rate minus a spread and its expenses, in percent per year. */
export const MONEY_MARKET = { name: 'Money Market', spread: 0.25, expense: 0.1 } as const;

export const getFundName = (fund: Fund): string =>
  fund === 'MONEY_MARKET' ? MONEY_MARKET.name : FUND_TERMS[fund].name;

export const getExpenseRatio = (fund: Fund): number =>
  fund === 'MONEY_MARKET' ? MONEY_MARKET.expense : FUND_TERMS[fund].expense;

/** Prices in ten-thousandths of the currency. */
export type Prices = Record<PricedFund, number>;

/** Returns a value for each fund with a price. */
export const forEachFund = <Value>(pick: (fund: PricedFund) => Value): Record<PricedFund, Value> => ({
  US_STOCKS: pick('US_STOCKS'),
  WORLD_STOCKS: pick('WORLD_STOCKS'),
  BONDS: pick('BONDS'),
});

export const getStartPrices = (): Prices => forEachFund((fund) => FUND_TERMS[fund].startPrice);

/**
 * A span of time in years, its square root, and the lowest return in it. Square roots are constants, because
 * computed ones could differ between machines.
 */
const SPANS = {
  day: { years: 1 / DAYS_A_YEAR, root: 0.05234239225902137, lowest: -0.2 },
  month: { years: 1 / MONTHS_A_YEAR, root: 0.28867513459481287, lowest: -0.6 },
} as const;

/**
 * The factors of three independent normals for each fund. The correlations are 0.93 between the stock funds,
 * 0.10 between US stocks and bonds, and 0.15 between world stocks and bonds.
 */
const FACTORS: Record<PricedFund, readonly [number, number, number]> = {
  US_STOCKS: [1, 0, 0],
  WORLD_STOCKS: [0.93, 0.36756, 0],
  BONDS: [0.1, 0.155077, 0.982828],
};

/**
 * Draws the funds' returns for a span after expenses (0.01 means +1%): (mean − expense) × t + deviation × √t ×
 * correlated normal.
 */
export function drawReturns(
  draws: Draws,
  span: keyof typeof SPANS,
  set: ReturnSet = 'conservative',
): Record<PricedFund, number> {
  const { years, root, lowest } = SPANS[span];
  const normals = [draws.normal(), draws.normal(), draws.normal()] as const;
  return forEachFund((fund) => {
    const { returns, expense } = FUND_TERMS[fund];
    const { mean, deviation } = returns[set];
    const [first, second, third] = FACTORS[fund];
    const normal = first * normals[0] + second * normals[1] + third * normals[2];
    return Math.max(lowest, ((mean - expense) * years + deviation * root * normal) / 100);
  });
}

/** Returns a price after a change as a fraction (0.01 means +1%), at least one ten-thousandth. */
export function changePrice(price: number, change: number): number {
  return Math.max(1, roundHalfAway(price * (1 + change)));
}

/** Returns the prices after one calendar day of a household's market. */
export function getNextPrices(prices: Prices, seed: number, day: DayNumber, set?: ReturnSet): Prices {
  const returns = drawReturns(new Draws(seed, 'funds', day), 'day', set);
  return forEachFund((fund) => changePrice(prices[fund], returns[fund]));
}

/** The part of a fall in stock prices by which bonds fall. */
const BOND_SHARE_OF_FALL = 1 / 10;
/** The percentage by which bonds fall for each percentage point by which interest rates rise. */
const BOND_DURATION = 6;

/** Returns the prices after a market fall of a percentage. Bonds fall by a tenth of it. */
export const fallPrices = (prices: Prices, percent: number): Prices =>
  forEachFund((fund) =>
    changePrice(prices[fund], (-percent / 100) * (fund === 'BONDS' ? BOND_SHARE_OF_FALL : 1)),
  );

/** Returns the prices after a change of interest rates in percentage points, which moves bonds only. */
export const shiftBonds = (prices: Prices, points: number): Prices => ({
  ...prices,
  BONDS: changePrice(prices.BONDS, (-BOND_DURATION * points) / 100),
});

/** Returns the dividend of one unit that a fund pays at the end of a month, or 0 if it pays none. */
export function getDividendPerUnit(fund: PricedFund, price: number, month: number): number {
  const { percent, timesAYear } = FUND_TERMS[fund].dividend;
  if (month % (MONTHS_A_YEAR / timesAYear) !== 0) return 0;
  return roundHalfAway((price * percent) / 100 / timesAYear);
}

/** The number of millionths of a unit times ten-thousandths of the price in one minor unit. */
const PER_MINOR = 100_000_000n;

/** Returns the value of units (in millionths) at a price, in minor units, rounded half up. */
export function getValue(units: number, price: number): number {
  return Number((BigInt(units) * BigInt(price) * 2n + PER_MINOR) / (PER_MINOR * 2n));
}

/** Returns the units (in millionths) that an amount in minor units buys, rounded down. */
export function getUnits(amount: number, price: number): number {
  return Number((BigInt(amount) * PER_MINOR) / BigInt(price));
}

/** Returns the units (in millionths) that must be sold to receive an amount in minor units, rounded up. */
export function getUnitsToSell(amount: number, price: number): number {
  const perUnit = BigInt(price);
  return Number((BigInt(amount) * PER_MINOR + perUnit - 1n) / perUnit);
}
