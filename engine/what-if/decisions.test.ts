import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addMonths, parseDay } from '../calendar/calendar.ts';
import { forEachFund, getStartPrices } from '../investments/funds.ts';
import { planEscrow } from '../products/debts/escrow.ts';
import { simulate } from '../simulation/simulate.ts';
import type { HoldState, HouseholdState } from '../simulation/state.ts';
import { account, card, debt, deposit, household, payment, start } from '../testing/households.ts';
import { getCommands } from './apply.ts';
import { applyDecision, newDebtId } from './decisions.ts';
import { type Decision, type DecisionKind, simulateWhatIf } from './what-if.ts';

const ON = '2026-03-01';

function home(): HouseholdState {
  return household({
    on: ON,
    accounts: [
      account('everyday', 500_000),
      account('nest egg', 200_000, 'SAVINGS'),
      { ...account('euros', 900_000), currency: 'EUR' },
      { ...account('old', 0), closed: true },
      account('3-Month CD', 100_000, 'CD'),
    ],
    cards: [
      card('gold', ON, { balance: 30_000, autopay: { accountId: 'everyday', pays: 'statement' } }),
      card('blue', ON, { balance: 80_000, autopay: { accountId: 'everyday', pays: 5_000 } }),
      card('red', ON, { balance: 40_000, autopay: { accountId: 'everyday', pays: 'minimum' } }),
    ],
    debts: [
      debt('car', '2026-01-15', {
        balance: 900_000,
        rate: 6,
        term: 48,
        payment: 21_136,
        autopay: { accountId: 'everyday', extra: 1_000 },
      }),
      debt('done', '2026-01-15', { balance: 0, rate: 6, term: 48, payment: 21_136 }),
      debt('by hand', '2026-01-15', { balance: 100_000, rate: 6, term: 48, payment: 2_349 }),
    ],
    autoDeposits: [deposit('pay', 'everyday', 300_000, ON)],
    scheduledPayments: [
      payment('rent', 'everyday', 120_000, ON),
      payment('gold by hand', 'everyday', 'minimum', ON, { to: { kind: 'card', id: 'gold' } }),
    ],
  });
}

function decided(decision: DecisionKind, state = home()) {
  const whole: Decision = { id: 'it', on: parseDay(ON), ...decision };
  return applyDecision(state, whole, 'USD');
}

function computeWorth({ accounts, cards, debts }: HouseholdState): number {
  const own = accounts
    .filter(({ currency }) => currency === 'USD')
    .reduce((sum, { balance }) => sum + balance, 0);
  const owed = [...cards, ...debts].reduce((sum, { balance }) => sum + balance, 0);
  return own + debts.reduce((sum, { property }) => sum + (property?.value ?? 0), 0) - owed;
}

const getBalance = (state: HouseholdState, id: string) =>
  [...state.accounts, ...state.cards, ...state.debts].find((product) => product.id === id)?.balance;

