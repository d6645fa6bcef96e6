import { addMonths, type DayNumber } from '../calendar/calendar.ts';
import { computeNetWorth } from '../insights/net-worth.ts';
import { Exchange, type Rates } from '../money/exchange.ts';
import { DAYS_TO_PAY } from '../products/card.ts';
import { Draws } from '../simulation/draws.ts';
import type { AccountState, CardState, Currency, HouseholdState, LifeState } from '../simulation/state.ts';
import type { SpendingRow } from './history.ts';
import { type KnownFuture, knownFuture } from './known-future.ts';
import { LEAST_SPENDING_DAYS, type SpendingInputs, type SpendingModel, spendingModel } from './spending.ts';

export type ForecastOptions = {
  state: HouseholdState;
  history: readonly SpendingRow[];
  /** The last day of the forecast; the first is the state's own. */
  to: DayNumber;
  /** How many futures are drawn. */
  paths?: number;
  /** The same seed draws the same futures. */
  seed: number;
  /** In which currency all is told; that of the first account when it is not said. */
  currency?: Currency;
  /** What others are worth in it: their accounts are added up, too. */
  rates?: Rates;
  /** Only this account is told, in its own currency; all cash together when it is not said. */
  accountId?: string;
};

/**
 * What is expected of the cash: checking and savings accounts, told in one currency. Amounts in minor units.
 */
export type Forecast = {
  currency: Currency;
  /** Currencies of further accounts that the total leaves out: they have no rate, or none was asked for. */
  leftOut: Currency[];
  days: ForecastDay[];
  lowest: { known: Point; median: Point };
  /** Accounts that would go below zero, the soonest first. */
  belowZero: { accountId: string; day: DayNumber; probability: number }[];
  /** Why nothing is drawn, in a sentence; null when spending is part of the forecast. */
  noModel: string | null;
  inputs: SpendingInputs;
};

export type ForecastDay = {
  day: DayNumber;
  /** Rules, debts and what is owed already, nothing bought. */
  known: number;
  /** The same by account. */
  accounts: Record<string, number>;
  /** With spending: half of the futures lie above, eight in ten between low and high. */
  median: number;
  low: number;
  high: number;
};

type Point = { day: DayNumber; amount: number };

const PATHS = 200;
const NO_ACCOUNT = -1;
const NEVER_SHORT = Number.POSITIVE_INFINITY;
const LOW = 0.1;
const HIGH = 0.9;

/**
 * Foresees the cash day by day. What is certain is lived once by the engine; spending is drawn from the customer's own
 * past days (bootstrap, see `spendingModel`) and taken off as running sums. Today's own purchases are not foreseen.
 * What is bought by card leaves the account on the due date of its statement; not at all where autopay pays less than
 * the statement, because then it becomes debt. Throws RangeError when `to` lies before the state's own day or there is
 * no such account.
 */
export function forecastOf(options: ForecastOptions): Forecast {
  const { state, history, to, paths = PATHS, seed, accountId } = options;
  const open = state.accounts.filter(({ closed, type }) => !closed && type !== 'INVESTMENT');
  const only = open.find(({ id }) => id === accountId);
  const chosen = only?.currency ?? options.currency ?? open[0]?.currency;
  const exchange = new Exchange(chosen ?? '', accountId === undefined ? options.rates : {});
  const cash = open.filter(({ currency }) => exchange.counts(currency));
  const told = accountId === undefined ? cash : cash.filter(({ id }) => id === accountId);
  if (chosen === undefined || told.length === 0) throw new RangeError('There is no account to foresee.');
  const future = knownFuture(
    state,
    to,
    open.map(({ id }) => id),
  );
  const today = future.days[0];
  if (today === undefined) throw new RangeError('A forecast ends no earlier than today.');
  const products = new Map(
    [...state.accounts, ...state.cards]
      .filter(({ currency }) => exchange.counts(currency))
      .map(({ id, currency }) => [id, currency]),
  );
  const own = history.filter(({ productId }) => products.has(productId));
  const { model } = spendingModel(own, today);
  // What was spent is told in one currency; what is drawn from it leaves each account in its own.
  const { inputs } = spendingModel(
    own.map((row) => ({ ...row, amount: exchange.worth(row.amount, products.get(row.productId) ?? chosen) })),
    today,
  );
  // Cash is converted as in net worth, so that the forecast begins with the same amount.
  const known = future.days.map(
    (_, index) =>
      computeNetWorth(
        told.map(({ id, currency }) => ({
          kind: 'cash',
          currency,
          amount: future.balances.get(id)?.[index] ?? 0,
        })),
        exchange,
      ).cash,
  );
  const drawn = model
    ? drawFutures({
        model,
        future,
        cash,
        told: new Map(told.map(({ id, currency }) => [id, exchange.rateOf(currency) ?? 0])),
        payments: paymentDays(state, cash, history, future.days),
        life: state.life,
        paths,
        seed,
      })
    : null;
  const days = future.days.map((day, index): ForecastDay => {
    const amount = known[index] ?? 0;
    const spent = drawn ? drawn.spent.subarray(index * paths, (index + 1) * paths).sort() : null;
    const after = (share: number) => Math.round(amount - (spent?.[Math.round(share * (paths - 1))] ?? 0));
    const accounts = open.map(({ id }) => [id, future.balances.get(id)?.[index] ?? 0]);
    return {
      day,
      known: amount,
      accounts: Object.fromEntries(accounts),
      median: after(0.5),
      low: after(HIGH),
      high: after(LOW),
    };
  });
  return {
    currency: chosen,
    leftOut: exchange.leftOut(open.map(({ currency }) => currency)),
    days,
    lowest: { known: lowestOf(days, 'known'), median: lowestOf(days, 'median') },
    belowZero: belowZeroOf(future, drawn?.below ?? new Map(), paths),
    noModel: model
      ? null
      : `There are fewer than ${LEAST_SPENDING_DAYS} days of spending to learn from: only what is certain is shown.`,
    inputs,
  };
}

