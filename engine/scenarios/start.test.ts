import { describe, expect, it } from 'vitest';
import { addMonths, parseDay, Zone } from '../calendar/calendar.ts';
import { buildHouseholdState } from '../household/state.ts';
import { simulate } from '../simulation/simulate.ts';
import { FULL_SCENARIO } from '../testing/full-scenario.ts';
import { TINY_SCENARIO } from '../testing/tiny-scenario.ts';
import { parseScenario, problemLine } from './file.ts';
import { getReference } from './reference.ts';
import type { Scenario } from './scenario.ts';
import { buildScenarioHousehold, buildScenarioStart } from './start.ts';
import { getScenarioValues } from './text.ts';

const TIME_ZONE = 'America/New_York';
const BEGINS = parseDay('2031-03-01');
const options = () => {
  let count = 0;
  return { begins: BEGINS, timeZone: TIME_ZONE, newId: () => `id-${++count}` };
};

type Json = ReturnType<JSON['parse']>;

function parse(edit: (file: Json) => void = () => {}): Scenario | string[] {
  const file: Json = structuredClone(FULL_SCENARIO);
  edit(file);
  const read = parseScenario(JSON.stringify(file));
  return 'problems' in read ? read.problems.map(problemLine) : read.pack;
}

function getPack(): Scenario {
  const pack = parse();
  if (Array.isArray(pack)) throw new Error(pack.join('\n'));
  return pack;
}

function run(pack: Scenario, months: number) {
  const { row, ids } = buildScenarioStart(pack, options());
  const state = buildHouseholdState(row);
  return { ids, ...simulate(state, new Zone(TIME_ZONE).getStart(addMonths(BEGINS, months))) };
}

