import { describe, expect, test } from 'vitest';
import { dayText, parseDay, Zone } from '../calendar/calendar.ts';
import type { Carryover, FundsRow, HouseholdRow } from '../household/row.ts';
import { buildHouseholdState } from '../household/state.ts';
import { simulate } from '../simulation/simulate.ts';
import type { EngineEvent, HouseholdState } from '../simulation/state.ts';
import { buildStep } from '../simulation/step.ts';
import { account, household, start } from '../testing/households.ts';
import { type FundAccountState, type FundOrderState, type FundsState, getInvested } from './fund-state.ts';
import { forEachFund, getStartPrices, getValue, PRICED_FUNDS } from './funds.ts';
import { getNextClose } from './market-hours.ts';

const NEW_YORK = new Zone('America/New_York');
const at = (text: string) => Date.parse(text);

function fundAccount(parts: Partial<FundAccountState> = {}): FundAccountState {
  return {
    id: 'fund',
    since: 0,
    dividendAccountId: null,
    costMethod: 'average',
    mix: { US_STOCKS: 30, WORLD_STOCKS: 30, BONDS: 40, MONEY_MARKET: 0 },
    rebalances: 'never',
    rebalancedIn: 2026,
    yieldMicros: 0,
    holdings: forEachFund(() => ({ units: 0, posted: 0, lots: [] })),
    ...parts,
  };
}

const buy = (size: { amount: number } | { units: number }, parts: Partial<FundOrderState> = {}) =>
  ({
    key: 'order',
    accountId: 'fund',
    at: at('2026-03-02T15:00:00Z'),
    side: 'buy',
    fund: 'US_STOCKS',
    size,
    cashAccountId: 'checking',
    ...parts,
  }) as FundOrderState;

function investor(parts: Partial<FundsState> = {}, more: Partial<HouseholdState> = {}): HouseholdState {
  return household({
    on: '2026-03-02',
    accounts: [account('checking', 1_000_000), account('fund', 1_000_000, 'INVESTMENT')],
    funds: {
      day: parseDay('2026-03-01'),
      prices: getStartPrices(),
      accounts: [fundAccount()],
      orders: [],
      completed: [],
      ...parts,
    },
    ...more,
  });
}

const fundsOf = (state: HouseholdState) => {
  if (!state.funds) throw new Error('The household has no funds.');
  return state.funds;
};
const balanceOf = (state: HouseholdState, id: string) =>
  state.accounts.find((item) => item.id === id)?.balance;
const holdingOf = (state: HouseholdState) => fundsOf(state).accounts[0]?.holdings.US_STOCKS;
const ofKind = (events: readonly EngineEvent[], kind: string) =>
  events.filter((event) => event.kind === kind);