describe('a decision', () => {
  it("to buy a home or take a loan doesn't change net worth on its day", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 600_000, max: 90_000_000 }),
        fc.integer({ min: 0, max: 500_000 }),
        fc.integer({ min: 0, max: 40 }).map((quarters) => quarters / 4),
        (price, downPayment, rate) => {
          const shared = { name: 'New', accountId: 'everyday', rate };
          const bought = decided({ ...shared, kind: 'buy_home', price, downPayment, years: 30 });
          const taken = decided({ ...shared, kind: 'take_loan', amount: price, months: 60 });
          for (const { state } of [bought, taken]) expect(computeWorth(state)).toBe(computeWorth(home()));
          expect(getBalance(bought.state, 'everyday')).toBe(500_000 - downPayment);
          expect(getBalance(bought.state, newDebtId('it'))).toBe(price - downPayment);
          expect(getBalance(taken.state, 'everyday')).toBe(500_000 + price);
        },
      ),
    );
  });

  /** A home for 350,000.00 with 5% down, as in the worked example of mortgage insurance. */
  const HOME = {
    ...{ kind: 'buy_home' as const, name: 'Home', accountId: 'everyday', price: 350_000_00 },
    ...{ downPayment: 17_500_00, rate: 6.25, years: 30 },
  };
  const rich = () => ({ ...home(), accounts: [account('everyday', 40_000_00)] });

  it('to buy a home with little down includes mortgage insurance, escrow, and closing costs', () => {
    const costs = { pmiRate: 0.6, propertyTax: 4_200_00, homeInsurance: 1_680_00, closingCosts: 1_845_00 };
    const { state } = decided({ ...HOME, ...costs }, rich());
    const bought = state.debts.at(-1);
    expect(bought?.insurance?.premium).toBe(166_25);
    // The first installment is due in April, when the first half of the tax is due too.
    const target = planEscrow({ tax: 4_200_00, insurance: 1_680_00 }, 4).target;
    expect(bought?.escrow).toMatchObject({ balance: target, payment: 490_00, assessed: 350_000_00 });
    expect(getBalance(state, 'everyday')).toBe(40_000_00 - 17_500_00 - 1_845_00 - target);
  });

  it('to buy a home charges the premium and the escrow deposit with each payment', () => {
    const costs = { pmiRate: 0.6, propertyTax: 4_200_00, homeInsurance: 1_680_00 };
    const { state } = decided({ ...HOME, ...costs }, rich());
    const { events } = simulate({ ...state, cards: [], scheduledPayments: [] }, start('2026-04-02'));
    const lines = events.flatMap(({ kind, lines: moved }) =>
      kind === 'mortgage_payment' ? (moved ?? []) : [],
    );
    expect(lines).toEqual([
      { ledger: 'everyday', amount: -2_047_26 - 490_00, currency: 'USD' },
      { ledger: newDebtId('it'), amount: 2_047_26, currency: 'USD' },
      { ledger: `${newDebtId('it')}:escrow`, amount: 490_00, currency: 'USD' },
    ]);
    expect(events.find(({ kind }) => kind === 'pmi')?.lines?.[0]).toMatchObject({
      ledger: 'everyday',
      amount: -166_25,
    });
  });

  it('to buy a home without chosen costs, or with 20% down, has no mortgage insurance', () => {
    expect(decided(HOME, rich()).state.debts.at(-1)).not.toHaveProperty('insurance');
    const enough = { ...HOME, price: 100_000_00, downPayment: 20_000_00, pmiRate: 0.6 };
    expect(decided(enough, rich()).state.debts.at(-1)).not.toHaveProperty('insurance');
  });

  it("to buy a home is left out if the account can't pay the closing costs and the escrow deposit", () => {
    const { event } = decided({ ...HOME, closingCosts: 22_500_01 }, rich());
    expect(event?.kind).toBe('refused');
    expect(decided({ ...HOME, closingCosts: 22_500_00 }, rich()).event?.kind).toBe('home_bought');
  });

  it("to pay a debt pays at most the balance and doesn't change net worth", () => {
    const { state } = decided({ kind: 'lump_payment', debtId: 'red', amount: 90_000, accountId: 'everyday' });
    expect([getBalance(state, 'everyday'), getBalance(state, 'red')]).toEqual([460_000, 0]);
    expect(computeWorth(state)).toBe(computeWorth(home()));
  });

  it('to pay more each month raises autopay or adds a payment', () => {
    const more = (debtId: string) => decided({ kind: 'extra_payment', debtId, monthly: 7_000 }).state;
    expect(more('car').debts[0]?.autopay).toEqual({ accountId: 'everyday', extra: 8_000 });
    expect(more('by hand').debts[2]?.autopay).toEqual({ accountId: 'everyday', extra: 7_000 });
    expect(more('blue').cards[1]?.autopay).toEqual({ accountId: 'everyday', pays: 12_000 });
    expect(more('red').scheduledPayments.at(-1)).toMatchObject({
      to: { kind: 'card', id: 'red' },
      amount: 7_000,
      accountId: 'everyday',
    });
  });

  it('stops a rule or changes its amount', () => {
    expect(decided({ kind: 'stop_rule', ruleId: 'rent' }).state.scheduledPayments[0]?.recurrence.paused).toBe(
      true,
    );
    expect(
      decided({ kind: 'change_rule', ruleId: 'pay', amount: 350_000 }).state.autoDeposits[0]?.amount,
    ).toBe(350_000);
  });

  const refusals: [DecisionKind, string][] = [
    [
      { kind: 'purchase', name: 'Boat', accountId: 'everyday', amount: 500_001 },
      "Boat was left out: everyday doesn't have enough money available.",
    ],
    [
      { kind: 'purchase', name: 'Boat', accountId: 'euros', amount: 1 },
      'Boat was left out: euros is not in USD.',
    ],
    [
      { kind: 'purchase', name: 'Boat', accountId: 'old', amount: 1 },
      "Boat was left out: we couldn't find that account.",
    ],
    [
      {
        kind: 'buy_home',
        name: 'Cottage',
        accountId: 'everyday',
        price: 9_000_000,
        downPayment: 900_000,
        rate: 5,
        years: 30,
      },
      "Cottage was left out: everyday doesn't have enough money available.",
    ],
    [
      {
        kind: 'buy_home',
        name: 'Shed',
        accountId: 'everyday',
        price: 100,
        downPayment: 200,
        rate: 5,
        years: 30,
      },
      'Shed was left out: the down payment is larger than the price.',
    ],
    [
      { kind: 'take_loan', name: 'Loan', accountId: 'nowhere', amount: 1_000, rate: 5, months: 12 },
      "Loan was left out: we couldn't find that account.",
    ],
    [
      { kind: 'lump_payment', debtId: 'car', amount: 600_000, accountId: 'everyday' },
      "The payment on car was left out: everyday doesn't have enough money available.",
    ],
    [
      { kind: 'lump_payment', debtId: 'done', amount: 600_000, accountId: 'everyday' },
      "The payment on done was left out: you don't owe anything on done.",
    ],
    [
      { kind: 'extra_payment', debtId: 'nothing', monthly: 1 },
      "The extra payment on a debt was left out: we couldn't find that debt.",
    ],
    [
      { kind: 'extra_payment', debtId: 'gold', monthly: 1 },
      'The extra payment on gold was left out: gold is paid in full each month.',
    ],
    [
      { kind: 'save', from: 'everyday', to: 'everyday', amount: 1, frequency: 'MONTHLY' },
      'Saving into everyday was left out: both accounts are the same.',
    ],
    [
      { kind: 'save', from: 'everyday', to: '3-Month CD', amount: 1, frequency: 'MONTHLY' },
      'Saving into 3-Month CD was left out: money in 3-Month CD stays there until it matures.',
    ],
    [
      { kind: 'stop_rule', ruleId: 'nothing' },
      "Stopping a rule was left out: we couldn't find that scheduled payment or deposit.",
    ],
    [
      { kind: 'change_rule', ruleId: 'gold by hand', amount: 1 },
      'Changing gold by hand was left out: it pays the statement balance.',
    ],
    [
      { kind: 'debt_strategy', strategy: 'snowball', monthly: 1, accountId: 'nowhere' },
      "The debt plan was left out: we couldn't find that account.",
    ],
  ];
  it.each(refusals)("that can't be carried out is reported and changes nothing: %o", (decision, text) => {
    const state = home();
    const applied = decided(decision, state);
    expect(applied.event).toMatchObject({ kind: 'refused', text, subject: 'it' });
    expect(applied.state).toBe(state);
    expect(state).toEqual(home());
  });
});

