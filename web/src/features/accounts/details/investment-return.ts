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
    if (EARNINGS[movement.kind]) continue;
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