describe('orders', () => {
  test('are filled at the closing price of the same day if they are placed before 4 p.m.', () => {
    const state = investor({ orders: [buy({ amount: 50_000 })] });
    const before = simulate(state, NEW_YORK.at(parseDay('2026-03-02'), 16 * 60) - 1);
    expect(holdingOf(before.state)?.units).toBe(0);
    const { events, state: after } = simulate(state, NEW_YORK.at(parseDay('2026-03-02'), 16 * 60));
    const [filled] = ofKind(events, 'order_filled');
    expect(filled?.facts).toMatchObject({
      fund: 'US_STOCKS',
      amount: 50_000,
      price: fundsOf(after).prices.US_STOCKS,
    });
    expect(fundsOf(after).prices.US_STOCKS).not.toBe(500_000);
    expect(balanceOf(after, 'checking')).toBe(950_000);
    expect(balanceOf(after, 'fund')).toBe(1_050_000);
    expect(holdingOf(after)?.posted).toBe(50_000);
  });

  test.each([
    ['at 4 p.m.', '2026-03-02T21:00:00Z', '2026-03-03'],
    ['on a Saturday', '2026-03-07T15:00:00Z', '2026-03-09'],
    ['before a bank holiday', '2026-07-03T21:00:00Z', '2026-07-06'],
    ['on Thanksgiving', '2026-11-26T15:00:00Z', '2026-11-27'],
  ])('that are placed %s are filled on the next open day', (_, placed, filled) => {
    expect(dayText(getNextClose(at(placed)).day)).toBe(filled);
  });

  test('of units cost their value, and of dollars buy units rounded down', () => {
    const state = investor({ orders: [buy({ units: 3_000_000 })] });
    const { state: after } = simulate(state, start('2026-03-03'));
    const price = fundsOf(after).prices.US_STOCKS;
    expect(holdingOf(after)?.units).toBe(3_000_000);
    expect(balanceOf(after, 'checking')).toBe(1_000_000 - getValue(3_000_000, price));
  });

  test('fail if the money is not there at the close', () => {
    const state = investor(
      { orders: [buy({ amount: 50_000 })] },
      {
        changes: [
          { at: at('2026-03-02T18:00:00Z'), productId: 'checking', amount: -990_000, kind: 'withdrawal' },
        ],
      },
    );
    const { events, state: after } = simulate(state, start('2026-03-03'));
    expect(ofKind(events, 'order_failed')).toMatchObject([
      { facts: { reason: 'funds', amount: 50_000, available: 10_000 } },
    ]);
    expect(fundsOf(after).completed[0]?.result?.status).toBe('failed');
    expect(balanceOf(after, 'checking')).toBe(10_000);
  });

  test('to sell settle on the next business day', () => {
    const bought = simulate(investor({ orders: [buy({ amount: 50_000 })] }), start('2026-03-06')).state;
    const sell = buy({ amount: 20_000 }, { key: 'sale', side: 'sell', at: at('2026-03-06T15:00:00Z') });
    const state = { ...bought, funds: { ...fundsOf(bought), orders: [sell] } };
    const friday = simulate(state, start('2026-03-07')).state;
    expect(balanceOf(friday, 'checking')).toBe(950_000);
    expect(fundsOf(friday).orders[0]?.settlesOn).toBe(parseDay('2026-03-09'));
    const monday = simulate(friday, start('2026-03-10')).state;
    expect(balanceOf(monday, 'checking')).toBe(970_000);
    expect(fundsOf(monday).orders).toEqual([]);
  });

  test('to sell more than the units are worth sell all of them', () => {
    const bought = simulate(investor({ orders: [buy({ amount: 50_000 })] }), start('2026-03-06')).state;
    const sell = buy({ amount: 90_000 }, { key: 'sale', side: 'sell', at: bought.at, cashAccountId: null });
    const { state, events } = simulate(
      { ...bought, funds: { ...fundsOf(bought), orders: [sell] } },
      start('2026-03-07'),
    );
    expect(holdingOf(state)).toEqual({ units: 0, posted: 0, lots: [] });
    const [filled] = ofKind(events, 'order_filled');
    expect(balanceOf(state, 'fund')).toBe(1_000_000 + Number(filled?.facts?.amount));
    expect(filled?.facts?.gain).toBe(Number(filled?.facts?.amount) - 50_000);
  });

  test('to sell the exact value leave no fractions of a unit', () => {
    const units = 10_000_025;
    const holding = { units, posted: 50_000, lots: [{ on: parseDay('2026-01-05'), units, cost: 50_000 }] };
    const holdings = { ...forEachFund(() => ({ units: 0, posted: 0, lots: [] })), BONDS: holding };
    const mix = { US_STOCKS: 0, WORLD_STOCKS: 0, BONDS: 0, MONEY_MARKET: 100 };
    const order = { key: 'all', accountId: 'fund', at: 0, side: 'rebalance' as const, mix };
    const state = investor({ accounts: [fundAccount({ holdings })], orders: [order] });
    const { state: after } = simulate(state, start('2026-03-03'));
    expect(fundsOf(after).accounts[0]?.holdings.BONDS).toEqual({ units: 0, posted: 0, lots: [] });
  });

  test('keep payments from spending invested money', () => {
    const bought = simulate(
      investor({ orders: [buy({ amount: 900_000 }, { cashAccountId: null })] }),
      start('2026-03-03'),
    ).state;
    const state = {
      ...bought,
      scheduledPayments: [
        {
          id: 'bill',
          name: 'Bill',
          accountId: 'fund',
          to: { kind: 'outside' as const, name: 'Someone' },
          amount: 200_000,
          weekend: 'stays' as const,
          changed: {},
          retry: null,
          recurrence: { frequency: 'MONTHLY' as const, start: parseDay('2026-03-04'), minutes: 540, next: 0 },
        },
      ],
    };
    const { events } = simulate(state, start('2026-03-10'));
    expect(ofKind(events, 'payment')).toEqual([]);
    expect(ofKind(events, 'payment_failed')).toHaveLength(1);
  });
});