describe('a decision about money that isn’t available', () => {
  const spend = (accountId: string, state: HouseholdState): DecisionKind['kind'][] =>
    (
      [
        { kind: 'purchase', name: 'Boat', accountId, amount: 100_000 },
        { kind: 'lump_payment', debtId: 'car', accountId, amount: 100_000 },
        {
          kind: 'buy_home',
          name: 'Cottage',
          accountId,
          price: 900_000,
          downPayment: 100_000,
          rate: 5,
          years: 30,
        },
      ] as DecisionKind[]
    )
      .filter((decision) => decided(decision, state).event?.kind === 'refused')
      .map(({ kind }) => kind);
  const ALL = ['purchase', 'lump_payment', 'buy_home'];

  it('is refused if the money is in funds, and can use the rest', () => {
    const holding = { units: 1, lots: [] };
    const invested = (posted: number): HouseholdState => ({
      ...home(),
      accounts: [...home().accounts, account('fund', 150_000, 'INVESTMENT')],
      funds: {
        day: parseDay(ON) - 1,
        prices: getStartPrices(),
        accounts: [
          {
            ...{ id: 'fund', since: 0, dividendAccountId: null, costMethod: 'average', mix: null },
            ...{ rebalances: 'never', rebalancedIn: 2026, yieldMicros: 0 },
            holdings: forEachFund((fund) => ({ ...holding, posted: fund === 'BONDS' ? posted : 0 })),
          },
        ],
        orders: [],
        completed: [],
      },
    });
    expect(spend('fund', invested(60_000))).toEqual(ALL);
    expect(spend('fund', invested(50_000))).toEqual([]);
  });

  it('is refused if the money is on hold, or the plan allows no more withdrawals this month', () => {
    const hold: HoldState = {
      ...{ key: 'hotel', productId: 'nest egg', kind: 'authorization', amount: 150_000, remaining: 150_000 },
      ...{ cleared: 0, placedAt: 0, expiresAt: 1e13, schedule: [] },
    };
    expect(spend('nest egg', { ...home(), holds: [hold] })).toEqual(ALL);
    expect(spend('nest egg', { ...home(), holds: [{ ...hold, remaining: 100_000 }] })).toEqual([]);
    const saver = (withdrawals: number): HouseholdState => ({
      ...home(),
      accounts: home().accounts.map((item) =>
        item.id === 'nest egg'
          ? {
              ...item,
              planTerms: { current: 'goal_saver', since: parseDay(ON) - 60 },
              month: { month: ON.slice(0, 7), credits: 0, combined: 0, days: 0, withdrawals },
            }
          : item,
      ),
    });
    expect(spend('nest egg', saver(6))).toEqual(ALL);
    expect(spend('nest egg', saver(5))).toEqual([]);
  });
});

