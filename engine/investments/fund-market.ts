import {
  DAYS_A_YEAR,
  type DayNumber,
  dayText,
  getDate,
  type Instant,
  isFirstOfMonth,
  monthText,
} from '../calendar/calendar.ts';
import { roundHalfAway } from '../money/amortization.ts';
import { MICROS, referenceRate, shockSize } from '../products/rates.ts';
import { addContribution, getContributionRoom } from '../simulation/contributions.ts';
import { RANK, type Run, type Timer } from '../simulation/run.ts';
import type { AccountState } from '../simulation/state.ts';
import {
  type Fill,
  type FundAccountState,
  type FundOrderState,
  type FundsState,
  getFundAccount,
  getInvested,
} from './fund-state.ts';
import {
  fallPrices,
  forEachFund,
  getDividendPerUnit,
  getFundName,
  getNextPrices,
  getUnits,
  getUnitsToSell,
  getValue,
  MONEY_MARKET,
  PRICED_FUNDS,
  type PricedFund,
  shiftBonds,
} from './funds.ts';
import { sellLots } from './lots.ts';
import { getNextClose, getSettlementDay } from './market-hours.ts';
import { hasDrifted, type Mix, planRebalance } from './rebalance.ts';

/**
 * Closes the funds' market at 4 p.m. New York time on business days: prices change, and orders that were placed
 * before are filled. The changes of weekends and holidays are in the price of the next business day.
 */
export class FundMarket implements Timer {
  readonly rank = RANK.fundClose;
  due: Instant;
  private day: DayNumber;

  constructor(
    private readonly run: Run,
    private readonly funds: FundsState,
  ) {
    ({ day: this.day, at: this.due } = getNextClose(run.state.at));
  }

  fire(): void {
    const { run, funds, day } = this;
    for (let next = funds.day + 1; next <= day; next += 1)
      funds.prices = getNextPrices(funds.prices, run.state.seed, next, run.state.fundReturns);
    funds.day = Math.max(funds.day, day);
    for (const order of funds.orders)
      if (order.settlesOn !== undefined && order.settlesOn <= day) this.settle(order);
    this.startRebalancing();
    const open = funds.orders.filter(({ at, result }) => !result && at < this.due);
    for (const side of ['sell', 'buy', 'rebalance'])
      for (const order of open) if (order.side === side) this.fill(order);
    funds.completed.push(...funds.orders.filter(isCompleted));
    funds.orders = funds.orders.filter((order) => !isCompleted(order));
    ({ day: this.day, at: this.due } = getNextClose(this.due));
  }

  private fill(order: FundOrderState): void {
    const { run, funds } = this;
    const account = run.account(order.accountId);
    const fundAccount = getFundAccount(run.state, order.accountId, run.now);
    if (!account || !fundAccount) {
      this.fail(order, 'closed', 0);
      return;
    }
    postMarketChange(run, funds, {
      account,
      fundAccount,
      key: `${account.id}:market:${dayText(this.day)}:close`,
    });
    if (order.side === 'rebalance') this.rebalance(order, account, fundAccount);
    else if (order.side === 'buy') this.buy(order, account, fundAccount);
    else this.sell(order, account, fundAccount);
  }

  private buy(order: FundTrade, account: AccountState, fundAccount: FundAccountState): void {
    const { run, funds } = this;
    const price = funds.prices[order.fund];
    const source = order.cashAccountId === null ? account : run.account(order.cashAccountId);
    const amount = 'amount' in order.size ? order.size.amount : getValue(order.size.units, price);
    const units = 'amount' in order.size ? getUnits(amount, price) : order.size.units;
    if (!source) this.fail(order, 'closed', amount);
    else if (amount > run.available(source) || amount <= 0 || units <= 0)
      this.fail(order, 'funds', amount, run.available(source));
    else if (source !== account && amount > getContributionRoom(run.state, account, run.today))
      this.fail(order, 'limit', amount, getContributionRoom(run.state, account, run.today));
    else {
      const description = `Bought ${getFundName(order.fund)}`;
      if (source !== account)
        this.transfer(`${order.key}:bought`, description, { from: source, to: account, amount });
      if (source !== account) addContribution(run.state, account, run.today, amount);
      const holding = fundAccount.holdings[order.fund];
      holding.units += units;
      holding.posted += amount;
      holding.lots.push({ on: this.day, units, cost: amount });
      this.complete(order, { price, units, amount });
    }
  }

