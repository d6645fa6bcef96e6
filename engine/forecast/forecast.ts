import { addMonths, type DayNumber } from '../calendar/calendar.ts';
import { computeNetWorth } from '../insights/net-worth.ts';
import { Exchange, type Rates } from '../money/exchange.ts';
import { type Minor, roundMinor, ZERO } from '../money/minor.ts';
import { isCashAccount } from '../products/accounts/account-types.ts';
import { DAYS_TO_PAY } from '../products/cards/card.ts';
import { Draws } from '../simulation/draws.ts';
import type {
  AccountState,
  CardState,
  Currency,
  HouseholdState,
  SpendingProfile,
} from '../simulation/state.ts';
import type { SpendingRow } from './history.ts';
import { type KnownFuture, knownFuture } from './known-future.ts';
import { MIN_SPENDING_DAYS, type SpendingModel, spendingModel } from './spending.ts';

export type ForecastOptions = {
  state: HouseholdState;
  history: readonly SpendingRow[];
  /** The last day of the forecast. The first day is the state's day. */
  to: DayNumber;
  /** The number of simulated futures. */
  paths?: number;
  /** The random seed. The same seed produces the same futures. */
  seed: number;
  /** The currency of the result. Defaults to the first account's currency. */
  currency?: Currency;
  /** Exchange rates into that currency. Accounts that have no rate are excluded. */
  rates?: Rates;
  /** Limits the forecast to one account, in its own currency. By default, it covers all cash. */
  accountId?: string;
  /**
   * The known future of this state until `to`. Computed if it is omitted. Several forecasts of the same state
   * can share it. If it has holdings, the result includes net worth.
   */
  future?: KnownFuture;
};

/**
 * The projected cash of checking and savings accounts in one currency, and on request the projected net
 * worth. Amounts are in minor units.
 */
export type Forecast = ReturnType<typeof buildForecast>;

type Point = { day: DayNumber; amount: Minor };

const PATHS = 200;
const NO_ACCOUNT = -1;
const NEVER_SHORT = Number.POSITIVE_INFINITY;
const LOW = 0.1;
const HIGH = 0.9;

/**
 * Forecasts cash day by day. The engine simulates recurring rules and debts once, because they are certain.
 * Spending is resampled from the customer's past days (bootstrap, see `spendingModel`) and subtracted as
 * running sums. Spending starts on the second day. Card purchases leave the account on the statement's due
 * date. If autopay pays less than the statement, the purchases become debt and never leave the account.
 * Throws RangeError if `to` is before the state's day or the account is unknown.
 */