describe('dividends', () => {
  const held = (dividendAccountId: string | null) =>
    investor({
      accounts: [
        fundAccount({
          dividendAccountId,
          holdings: {
            ...forEachFund(() => ({ units: 0, posted: 0, lots: [] })),
            US_STOCKS: {
              units: 20_000_000,
              posted: 1_000_000,
              lots: [{ on: parseDay('2026-01-05'), units: 20_000_000, cost: 1_000_000 }],
            },
          },
        }),
      ],
    });

  test('are reinvested without an entry', () => {
    const { events, state } = simulate(held(null), start('2026-04-01'));
    expect(ofKind(events, 'dividend')).toEqual([]);
    const [dividend] = ofKind(events, 'fund_dividend');
    expect(dividend?.facts).toMatchObject({ fund: 'US_STOCKS', reinvested: true });
    const holding = holdingOf(state);
    expect(holding?.lots.at(-1)?.cost).toBe(dividend?.facts?.amount);
    expect(holding?.units).toBeGreaterThan(20_000_000);
  });

  test('are paid to the chosen account, and the price falls by them', () => {
    const { events, state } = simulate(held('checking'), start('2026-04-01'));
    const [paid] = ofKind(events, 'dividend');
    const amount = Number(paid?.lines?.find(({ ledger }) => ledger === 'checking')?.amount);
    expect(amount).toBeGreaterThan(0);
    expect(balanceOf(state, 'checking')).toBe(1_000_000 + amount);
    const reinvested = simulate(held(null), start('2026-04-01')).state;
    expect(fundsOf(state).prices).toEqual(fundsOf(reinvested).prices);
    // The reinvested dividend bought units, rounded down.
    const more = (balanceOf(reinvested, 'fund') ?? 0) - (balanceOf(state, 'fund') ?? 0);
    expect(Math.abs(more - amount)).toBeLessThanOrEqual(1);
  });

  test('of the money market accrue daily and raise the balance at the end of the month', () => {
    const { events, state } = simulate(investor(), start('2026-04-01'));
    const [dividend] = ofKind(events, 'fund_dividend');
    expect(dividend?.facts).toMatchObject({ fund: 'MONEY_MARKET', reinvested: true });
    expect(balanceOf(state, 'fund')).toBe(1_000_000 + Number(dividend?.facts?.amount));
    expect(Number(dividend?.facts?.amount)).toBeGreaterThan(1_000);
  });
});

describe('a converted account', () => {
  test('has its value in the ledger at each month end', () => {
    const orders = PRICED_FUNDS.map((fund, index) =>
      buy({ amount: 200_000 + index }, { key: fund, fund, cashAccountId: null } as Partial<FundOrderState>),
    );
    const off: string[] = [];
    simulate(investor({ orders }), start('2031-03-01'), {
      onDayEnd: (day, state) => {
        const funds = fundsOf(state);
        const [held] = funds.accounts;
        if (!held || dayText(day + 1).slice(8) !== '01') return;
        const value = PRICED_FUNDS.reduce(
          (sum, fund) => sum + getValue(held.holdings[fund].units, funds.prices[fund]),
          0,
        );
        if (value !== getInvested(state, 'fund')) off.push(dayText(day));
        if (
          PRICED_FUNDS.some((fund) => {
            const { units, lots } = held.holdings[fund];
            return lots.reduce((sum, lot) => sum + lot.units, 0) !== units;
          })
        )
          off.push(`${dayText(day)} lots`);
      },
    });
    expect(off).toEqual([]);
  });

  test('follows the market until its conversion', () => {
    const since = at('2026-03-20T15:00:00Z');
    const converted = investor({ accounts: [fundAccount({ since })] });
    const { funds: _, ...unconverted } = investor();
    const until = since - 1;
    expect(simulate(converted, until).state.accounts).toEqual(simulate(unconverted, until).state.accounts);
    // The change that had accrued before the conversion is posted at the end of the month.
    const accrued = simulate(unconverted, since).state.accounts[1]?.accruedMicros ?? 0;
    const { events } = simulate(converted, start('2026-04-01'));
    const [change] = ofKind(events, 'market_change');
    const [dividend] = ofKind(events, 'fund_dividend');
    const posted = Number(change?.lines?.find(({ ledger }) => ledger === 'fund')?.amount);
    expect(posted - Number(dividend?.facts?.amount)).toBe(Math.round(accrued / 1e6));
  });

  test('falls in a market drop by the share of its funds', () => {
    const bought = simulate(
      investor({ orders: [buy({ amount: 500_000 }, { cashAccountId: null })] }),
      start('2026-03-03'),
    ).state;
    const day = parseDay('2026-03-03');
    const { events, state } = simulate(
      { ...bought, shocks: [{ id: 'crash', kind: 'market_fall', on: day, size: 20 }] },
      NEW_YORK.at(day, 11 * 60),
    );
    expect(events.filter(({ key }) => key === 'crash:fund')).toHaveLength(1);
    expect(balanceOf(state, 'fund')).toBe(1_000_000 - 100_000);
  });

  test('rebalances once a year', () => {
    const state = investor({ accounts: [fundAccount({ rebalances: 'yearly', rebalancedIn: 2025 })] });
    const { events, state: after } = simulate(state, start('2028-12-31'));
    expect(ofKind(events, 'rebalanced')).toHaveLength(3);
    expect(getInvested(after, 'fund')).toBeGreaterThan(900_000);
  });

  test('rebalances when a part is 5 points off, and then stays near its target', () => {
    const state = investor({ accounts: [fundAccount({ rebalances: 'drift' })] });
    const { events } = simulate(state, start('2030-03-01'));
    const count = ofKind(events, 'rebalanced').length;
    expect(count).toBeGreaterThan(1);
    expect(count).toBeLessThan(20);
  });
});