function lowestOf(days: readonly ForecastDay[], line: 'known' | 'median'): Point {
  const points = days.map((day) => ({ day: day.day, amount: day[line] }));
  return points.reduce((lowest, point) => (point.amount < lowest.amount ? point : lowest));
}

/**
 * Where and when a purchase leaves the cash: the number of the account, and of the day for each day; −1 for
 * never.
 */
type Payment = { account: number; days: Int32Array; isAtOnce: boolean };

/** For each product that something may be bought with. */
function paymentDays(
  state: HouseholdState,
  cash: readonly AccountState[],
  history: readonly SpendingRow[],
  days: readonly DayNumber[],
): Map<string, Payment> {
  const numbers = new Map(cash.map(({ id }, index) => [id, index]));
  const usualIn = new Map(
    [...new Set(cash.map(({ currency }) => currency))].map((currency) => [
      currency,
      usualAccount(history, cash, currency),
    ]),
  );
  const atOnce = Int32Array.from(days, (_, index) => index);
  // What was paid from an account that is closed now, or from an investment, is paid from the usual one.
  const payments = new Map<string, Payment>(
    state.accounts.map(({ id, currency }) => [
      id,
      { account: numbers.get(id) ?? usualIn.get(currency) ?? NO_ACCOUNT, days: atOnce, isAtOnce: true },
    ]),
  );
  for (const card of state.cards) {
    const account = card.autopay ? numbers.get(card.autopay.accountId) : usualIn.get(card.currency);
    const isPaidInFull = !card.autopay || card.autopay.pays === 'statement';
    if (account !== undefined && isPaidInFull && card.currency === cash[account]?.currency)
      payments.set(card.id, { account, days: dueDays(card, days), isAtOnce: false });
  }
  return state.life ? applySimulatedSpending(state, state.life, payments) : payments;
}

/**
 * Returns how each past purchase would be paid by the simulation, which spends from one account and one card only:
 * whatever was bought with another product of their currency is bought with them, and what was bought in another
 * currency is not bought again.
 */
function applySimulatedSpending(
  { accounts, cards }: HouseholdState,
  { accountId, cardId }: LifeState,
  payments: ReadonlyMap<string, Payment>,
): Map<string, Payment> {
  const isPayable = cards.some(({ id, frozen }) => id === cardId && !frozen);
  const byAccount = payments.get(accountId);
  const byCard = isPayable && cardId !== null ? payments.get(cardId) : byAccount;
  const currency = accounts.find(({ id }) => id === accountId)?.currency;
  const pairs = [
    ...accounts.map((account) => ({ ...account, payment: byAccount })),
    ...cards.map((card) => ({ ...card, payment: byCard })),
  ];
  return new Map(
    pairs.flatMap(({ id, currency: own, payment }) =>
      payment && own === currency ? [[id, payment] as const] : [],
    ),
  );
}

/** The due date of the statement that a purchase of each day will stand on. */
function dueDays({ firstDue, cycle }: CardState, days: readonly DayNumber[]): Int32Array {
  const first = days[0] ?? 0;
  let number = cycle.number;
  return Int32Array.from(days, (day) => {
    while (addMonths(firstDue, number) - DAYS_TO_PAY < day) number += 1;
    const index = addMonths(firstDue, number) - first;
    return index < days.length ? index : -1;
  });
}

/** The account that most is paid from by hand: it also pays the cards that have no autopay. */
function usualAccount(
  history: readonly SpendingRow[],
  cash: readonly AccountState[],
  currency: Currency,
): number {
  const own = cash.filter((account) => account.currency === currency);
  const sums = new Map(own.map(({ id }) => [id, 0]));
  for (const { productId, amount, isRule } of history)
    if (!isRule && sums.has(productId)) sums.set(productId, (sums.get(productId) ?? 0) + amount);
  const most = Math.max(...sums.values());
  const usual = own.find(({ id }) => sums.get(id) === most);
  return usual ? cash.indexOf(usual) : NO_ACCOUNT;
}