export function buildForecast(options: ForecastOptions) {
  const { state, history, to, paths = PATHS, seed, accountId } = options;
  const open = state.accounts.filter((account) => !account.closed && isCashAccount(account));
  const only = open.find(({ id }) => id === accountId);
  const chosen = only?.currency ?? options.currency ?? open[0]?.currency;
  const exchange = new Exchange(chosen ?? '', accountId === undefined ? options.rates : {});
  const cash = open.filter(({ currency }) => exchange.counts(currency));
  const counted = accountId === undefined ? cash : cash.filter(({ id }) => id === accountId);
  if (chosen === undefined || counted.length === 0) throw new RangeError('There is no account to forecast.');
  const future = options.future ?? knownFuture(state, to);
  const today = future.days[0];
  if (today === undefined) throw new RangeError("A forecast can't end before today.");
  const products = new Map(
    [...state.accounts, ...state.cards]
      .filter(({ currency }) => exchange.counts(currency))
      .map(({ id, currency }) => [id, currency]),
  );
  const own = history.filter(({ productId }) => products.has(productId));
  const { model } = spendingModel(own, today);
  // The inputs show spending in a single currency, but each account pays in its own currency.
  const { inputs } = spendingModel(
    own.map((row) => ({ ...row, amount: exchange.worth(row.amount, products.get(row.productId) ?? chosen) })),
    today,
  );
  // Uses the net worth calculation to convert currencies, so that the forecast starts with the cash amount
  // that net worth shows.
  const knownBalances = future.days.map(
    (_, index) =>
      computeNetWorth(
        counted.map(({ id, currency }) => ({
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
        rates: new Map(counted.map(({ id, currency }) => [id, exchange.getRate(currency) ?? 0])),
        purchaseRates: new Map([...products].map(([id, currency]) => [id, exchange.getRate(currency) ?? 0])),
        payments: paymentDays(state, cash, history, future.days),
        spendingProfile: state.spendingProfile,
        paths,
        seed,
      })
    : null;
  const subtractSpending = (amount: Minor, spentByDay: Float64Array | undefined, index: number) => {
    const spent = spentByDay?.subarray(index * paths, (index + 1) * paths).sort();
    const after = (share: number) => roundMinor(amount - (spent?.[Math.round(share * (paths - 1))] ?? 0));
    return { known: amount, median: after(0.5), low: after(HIGH), high: after(LOW) };
  };
  const days = future.days.map((day, index) => {
    const accounts = open.map(({ id }) => [id, future.balances.get(id)?.[index] ?? 0] as const);
    return {
      day,
      /**
       * `known` is the balance from recurring rules and debts only, before spending. `median`, `low`, and
       * `high` are the balance after spending: the median of the futures, and the range that contains 80% of
       * them.
       */
      ...subtractSpending(knownBalances[index] ?? ZERO, drawn?.spent, index),
      /** The known balance of each account. */
      accounts: Object.fromEntries(accounts),
    };
  });
  // Purchases reduce net worth on the day of the purchase, even if a card pays for them.
  const netWorth =
    accountId === undefined && future.holdings
      ? future.holdings.map((holdings, index) => ({
          day: today + index,
          ...subtractSpending(computeNetWorth(holdings, exchange).total, drawn?.purchases, index),
        }))
      : null;
  return {
    currency: chosen,
    /** Currencies that the total excludes because they have no exchange rate. */
    leftOut: exchange.leftOut(open.map(({ currency }) => currency)),
    days,
    /**
     * Net worth in the same futures; null if the forecast is limited to one account or the known future has
     * no holdings.
     */
    netWorth,
    lowest: { known: getLowest(days, 'known'), median: getLowest(days, 'median') },
    /** Accounts that are likely to fall below zero, earliest first. */
    belowZero: getBelowZero(future, drawn?.below ?? new Map(), paths),
    /** The reason why the forecast excludes spending, as a sentence; null if it includes spending. */
    noModel: model
      ? null
      : `We need at least ${MIN_SPENDING_DAYS} days of spending for an estimate, so only scheduled items are included.`,
    inputs,
  };
}

function getLowest<Line extends string>(
  days: readonly ({ day: DayNumber } & Record<Line, Minor>)[],
  line: Line,
): Point {
  const points = days.map((day) => ({ day: day.day, amount: day[line] }));
  return points.reduce((lowest, point) => (point.amount < lowest.amount ? point : lowest));
}

/**
 * The index of the account that pays for a product's purchases, and the payment day for each purchase day.
 * The payment day is −1 if the purchase is never paid.
 */
type Payment = { account: number; days: Int32Array; isAtOnce: boolean };

const NEVER_PAID: Payment = { account: NO_ACCOUNT, days: new Int32Array(), isAtOnce: false };

/** Returns the payment days for each product that can be used for purchases. */
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
  // The usual account also covers purchases from closed accounts and investments.
  const payments = new Map<string, Payment>(
    state.accounts.map(({ id, currency }) => [
      id,
      { account: numbers.get(id) ?? usualIn.get(currency) ?? NO_ACCOUNT, days: atOnce, isAtOnce: true },
    ]),
  );
  for (const card of state.cards) {
    const account = card.autopay ? numbers.get(card.autopay.accountId) : usualIn.get(card.currency);
    const isPaidInFull = !card.autopay || card.autopay.pays === 'statement';
    const isPaid = account !== undefined && isPaidInFull && card.currency === cash[account]?.currency;
    payments.set(card.id, isPaid ? { account, days: dueDays(card, days), isAtOnce: false } : NEVER_PAID);
  }
  return state.spendingProfile ? applySimulatedSpending(state, state.spendingProfile, payments) : payments;
}

/**
 * Maps past purchases to the account and the card that the simulation uses. Drops purchases in other
 * currencies.
 */
function applySimulatedSpending(
  { accounts, cards }: HouseholdState,
  { accountId, cardId }: SpendingProfile,
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

/** Returns, for each day, the due date of the statement that will include that day's purchases. */
function dueDays({ firstDue, cycle }: CardState, days: readonly DayNumber[]): Int32Array {
  const first = days[0] ?? 0;
  let number = cycle.number;
  return Int32Array.from(days, (day) => {
    while (addMonths(firstDue, number) - DAYS_TO_PAY < day) number += 1;
    const index = addMonths(firstDue, number) - first;
    return index < days.length ? index : -1;
  });
}

/**
 * Returns the account with the largest total of manual payments. The forecast assumes that this account also
 * pays off cards that have no autopay.
 */
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

/**
 * Resamples the past for each future and draws the future's days from that sample (a double bootstrap). The
 * range therefore also reflects that the customer's history is only a sample.
 */
function drawFutures({
  model,
  future,
  cash,
  rates: counted,
  purchaseRates,
  payments,
  spendingProfile,
  paths,
  seed,
}: {
  model: SpendingModel;
  future: KnownFuture;
  cash: readonly AccountState[];
  /** The exchange rate of each reported account, by account id. */
  rates: ReadonlyMap<string, number>;
  /** The exchange rate of each account and card, by product id. */
  purchaseRates: ReadonlyMap<string, number>;
  payments: Map<string, Payment>;
  /** The simulation's spending profile; null if the customer enters purchases manually. */
  spendingProfile: SpendingProfile | null;
  paths: number;
  seed: number;
}) {
  const { days, balances } = future;
  const floor = spendingProfile?.floor;
  /**
   * Cumulative spending from the reported accounts at the end of each day, ordered by day and then by future.
   */
  const spent = new Float64Array(days.length * paths);
  /** Cumulative purchases from all accounts and cards at the end of each day, in the same order. */
  const purchases = new Float64Array(days.length * paths);
  const charged = new Float64Array(days.length);
  /**
   * For each account, the days on which it first falls below zero: one day for each future in which that
   * happens.
   */
  const below = new Map<string, DayNumber[]>();
  const pools = days.map((day) => model.like(day));
  const pastPools = model.days.map((_, index) => model.like(model.from + index));
  const outflows = cash.map(({ id }) => ({
    id,
    knownBalances: balances.get(id) ?? [],
    rate: counted.get(id) ?? 0,
    due: new Float64Array(days.length),
    bought: new Float64Array(days.length),
  }));
  for (let path = 0; path < paths; path += 1) {
    const draws = new Draws(seed, 'forecast', path);
    const past = pastPools.map((pool) => draws.pick(pool) ?? 0);
    charged.fill(0);
    for (const { due, bought } of outflows) {
      due.fill(0);
      bought.fill(0);
    }
    for (let index = 1; index < days.length; index += 1)
      for (const { productId, amount } of model.days[past[draws.pick(pools[index] ?? []) ?? 0] ?? 0] ?? []) {
        const payment = payments.get(productId);
        const flow = payment && outflows[payment.account]?.[payment.isAtOnce ? 'bought' : 'due'];
        const on = payment?.days[index] ?? -1;
        if (flow && on >= 0) flow[on] = (flow[on] ?? 0) + amount;
        if (payment && !payment.isAtOnce)
          charged[index] = (charged[index] ?? 0) + amount * (purchaseRates.get(productId) ?? 0);
      }
    for (const { id, knownBalances, rate, due, bought } of outflows) {
      let sum = 0;
      let firstShort: DayNumber | undefined;
      for (let index = 0; index < days.length; index += 1) {
        const balance = knownBalances[index] ?? 0;
        const payment = due[index] ?? 0;
        // Purchases never take the account below its floor, as in the simulation.
        const available = floor === undefined ? NEVER_SHORT : Math.max(0, balance - sum - payment - floor);
        const purchased = Math.min(bought[index] ?? 0, available);
        sum += payment + purchased;
        charged[index] = (charged[index] ?? 0) + purchased * rate;
        const at = index * paths + path;
        if (rate > 0) spent[at] = (spent[at] ?? 0) + sum * rate;
        if (balance < sum) firstShort ??= days[index];
      }
      if (firstShort !== undefined) below.set(id, [...(below.get(id) ?? []), firstShort]);
    }
    let total = 0;
    for (let index = 0; index < days.length; index += 1) {
      total += charged[index] ?? 0;
      purchases[index * paths + path] = total;
    }
  }
  return { spent, purchases, below };
}

/**
 * Returns the probability that each account falls below zero, and the median day on which it does. The
 * probability is 1 if a known payment causes the shortfall.
 */
function getBelowZero({ shortOn }: KnownFuture, below: Map<string, DayNumber[]>, paths: number) {
  const accounts = new Set([...shortOn.keys(), ...below.keys()]);
  return [...accounts]
    .map((accountId) => {
      const days = (below.get(accountId) ?? []).sort((left, right) => left - right);
      const middle = days[Math.floor((days.length - 1) / 2)] ?? Number.POSITIVE_INFINITY;
      const certain = shortOn.get(accountId);
      return {
        accountId,
        day: Math.min(middle, certain ?? Number.POSITIVE_INFINITY),
        probability: certain === undefined ? days.length / paths : 1,
      };
    })
    .sort((left, right) => left.day - right.day);
}