  /** Sells units. An order for more than the units' value sells all of them. */
  private sell(order: FundTrade, account: AccountState, fundAccount: FundAccountState): void {
    const { run, funds, day } = this;
    const price = funds.prices[order.fund];
    const holding = fundAccount.holdings[order.fund];
    const value = getValue(holding.units, price);
    // An order for the whole value leaves no fractions of a unit.
    const isPart = 'amount' in order.size && order.size.amount < value;
    const wanted = 'units' in order.size ? order.size.units : holding.units;
    const units = Math.min(
      isPart && 'amount' in order.size ? getUnitsToSell(order.size.amount, price) : wanted,
      holding.units,
    );
    if (units <= 0) {
      this.fail(order, 'funds', 'amount' in order.size ? order.size.amount : 0);
      return;
    }
    const amount = 'amount' in order.size && isPart ? order.size.amount : getValue(units, price);
    const { sale, remaining } = sellLots(holding.lots, units, amount, {
      method: fundAccount.costMethod,
      day,
    });
    holding.units -= units;
    holding.posted -= amount;
    holding.lots = remaining;
    const goesElsewhere = order.cashAccountId !== null && order.cashAccountId !== account.id;
    if (goesElsewhere && run.account(order.cashAccountId)) order.settlesOn = getSettlementDay(day);
    this.complete(order, { price, units, amount, ...sale });
  }

  /** Moves the proceeds of a sale to the cash account on the business day after the sale. */
  private settle(order: FundOrderState): void {
    const { run } = this;
    delete order.settlesOn;
    if (order.side !== 'sell' || order.result?.status !== 'filled') return;
    const [account, target] = [run.account(order.accountId), run.account(order.cashAccountId)];
    const amount = account ? Math.min(order.result.fill?.amount ?? 0, run.available(account)) : 0;
    const description = `Sold ${getFundName(order.fund)}`;
    if (account && target && amount > 0)
      this.transfer(`${order.key}:settled`, description, { from: account, to: target, amount });
  }

  private transfer(
    key: string,
    description: string,
    { from, to, amount }: { from: AccountState; to: AccountState; amount: number },
  ): void {
    const event = { key, kind: 'transfer', description, subject: to.id };
    this.run.post(event, { from: from.id, to: to.id, amount, currency: from.currency });
  }

  /** Starts the yearly rebalancing of accounts, or that of accounts which differ too much from their target. */
  private startRebalancing(): void {
    const { run, funds, day } = this;
    const { year } = getDate(day);
    for (const { id, since, mix, rebalances, rebalancedIn } of funds.accounts) {
      const account = run.account(id);
      if (!account || !mix || rebalances === 'never' || since > run.now) continue;
      const isDue = rebalances === 'yearly' ? year > rebalancedIn : hasDrifted(this.getValues(account), mix);
      const isOrdered = funds.orders.some(({ accountId, result }) => accountId === id && !result);
      if (isDue && !isOrdered)
        funds.orders.push({
          key: `${id}:rebalance:${dayText(day)}`,
          accountId: id,
          at: this.due - 1,
          side: 'rebalance',
          mix,
        });
    }
  }