describe('a scenario with every part of the bank', () => {
  it('opens its products with their terms', () => {
    const household = buildScenarioHousehold(getPack(), options());
    const [checking, savings, , , plan] = household.accounts;
    expect(checking).toMatchObject({ overdraft: 'savings', overdraft_account_id: savings?.id });
    expect(savings).toMatchObject({ plan: 'goal_saver', plan_since: '2031-03-01' });
    expect(plan).toMatchObject({ tax_treatment: '401k' });
    expect(household.certificates?.[0]).toMatchObject({ term_months: 12, principal: 2_000, rate: 4 });
    expect(household.cards[0]).toMatchObject({ product: 'quarter_five', opened_on: '2030-07-01' });
    expect(household.mortgages[0]).toMatchObject({ pmi_rate: 0.6, points_fee: 1_800 });
    expect(household.debt_reserves?.[0]).toMatchObject({ property_tax: 1_800, home_insurance: 900 });
    expect(household.fund_accounts?.[0]).toMatchObject({ us_stocks: 60, bonds: 30, money_market: 10 });
    // 6,000.00 at the first price of 50.0000, with a gain of 25% since September 2029.
    expect(household.lots?.[0]).toMatchObject({ units: 120, cost: 4_800, acquired_on: '2029-09-01' });
    expect(household.scheduled_payments?.[1]).toMatchObject({ fund: 'US_STOCKS' });
    expect(household.carryover).toMatchObject({
      billIncreases: true,
      unemployment: true,
      birthDate: '1991-03-01',
      insurance: { health: { deductible: 190_000 }, car: { deductible: 50_000 }, home: {} },
    });
  });

  it('pays from gross to net, with the 401(k) deduction and its match', () => {
    const { ids, events } = run(getPack(), 1);
    const [first] = events.filter(({ kind }) => kind === 'auto_deposit');
    // 78,000.00 ÷ 26 = 3,000.00, of which 4% is 120.00 and the match 60.00.
    expect(first?.facts).toMatchObject({ gross: 300_000, retirement: 12_000, match: 6_000, health: 6_000 });
    const paid = events.flatMap(({ kind, lines = [] }) =>
      kind === 'auto_deposit' ? lines.filter(({ ledger }) => ledger === ids['plan']) : [],
    );
    expect(paid.length).toBeGreaterThanOrEqual(2);
    expect(new Set(paid.map(({ amount }) => amount))).toEqual(new Set([18_000]));
  });

  it('charges mortgage insurance, invests, and covers only the bill for healthcare', () => {
    const { events, ids, state } = run(getPack(), 2);
    // 0.6% of 180,000.00 a year.
    expect(events.filter(({ kind }) => kind === 'pmi').map(({ lines }) => lines?.[1]?.amount)).toEqual([
      9_000, 9_000,
    ]);
    expect(events.filter(({ kind }) => kind === 'order_filled')).toHaveLength(2);
    const lots = state.funds?.accounts.find(({ id }) => id === ids['fund'])?.holdings.US_STOCKS.lots;
    expect(lots).toHaveLength(4);
    const claims = events.filter(({ kind }) => kind === 'insurance_claim');
    expect(claims).toMatchObject([{ facts: { insurance: 'health', bill: 300_000, customer: 212_000 } }]);
    const bills = events.filter(
      ({ description, kind }) => kind === 'payment' && description !== 'Studio rent',
    );
    expect(bills.map(({ merchant, lines }) => [merchant, lines?.[1]?.amount])).toEqual(
      expect.arrayContaining([
        ['Dentist', 212_000],
        ['Roofer', 25_000],
      ]),
    );
  });

  it('pays unemployment benefits after a job loss, and health insurance ends', () => {
    const { events } = run(getPack(), 5);
    const benefits = events.filter(({ kind }) => kind === 'unemployment_benefit');
    expect(benefits.length).toBeGreaterThan(8);
    expect(new Set(benefits.map(({ lines }) => Math.abs(lines?.[0]?.amount ?? 0)))).toEqual(
      new Set([50_000]),
    );
    expect(events.map(({ kind }) => kind)).toContain('coverage_ended');
  });

  it('announces increases, and keeps pay without one', () => {
    const { events } = run(getPack(), 14);
    const raised = events.filter(({ kind }) => kind === 'price_increase');
    expect(raised.map(({ description }) => description)).toEqual([
      expect.stringMatching(/^Studio rent goes/),
    ]);
    expect(events.filter(({ kind }) => kind === 'pay_raise')).toEqual([]);
    const car = events.filter(
      ({ description, kind }) => description === 'Car insurance' && kind === 'payment',
    );
    expect(car.map(({ lines }) => lines?.[1]?.amount)).toEqual([...Array(12).fill(9_000), 9_450, 9_450]);
  });

  it('is the same in one step and in daily steps', () => {
    const { row } = buildScenarioStart(getPack(), options());
    const start = buildHouseholdState(row);
    const zone = new Zone(TIME_ZONE);
    const whole = simulate(start, zone.getStart(BEGINS + 120));
    let state = start;
    const events = [];
    for (let day = BEGINS + 1; day <= BEGINS + 120; day += 1) {
      const step = simulate(state, zone.getStart(day));
      events.push(...step.events);
      state = step.state;
    }
    expect(events).toEqual(whole.events);
    expect(state).toEqual(whole.state);
  });

  it('states pay and mortgage insurance in its texts', () => {
    const values = getScenarioValues(getPack());
    expect(values.get('start.pay.gross')).toEqual({ unit: 'dollars', amount: 7_800_000 });
    expect(values.get('start.pay.benefit')).toEqual({ unit: 'dollars', amount: 50_000 });
    expect(values.get('start.home.pmi')).toEqual({ unit: 'dollars', amount: 9_000 });
    const amount = values.get('start.pay.amount');
    if (amount?.unit !== 'dollars') throw new Error('Pay has no amount.');
    expect(amount.amount % 1_000).toBe(0);
    const { events } = run(getPack(), 1);
    const [paid] = events.filter(({ kind }) => kind === 'auto_deposit');
    expect(Math.abs(Number(paid?.facts?.['net']) - amount.amount)).toBeLessThan(5_000);
  });

  it('compares with a home that has mortgage insurance only if the file says so', () => {
    const move = {
      day: 5,
      kind: 'buy home',
      from: 'checking',
      price: 40_000,
      down: 4_000,
      rate: 6,
      years: 30,
    };
    const withMove = (pmi?: true) => ({
      ...TINY_SCENARIO,
      start: {
        ...TINY_SCENARIO.start,
        accounts: TINY_SCENARIO.start.accounts.map((account) => ({ ...account, balance: 9_000 })),
      },
      debrief: {
        ...TINY_SCENARIO.debrief,
        reference: { text: 'Someone buys.', moves: [{ ...move, ...(pmi && { pmi }) }] },
      },
    });
    const getWorth = (pmi?: true) => {
      const read = parseScenario(JSON.stringify(withMove(pmi)));
      if ('problems' in read) throw new Error(read.problems.map(problemLine).join('\n'));
      return getReference(read.pack, BEGINS, TIME_ZONE)?.play.months.at(-1)?.netWorth ?? 0;
    };
    // One premium of 0.6% of 36,000.00 a year.
    expect(getWorth() - getWorth(true)).toBe(1_800);
  });

  it.each<[string, (file: Json) => void, string]>([
    [
      'an income with neither an amount nor pay',
      (file) => delete file.start.incomes[0].pay,
      'start.incomes[0]: expected either an "amount" or "pay".',
    ],
    [
      'contributions to an account without the tax treatment',
      (file) => delete file.start.accounts[4].taxTreatment,
      'start.incomes[0].pay.retirementTo: expected an account with the tax treatment "401k".',
    ],
    [
      'a tax treatment without an age',
      (file) => delete file.start.age,
      'start.accounts[4].taxTreatment: expected an "age" in "start".',
    ],
    [
      'a CD without a term',
      (file) => delete file.start.accounts[2].months,
      'start.accounts[2].months: is missing: expected the term of the CD.',
    ],
    [
      'funds in a savings account',
      (file) => {
        file.start.accounts[1].funds = { mix: {} };
      },
      'start.accounts[1].funds: expected no value for an account of type SAVINGS.',
    ],
    [
      'a mix above 100%',
      (file) => {
        file.start.accounts[3].funds.mix.worldStocks = 20;
      },
      'start.accounts[3].funds.mix: expected percentages that add up to 100 or less.',
    ],
    [
      'an overdraft that the account itself covers',
      (file) => {
        file.start.accounts[0].overdraft = { savings: 'checking' };
      },
      'start.accounts[0].overdraft.savings: expected an account of type SAVINGS.',
    ],
    [
      'a fund in an account without funds',
      (file) => delete file.start.accounts[3].funds,
      'start.payments[1].fund: expected a payment to an account with "funds".',
    ],
    [
      'an income as the payment of a premium',
      (file) => {
        file.start.insurance[1].payment = 'pay';
      },
      'start.insurance[1].payment: expected an id of type payment, but "pay" is of type income.',
    ],
    [
      'two policies of one kind',
      (file) => {
        file.start.insurance[2].kind = 'car';
      },
      'start.insurance[2].kind: "car" is already used in "insurance".',
    ],
  ])('is refused with %s', (_, edit, problem) => {
    expect(parse(edit)).toContain(problem);
  });
});

describe('a scenario without optional parts', () => {
  it('has none of them in its household', () => {
    const household = buildScenarioHousehold(TINY_SCENARIO, options());
    expect(household).not.toHaveProperty('fund_accounts');
    expect(household.certificates).toEqual([]);
    for (const field of ['insurance', 'billIncreases', 'unemployment', 'birthDate', 'funds'])
      expect(household.carryover).not.toHaveProperty(field);
  });
});