describe('any decisions', () => {
  const ids = (...knownIds: string[]) => fc.constantFrom(...knownIds, 'nothing');
  const accountId = ids('everyday', 'nest egg', 'euros', 'old');
  const debtId = ids('car', 'done', 'by hand', 'gold', 'blue', 'red', newDebtId('0'));
  const ruleId = ids('pay', 'rent', 'gold by hand', '0');
  const amount = fc.integer({ min: 1, max: 2_000_000 });
  const rate = fc.integer({ min: 0, max: 30 });
  const months = fc.integer({ min: 1, max: 24 });
  const frequency = fc.constantFrom('WEEKLY' as const, 'MONTHLY' as const);
  const only = <Kind extends DecisionKind['kind']>(kind: Kind) => fc.constant(kind);
  const shared = { name: fc.constant('It'), accountId, amount };
  const decision: fc.Arbitrary<DecisionKind> = fc.oneof(
    fc.record({ kind: only('extra_payment'), debtId, monthly: amount }),
    fc.record({ kind: only('lump_payment'), debtId, amount, accountId }),
    fc.record({ ...shared, kind: only('new_bill'), frequency }),
    fc.record({ ...shared, kind: only('new_income'), frequency }),
    fc.record({ kind: only('save'), from: accountId, to: accountId, amount, frequency }),
    fc.record({ kind: only('stop_rule'), ruleId }),
    fc.record({ kind: only('change_rule'), ruleId, amount }),
    fc.record({ ...shared, kind: only('purchase') }),
    fc.record({ ...shared, kind: only('take_loan'), rate, months }),
    fc.record({
      kind: only('buy_home'),
      name: fc.constant('It'),
      accountId,
      price: amount,
      downPayment: amount,
      rate,
      years: months,
    }),
    fc.record({ kind: only('shock'), shock: fc.constant('job_loss' as const), size: rate, months }),
    fc.record({
      kind: only('debt_strategy'),
      strategy: fc.constantFrom('snowball' as const, 'avalanche' as const),
      monthly: amount,
      accountId,
    }),
  );
  const decisions = fc
    .array(fc.tuple(decision, fc.integer({ min: -40, max: 500 })), { maxLength: 6 })
    .map((list) =>
      list.map(([kind, days], n): Decision => ({ id: `${n}`, on: parseDay(ON) + days, ...kind })),
    );

  it('are simulated or refused, never overdraw an account, and can be applied or not', () => {
    const to = addMonths(parseDay(ON), 15);
    fc.assert(
      fc.property(decisions, (list) => {
        const state = home();
        const { points, events } = simulateWhatIf(state, list, to);
        expect(points).toHaveLength(17);
        for (const { netWorth, cash, investments, property, debt: owed } of points) {
          expect(Number.isSafeInteger(netWorth) && cash >= 0).toBe(true);
          expect(netWorth).toBe(cash + investments + property - owed);
        }
        for (const { text } of events) expect(text).not.toContain('undefined');
        for (const item of list) expect(getCommands(item, state).length).toBeGreaterThan(0);
        expect(state).toEqual(home());
      }),
      { numRuns: 15 },
    );
  });
});