  private rebalance(
    order: FundOrderState & { mix: Mix },
    account: AccountState,
    fundAccount: FundAccountState,
  ): void {
    const { run, funds } = this;
    fundAccount.rebalancedIn = getDate(this.day).year;
    for (const { fund, amount } of planRebalance(this.getValues(account), order.mix)) {
      const side = amount < 0 ? 'sell' : 'buy';
      const trade: FundTrade = {
        key: `${order.key}:${side}:${fund}`,
        accountId: account.id,
        at: order.at,
        side,
        fund,
        size: { amount: Math.abs(amount) },
        cashAccountId: null,
      };
      if (side === 'sell') this.sell(trade, account, fundAccount);
      else this.buy(trade, account, fundAccount);
      funds.completed.push(trade);
    }
    order.result = { status: 'filled', at: run.now };
    const description = `${account.name} was rebalanced`;
    run.report({ key: `${order.key}:filled`, kind: 'rebalanced', description, subject: account.id });
  }

  private getValues(account: AccountState) {
    const { run, funds } = this;
    const fundAccount = funds.accounts.find(({ id }) => id === account.id);
    const values = forEachFund((fund) =>
      getValue(fundAccount?.holdings[fund].units ?? 0, funds.prices[fund]),
    );
    return { ...values, MONEY_MARKET: run.available(account) };
  }

  private complete(order: FundTrade, fill: Fill): void {
    const { run } = this;
    order.result = { status: 'filled', at: run.now, fill };
    const { price, units, amount, gain } = fill;
    const facts = { fund: order.fund, price, units, amount, ...(gain !== undefined && { gain }) };
    const description = `${order.side === 'buy' ? 'Bought' : 'Sold'} ${getFundName(order.fund)}`;
    run.report({
      key: `${order.key}:filled`,
      kind: 'order_filled',
      description,
      subject: order.accountId,
      facts,
    });
  }

  private fail(
    order: FundOrderState,
    reason: 'funds' | 'closed' | 'limit',
    amount: number,
    available = 0,
  ): void {
    const { run } = this;
    order.result = { status: 'failed', at: run.now, reason };
    const text =
      order.side === 'rebalance' ? 'Rebalancing' : `The ${order.side} order for ${getFundName(order.fund)}`;
    run.report({
      key: `${order.key}:failed`,
      kind: 'order_failed',
      description: `${text} couldn't be filled`,
      subject: order.accountId,
      facts: { reason, amount, available },
    });
  }
}

type FundTrade = Extract<FundOrderState, { side: 'buy' | 'sell' }>;

const isCompleted = ({ result, settlesOn }: FundOrderState) =>
  result !== undefined && settlesOn === undefined;

/**
 * Processes the end of a day for an account that holds funds: the money market's yield accrues daily. At the
 * end of a month, dividends are paid, and the ledger balance follows the market.
 */
export function endFundDay(
  run: Run,
  account: AccountState,
  fundAccount: FundAccountState,
  day: DayNumber,
): void {
  const { funds } = run.state;
  if (!funds) return;
  const money = Math.max(0, account.balance - getInvested(run.state, account.id));
  fundAccount.yieldMicros += Math.round((money * getMoneyMarketYield(run, day) * MICROS) / 100 / DAYS_A_YEAR);
  if (!isFirstOfMonth(day + 1)) return;
  const yielded = roundHalfAway(fundAccount.yieldMicros / MICROS);
  fundAccount.yieldMicros -= yielded * MICROS;
  const target = run.account(fundAccount.dividendAccountId);
  payDividend(run, { account, target, fund: 'MONEY_MARKET', amount: yielded, key: monthText(day) });
  // Reinvested money market dividends raise the balance with the market change.
  const extra = target ? 0 : yielded;
  postMarketChange(run, funds, {
    account,
    fundAccount,
    extra,
    key: `${account.id}:market:${monthText(day)}`,
  });
}

/** Returns the money market fund's yield after expenses on a day, in percent per year, never below zero. */
export function getMoneyMarketYield(run: Run, day: DayNumber): number {
  const rate = referenceRate(run.state.seed, day) + shockSize(run.state, 'rate_change', day);
  return Math.max(0, rate - MONEY_MARKET.spread - MONEY_MARKET.expense);
}

/**
 * Pays the funds' dividends at the end of a month. Each price falls by its dividend. Reinvested dividends buy
 * units at that price without an entry.
 */