type Futures = {
  /**
   * What has been spent from the accounts that are told by the end of each day in each future: all futures of
   * the first day, then of the next.
   */
  spent: Float64Array;
  /** The days on which an account first fell below zero, one for each future in which it did. */
  below: Map<string, DayNumber[]>;
};

/**
 * Each future first draws a past of its own, each day from those like it, and then its days from that past: the band
 * knows that the year behind might have gone otherwise, too (a double bootstrap).
 */
function drawFutures({
  model,
  future,
  cash,
  told,
  payments,
  life,
  paths,
  seed,
}: {
  model: SpendingModel;
  future: KnownFuture;
  cash: readonly AccountState[];
  /** The accounts that are told, with the rate at which each is. */
  told: ReadonlyMap<string, number>;
  payments: Map<string, Payment>;
  /** The simulation's spending profile; null when the customer enters purchases manually. */
  life: LifeState | null;
  paths: number;
  seed: number;
}): Futures {
  const { days, balances } = future;
  const spent = new Float64Array(days.length * paths);
  const below = new Map<string, DayNumber[]>();
  const pools = days.map((day) => model.like(day));
  const pastPools = model.days.map((_, index) => model.like(model.from + index));
  const flows = cash.map(() => new Float64Array(days.length));
  const purchases = cash.map(() => new Float64Array(days.length));
  for (let path = 0; path < paths; path += 1) {
    const draws = new Draws(seed, 'forecast', path);
    for (const flow of [...flows, ...purchases]) flow.fill(0);
    const past = pastPools.map((pool) => draws.pick(pool) ?? 0);
    for (let index = 1; index < days.length; index += 1)
      for (const { productId, amount } of model.days[past[draws.pick(pools[index] ?? []) ?? 0] ?? 0] ?? []) {
        const payment = payments.get(productId);
        const flow = payment && (payment.isAtOnce ? purchases : flows)[payment.account];
        const on = payment?.days[index] ?? -1;
        if (flow && on >= 0) flow[on] = (flow[on] ?? 0) + amount;
      }
    cash.forEach(({ id }, number) => {
      const known = balances.get(id) ?? [];
      const flow = computeTotalFlow(flows[number], purchases[number], known, life?.floor);
      const first = addUp(flow, known, told.get(id) ?? 0, spent, path, paths);
      const day = first === null ? undefined : days[first];
      if (day !== undefined) below.set(id, [...(below.get(id) ?? []), day]);
    });
  }
  return { spent, below };
}

/**
 * Returns what leaves an account each day: what is due, and what is bought. The simulation buys nothing that would take
 * an account below its floor; without a floor everything is bought.
 */
function computeTotalFlow(
  due: Float64Array | undefined,
  bought: Float64Array | undefined,
  known: readonly number[],
  floor: number | undefined,
): Float64Array | undefined {
  if (!due || !bought) return undefined;
  let sum = 0;
  return due.map((amount, index) => {
    const room = floor === undefined ? NEVER_SHORT : Math.max(0, (known[index] ?? 0) - sum - amount - floor);
    const leaves = amount + Math.min(bought[index] ?? 0, room);
    sum += leaves;
    return leaves;
  });
}

/** Adds an account's running sum to a future's, and tells the first day on which it exceeds the balance. */
function addUp(
  flow: Float64Array | undefined,
  known: readonly number[] | undefined,
  rate: number,
  spent: Float64Array,
  path: number,
  paths: number,
): number | null {
  if (!flow || !known) return null;
  let sum = 0;
  let first: number | null = null;
  for (let index = 0; index < flow.length; index += 1) {
    sum += flow[index] ?? 0;
    if (rate > 0) spent[index * paths + path] = (spent[index * paths + path] ?? 0) + sum * rate;
    if (first === null && (known[index] ?? 0) - sum < 0) first = index;
  }
  return first;
}

/**
 * A payment that fails for certain is certain; else the share of the futures, and the middle one of their
 * days.
 */
function belowZeroOf(
  { shortOn }: KnownFuture,
  below: Map<string, DayNumber[]>,
  paths: number,
): Forecast['belowZero'] {
  const accounts = new Set([...shortOn.keys(), ...below.keys()]);
  return [...accounts]
    .map((accountId) => {
      const days = (below.get(accountId) ?? []).sort((one, other) => one - other);
      const middle = days[Math.floor((days.length - 1) / 2)] ?? Number.POSITIVE_INFINITY;
      const certain = shortOn.get(accountId);
      return {
        accountId,
        day: Math.min(middle, certain ?? Number.POSITIVE_INFINITY),
        probability: certain === undefined ? days.length / paths : 1,
      };
    })
    .sort((one, other) => one.day - other.day);
}