describe('recurring investments', () => {
  test('arrive in the money market and are invested at the next close', () => {
    const state = investor(
      {},
      {
        scheduledPayments: [
          {
            id: 'dca',
            name: 'Invest',
            accountId: 'checking',
            to: { kind: 'account', id: 'fund', fund: 'US_STOCKS' },
            amount: 10_000,
            weekend: 'stays',
            changed: {},
            retry: null,
            recurrence: { frequency: 'MONTHLY', start: parseDay('2026-03-07'), minutes: 540, next: 0 },
          },
        ],
      },
    );
    const { events, state: after } = simulate(state, start('2026-06-01'));
    expect(ofKind(events, 'order_filled').map(({ at: filled }) => dayText(NEW_YORK.getDay(filled)))).toEqual([
      '2026-03-09',
      '2026-04-07',
      '2026-05-07',
    ]);
    expect(
      holdingOf(after)
        ?.lots.map(({ cost }) => cost)
        .slice(0, 1),
    ).toEqual([10_000]);
    expect(balanceOf(after, 'checking')).toBe(970_000);
  });
});

describe('time', () => {
  const row = (): HouseholdRow => ({
    id: '',
    time_zone: 'Europe/Lisbon',
    generation: 0,
    now: at('2026-03-02T00:00:00Z'),
    simulated_until: at('2026-03-02T00:00:00Z'),
    rules_version: 0,
    last_entry: 0,
    seed: 11,
    carryover: {} as Carryover,
    changes: [],
    accounts: [
      {
        id: 'checking',
        name: 'Checking',
        type: 'CHECKING',
        currency: 'USD',
        balance: 1_000_000,
        closed: false,
      },
      { id: 'fund', name: 'Fund', type: 'INVESTMENT', currency: 'USD', balance: 1_000_000, closed: false },
    ],
    cards: [],
    debts: [],
    auto_deposits: [],
    scheduled_payments: [
      {
        id: 'dca',
        name: 'Invest',
        account_id: 'checking',
        category: null,
        start_date: '2026-03-07',
        end_date: null,
        occurrences: null,
        paused: false,
        next: 0,
        payee: null,
        to_account_id: 'fund',
        fund: 'WORLD_STOCKS',
        card_id: null,
        debt_id: null,
        amount: 20_000,
        amount_kind: 'fixed',
        frequency: 'MONTHLY',
        weekend: 'stays',
        changed: {},
      },
    ],
    shocks: [
      { id: 'crash', kind: 'market_fall', size: 20, on_date: '2026-05-10', months: null, product_id: null },
      { id: 'rates', kind: 'rate_change', size: 1, on_date: '2026-06-10', months: 6, product_id: null },
    ],
    funds: {
      accounts: [
        {
          account_id: 'fund',
          dividend_account_id: 'checking',
          cost_method: 'average',
          rebalances: 'drift',
          us_stocks: 30,
          world_stocks: 30,
          bonds: 30,
          money_market: 10,
          converted: at('2026-03-11T12:00:00Z'),
        },
      ],
      holdings: [],
      lots: [],
      orders: [
        {
          order_key: 'first',
          account_id: 'fund',
          side: 'buy',
          fund: 'BONDS',
          amount: 55_500,
          units: null,
          cash_account_id: 'checking',
          settles_on: null,
          filled_price: null,
          filled_units: null,
          filled_amount: null,
          us_stocks: null,
          world_stocks: null,
          bonds: null,
          money_market: null,
          placed: at('2026-03-11T13:00:00Z'),
          completed: null,
        },
        {
          order_key: 'second',
          account_id: 'fund',
          side: 'sell',
          fund: 'BONDS',
          amount: null,
          units: 1_500_000,
          cash_account_id: 'checking',
          settles_on: null,
          filled_price: null,
          filled_units: null,
          filled_amount: null,
          us_stocks: null,
          world_stocks: null,
          bonds: null,
          money_market: null,
          placed: at('2026-03-12T13:00:00Z'),
          completed: null,
        },
      ],
    },
  });

  /** Applies a step to a row as the bank does. */
  function applyStep(before: HouseholdRow, to: number): { row: HouseholdRow; events: EngineEvent[] } {
    const { step, after } = buildStep(before, to, true);
    const funds = before.funds as FundsRow;
    const orders = new Map(funds.orders.map((order) => [order.order_key, order]));
    for (const order of step.funds?.orders ?? []) {
      const { mix, price, status, ...rest } = order;
      orders.set(order.order_key, {
        ...rest,
        filled_price: price,
        us_stocks: mix?.US_STOCKS ?? null,
        world_stocks: mix?.WORLD_STOCKS ?? null,
        bonds: mix?.BONDS ?? null,
        money_market: mix?.MONEY_MARKET ?? null,
      });
      if (status !== 'pending' && !order.settles_on) orders.delete(order.order_key);
    }
    const held = step.funds?.holdings ?? [];
    const lots = held.flatMap(({ account_id, fund, lots: changed }) =>
      (changed ?? funds.lots.filter((lot) => lot.fund === fund)).map((lot) => ({
        account_id,
        fund,
        ...pickLot(lot),
      })),
    );
    return {
      events: step.events,
      row: {
        ...before,
        now: to,
        simulated_until: to,
        carryover: JSON.parse(JSON.stringify(step.carryover)),
        accounts: before.accounts.map((item) => ({ ...item, balance: balanceOf(after, item.id) ?? 0 })),
        scheduled_payments: before.scheduled_payments.map((rule) => ({
          ...rule,
          next: step.scheduled_payments[0]?.next ?? null,
        })),
        funds: {
          ...funds,
          holdings: held.map(({ account_id, fund, units, posted }) => ({ account_id, fund, units, posted })),
          lots,
          orders: [...orders.values()],
        },
      },
    };
  }
  const pickLot = ({ acquired_on, units, cost }: { acquired_on: string; units: number; cost: number }) => ({
    acquired_on,
    units,
    cost,
  });

  function run(days: number, carryover: Carryover = {}) {
    let current = { ...row(), carryover };
    const events: EngineEvent[] = [];
    const end = current.simulated_until + 366 * 86_400_000;
    while (current.simulated_until < end) {
      const applied = applyStep(current, Math.min(end, current.simulated_until + days * 86_400_000));
      events.push(...applied.events);
      current = applied.row;
    }
    return { events, row: current };
  }

  test('passes in one step of a year as in 365 steps of a day', () => {
    const [whole, daily] = [run(366), run(1)];
    expect(daily.events).toEqual(whole.events);
    expect(daily.row.funds?.holdings).toEqual(whole.row.funds?.holdings);
    expect(daily.row.funds?.lots).toEqual(whole.row.funds?.lots);
    expect(daily.row.carryover.funds).toEqual(whole.row.carryover.funds);
    expect(whole.events.filter(({ kind }) => kind === 'order_filled').length).toBeGreaterThan(10);
    expect(run(0.37).events).toEqual(whole.events);
  });

  test('follows historical returns from the choice on, in one step of a year as in 365 steps of a day', () => {
    const historical: Carryover = { fundReturns: 'historical' };
    const [whole, daily] = [run(366, historical), run(1, historical)];
    expect(daily.events).toEqual(whole.events);
    expect(whole.row.carryover).toMatchObject(historical);
    expect(whole.row.carryover.funds?.prices).not.toEqual(run(366).row.carryover.funds?.prices);
    expect(run(1).row.carryover).not.toHaveProperty('fundReturns');
  });

  test('keeps earlier prices when the customer chooses historical returns', () => {
    const before = applyStep(row(), row().simulated_until + 30 * 86_400_000).row;
    const chosen = { ...before, carryover: { ...before.carryover, fundReturns: 'historical' as const } };
    expect(buildHouseholdState(chosen).funds).toEqual(buildHouseholdState(before).funds);
    const next = (from: HouseholdRow) =>
      applyStep(from, from.simulated_until + 7 * 86_400_000).row.carryover.funds?.prices;
    expect(next(chosen)?.US_STOCKS).not.toBe(next(before)?.US_STOCKS);
  });

  test('starts at the first prices on the day of the conversion', () => {
    const state = buildHouseholdState(row());
    expect(state.funds).toMatchObject({ day: parseDay('2026-03-10'), prices: getStartPrices() });
  });
});