export function payFundDividends(run: Run, day: DayNumber): void {
  const { funds } = run.state;
  if (!funds || day < funds.day) return;
  const { month } = getDate(day);
  for (const fund of PRICED_FUNDS) {
    const perUnit = getDividendPerUnit(fund, funds.prices[fund], month);
    if (perUnit === 0) continue;
    funds.prices[fund] = Math.max(1, funds.prices[fund] - perUnit);
    const price = funds.prices[fund];
    for (const fundAccount of funds.accounts) {
      const account = run.account(fundAccount.id);
      const holding = fundAccount.holdings[fund];
      const amount = getValue(holding.units, perUnit);
      if (!account || amount === 0) continue;
      const target = run.account(fundAccount.dividendAccountId);
      if (!target) {
        const units = getUnits(amount, price);
        holding.units += units;
        if (units > 0) holding.lots.push({ on: day, units, cost: amount });
      }
      payDividend(run, { account, target, fund, amount, key: monthText(day) });
    }
  }
}

/** Reports a dividend, and posts it if it is paid to another account. */
function payDividend(
  run: Run,
  dividend: {
    account: AccountState;
    target: AccountState | undefined;
    fund: PricedFund | 'MONEY_MARKET';
    amount: number;
    key: string;
  },
): void {
  const { account, target, fund, amount } = dividend;
  if (amount <= 0) return;
  const key = `${account.id}:dividend:${fund}:${dividend.key}`;
  const description = `${getFundName(fund)} dividend`;
  run.report({
    key: `${key}:paid`,
    kind: 'fund_dividend',
    description,
    subject: account.id,
    facts: { fund, amount, reinvested: target === undefined },
  });
  const event = { key, kind: 'dividend', description, category: 'Other income', subject: account.id };
  if (target) run.postWithBank(event, target, amount, 'outside');
}

/** Lowers stock and bond prices in a market fall, and the balances of the accounts that hold funds. */
export function applyMarketFall(run: Run, percent: number, shockId: string): void {
  const { funds } = run.state;
  const held = funds?.accounts.filter(({ since }) => since <= run.now);
  if (!funds || !held?.length) return;
  funds.prices = fallPrices(funds.prices, percent);
  for (const fundAccount of held) {
    const account = run.account(fundAccount.id);
    if (account) postMarketChange(run, funds, { account, fundAccount, key: `${shockId}:${account.id}` });
  }
}

/** Changes the price of bonds when interest rates change by percentage points. */
export function applyRateChange(run: Run, points: number): void {
  const { funds } = run.state;
  if (funds?.accounts.some(({ since }) => since <= run.now)) funds.prices = shiftBonds(funds.prices, points);
}

/**
 * Posts the difference between the value of an account's funds and their value in the ledger. The first change
 * after the conversion includes the market changes that had accrued until then.
 */
function postMarketChange(
  run: Run,
  funds: FundsState,
  change: { account: AccountState; fundAccount: FundAccountState; key: string; extra?: number },
): void {
  const { account, fundAccount, key, extra = 0 } = change;
  let amount = extra + takeAccrued(run, account);
  for (const fund of PRICED_FUNDS) {
    const holding = fundAccount.holdings[fund];
    const value = getValue(holding.units, funds.prices[fund]);
    amount += value - holding.posted;
    holding.posted = value;
  }
  if (amount === 0) return;
  const description = amount > 0 ? `${account.name} went up` : `${account.name} went down`;
  run.postWithBank(
    { key, kind: 'market_change', description, subject: account.id },
    account,
    amount,
    'outside',
  );
}

/** Takes the accrued market changes, in minor units. A loss can't exceed the money market part. */
function takeAccrued(run: Run, account: AccountState): number {
  const amount = roundHalfAway(account.accruedMicros / MICROS);
  account.accruedMicros = 0;
  return Math.max(amount, -Math.max(0, run.lowestBalance(account) - getInvested(run.state, account.id)));
}
