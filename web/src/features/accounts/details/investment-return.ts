import { DAY_MS } from '@engine/calendar/calendar.ts';
import {
  addMinor,
  fromMinor,
  type Minor,
  negateMinor,
  subtractMinor,
  sumMinor,
  toMinor,
  ZERO,
} from '@engine/money/minor.ts';
import type { Transaction } from '@/entities/transaction/queries';
import type { DayValue } from '@/ui/charts/scales';

type Movement = Pick<Transaction, 'kind' | 'direction' | 'amount'>;

/** The kinds of transactions that change an investment's value without money from the customer. */
const EARNINGS: Record<string, 'prices' | 'income'> = {
  market_change: 'prices',
  interest: 'income',
  dividend: 'income',
  fee: 'income',
};

/**
 * Returns how an investment account reached its value, in minor units: the money paid in minus the money
 * taken out, the price gains, and the interest and dividends minus fees. The parts add up to the balance.
 */
export function getInvestmentReturn(movements: readonly Movement[]) {
  const sum = (part: 'prices' | 'income' | undefined) =>
    sumMinor(
      movements.filter(({ kind }) => EARNINGS[kind] === part),
      getSigned,
    );
  const [contributed, prices, income] = [sum(undefined), sum('prices'), sum('income')];
  const total = addMinor(prices, income);
  return {
    contributed,
    prices,
    income,
    total,
    value: addMinor(contributed, total),
    /** The total return in percent of the money contributed; null if more was taken out than paid in. */
    percent: contributed > 0 ? (total / contributed) * 100 : null,
  };
}

/** The days of history from which on a yearly return is meaningful. */
const YEAR_DAYS = 365;
/** The lowest and highest yearly return that is searched, and the number of times that the range is halved. */
const RETURN_RANGE = { lowest: -0.99, highest: 10 };
const HALVINGS = 60;

/**
 * Returns the yearly return in percent: the interest rate at which the contributions would have grown to the value.
 * Returns null in the first year, and if no rate fits.
 *
 * Uses the money-weighted rate of return: sum of contribution × (1 + rate)^years = value.
 */
export function getYearlyReturn(
  movements: readonly (Movement & Pick<Transaction, 'date'>)[],
  now: string,
): number | null {
  const flows = movements.filter(isContribution).map((movement) => ({
    amount: getSigned(movement),
    years: (Date.parse(now) - Date.parse(movement.date)) / (YEAR_DAYS * DAY_MS),
  }));
  if ((flows[0]?.years ?? 0) < 1) return null;
  const { value } = getInvestmentReturn(movements);
  const getExcess = (rate: number) =>
    flows.reduce((sum, { amount, years }) => sum + amount * (1 + rate) ** years, 0) - value;
  let { lowest, highest } = RETURN_RANGE;
  if (getExcess(lowest) > 0 || getExcess(highest) < 0) return null;
  for (let step = 0; step < HALVINGS; step += 1) {
    const middle = (lowest + highest) / 2;
    if (getExcess(middle) > 0) highest = middle;
    else lowest = middle;
  }
  return lowest * 100;
}

/** Returns true for money that the customer pays into or takes out of an account. */
export const isContribution = ({ kind }: Pick<Transaction, 'kind'>) => !EARNINGS[kind];

/** Returns true for a price change, which the activity shows only once a year. */
export const isMarketChange = ({ kind }: Pick<Transaction, 'kind'>) => EARNINGS[kind] === 'prices';

export const getSigned = ({ direction, amount }: Pick<Transaction, 'direction' | 'amount'>): Minor =>
  direction === 'in' ? toMinor(amount) : negateMinor(toMinor(amount));

/**
 * Returns the money contributed at the end of each day of the account's history, in major units.
 * `movements` are sorted by date, and `getDay` returns a transaction's day.
 */
export function getContributedLine(
  movements: readonly (Movement & Pick<Transaction, 'date'>)[],
  history: readonly DayValue[],
  getDay: (date: string) => string,
): DayValue[] {
  const perDay = new Map<string, Minor>();
  for (const movement of movements) {
    if (!isContribution(movement)) continue;
    const day = getDay(movement.date);
    perDay.set(day, addMinor(perDay.get(day) ?? ZERO, getSigned(movement)));
  }
  let contributed = ZERO;
  return history.map(({ day }) => {
    contributed = addMinor(contributed, perDay.get(day) ?? ZERO);
    return { day, value: fromMinor(contributed) };
  });
}

/** Returns the difference between value and contributions on a day, in major units. */
export const getGain = (value: number, contributed: number) =>
  fromMinor(subtractMinor(toMinor(value), toMinor(contributed)));
