import { describe, expect, it } from 'vitest';
import { addMonths, dayText, parseDay, Zone } from '../calendar/calendar.ts';
import { monthlyPayment } from '../money/amortization.ts';
import { simulate } from '../simulation/simulate.ts';
import type { AccountState, HouseholdState } from '../simulation/state.ts';
import { account, card, debt, household } from '../testing/households.ts';
import { getCommands } from './apply.ts';
import { applyDecision } from './decisions.ts';
import { type Decision, type DecisionKind, simulateWhatIf } from './what-if.ts';

const ON = '2026-12-01';
const zone = new Zone('America/New_York');

const certificate: AccountState = {
  ...account('cd', 10_000_00),
  type: 'CD',
  certificate: {
    ...{ termMonths: 12, rate: 4, penaltyDays: 90, principal: 10_000_00, renewals: 0, atMaturity: 'renew' },
    ...{ startedOn: parseDay(ON), maturesOn: addMonths(parseDay(ON), 12) },
    ...{ payoutAccountId: null, interestAccountId: 'checking' },
  },
};

/** A household with a CD of 10,000.00 at 4%, a mortgage of 320,000.00, and a card. */
function home(): HouseholdState {
  return household({
    on: ON,
    accounts: [account('checking', 90_000_00), account('savings', 200_00, 'SAVINGS'), certificate],
    cards: [card('blue', ON, { apr: 20, balance: 800_00 })],
    debts: [
      debt('home', ON, {
        ...{ balance: 320_000_00, rate: 6.25, payment: monthlyPayment(320_000_00, 6.25, 360), term: 360 },
        ...{ product: 'mortgage', autopay: { accountId: 'checking', extra: 0 } },
      }),
      debt('line', ON, {
        ...{ balance: 5_000_00, rate: 9, term: 360, payment: 0, autopay: null },
        line: { limit: 20_000_00, drawMonths: 120, margin: 1, cap: 18 },
      }),
    ],
  });
}

/** The same household after a number of days. */
const wait = (days: number) => simulate(home(), zone.getStart(parseDay(ON) + days)).state;

const decide = (state: HouseholdState, decision: DecisionKind): Decision =>
  ({ id: 'it', on: zone.getDay(state.at), ...decision }) as Decision;
const apply = (state: HouseholdState, decision: DecisionKind) =>
  applyDecision(state, decide(state, decision), 'USD');
const get = (state: HouseholdState, id: string) => state.accounts.find((item) => item.id === id);

describe('withdrawing a CD early in a what-if', () => {
  it('pays out 9,967.34 of 10,000.00 at 4.00% after 60 days, with a penalty of 98.63', () => {
    // Until the first month ends, no interest has been credited: January 30 is 60 days later.
    const state = {
      ...wait(0),
      accounts: home().accounts.map((item) =>
        item.id === 'cd' ? { ...item, accruedMicros: 65_97 * 1_000_000 } : item,
      ),
    };
    const { state: result, event } = apply(state, { kind: 'withdraw_cd', from: 'cd', to: 'checking' });
    expect(get(result, 'checking')?.balance).toBe(90_000_00 + 9_967_34);
    expect(get(result, 'cd')).toMatchObject({ balance: 0, closed: true });
    expect(event?.text).toBe('$9,967.34 withdrawn from cd, with a penalty of $98.63');
  });

  it('charges 39.45 for 4,000.00 to the CD, which continues', () => {
    const decision = { kind: 'withdraw_cd', from: 'cd', to: 'checking', amount: 4_000_00 } as const;
    const { state } = apply(wait(0), decision);
    expect(get(state, 'cd')).toMatchObject({
      balance: 10_000_00 - 4_000_00 - 39_45,
      certificate: { principal: 5_960_55 },
    });
    expect(getCommands(decide(wait(0), decision), wait(0))).toEqual([
      {
        ...{ verb: 'rpc', target: 'withdraw_from_cd' },
        values: { account_id: 'cd', to_account_id: 'checking', amount: 4_000, penalty: 39.45 },
        text: 'We’ll move $4,000.00 from cd to checking now. The penalty is $39.45.',
      },
    ]);
  });

  it.each<[string, DecisionKind]>([
    ['that leaves less than 500.00', { kind: 'withdraw_cd', from: 'cd', to: 'checking', amount: 9_600_00 }],
    ['of another account', { kind: 'withdraw_cd', from: 'savings', to: 'checking' }],
    ['to itself', { kind: 'withdraw_cd', from: 'cd', to: 'cd' }],
    ['of a missing account', { kind: 'withdraw_cd', from: 'nobody', to: 'checking' }],
  ])('refuses a withdrawal %s', (_case, decision) => {
    const state = wait(0);
    expect(apply(state, decision)).toMatchObject({ state, event: { kind: 'refused' } });
    expect(getCommands(decide(state, decision), state)[0]).toHaveProperty('impossible');
  });
});

describe('an account plan in a what-if', () => {
  it('starts next month and costs its fee', () => {
    const until = parseDay('2027-03-02');
    const project = (decisions: readonly Decision[]) => simulateWhatIf(home(), decisions, until);
    const plan = decide(home(), { kind: 'choose_plan', accountId: 'savings', plan: 'classic' });
    // The plan starts on January 1, so February 1 and March 1 have a fee of 5.00.
    expect(project([plan]).feesPaid - project([]).feesPaid).toBe(10_00);
    expect(getCommands(plan, home())).toEqual([
      {
        ...{ verb: 'rpc', target: 'set_account_plan' },
        values: { account_id: 'savings', plan: 'classic' },
        text: 'savings will have this plan from the first day of next month.',
      },
    ]);
  });

  it.each<[string, DecisionKind]>([
    ['Goal Saver for checking', { kind: 'choose_plan', accountId: 'checking', plan: 'goal_saver' }],
    ['the same plan', { kind: 'choose_plan', accountId: 'checking', plan: 'free' }],
    ['a plan for a CD', { kind: 'choose_plan', accountId: 'cd', plan: 'classic' }],
  ])('refuses %s', (_case, decision) => {
    expect(apply(home(), decision).event?.kind).toBe('refused');
  });
});

describe('another payment day in a what-if', () => {
  it('from the 1st to the 15th costs 777.78 once', () => {
    const decision = { kind: 'payment_day', debtId: 'home', day: 15 } as const;
    const { state } = apply(wait(1), decision);
    const [moved] = state.debts;
    expect(moved).toMatchObject({ start: parseDay('2026-12-15'), paymentDay: true });
    expect(moved?.oddInterest).toBe(777_78);
    const { events } = simulate(state, zone.getStart(parseDay('2027-02-20')));
    const paid = events
      .filter(({ kind, subject }) => kind === 'mortgage_payment' && subject === 'home')
      .map(({ at, lines }) => [dayText(zone.getDay(at)), -(lines?.[0]?.amount ?? 0)]);
    expect(paid).toEqual([
      ['2027-01-15', 1_970_30 + 777_78],
      ['2027-02-15', 1_970_30],
    ]);
  });

  it.each<[string, DecisionKind]>([
    ['the same day', { kind: 'payment_day', debtId: 'home', day: 1 }],
    ['a card', { kind: 'payment_day', debtId: 'blue', day: 5 }],
    ['a line of credit', { kind: 'payment_day', debtId: 'line', day: 5 }],
  ])('refuses %s', (_case, decision) => {
    expect(apply(wait(1), decision).event?.kind).toBe('refused');
  });

  it('of a debt that is past due is refused', () => {
    const state = wait(1);
    const [mortgage] = state.debts;
    mortgage?.arrears.push({ due: parseDay(ON), amount: 5 });
    expect(apply(state, { kind: 'payment_day', debtId: 'home', day: 9 }).event?.text).toBe(
      'Another payment day for home was left out: a payment on home is past due or paused.',
    );
  });
});

describe('a biweekly plan in a what-if', () => {
  it('pays the mortgage off about 67 months sooner', () => {
    const state = home();
    const biweekly = decide(state, { kind: 'biweekly', debtId: 'home' });
    const until = addMonths(parseDay(ON), 361);
    const project = (decisions: readonly Decision[]) =>
      simulateWhatIf({ ...state, accounts: [account('checking', 900_000_00)] }, decisions, until, {
        currency: 'USD',
      });
    const paidOff = ({ events }: ReturnType<typeof project>) =>
      events.find(({ kind, subject }) => kind === 'debt_gone' && subject === 'home')?.day ?? 0;
    const [plan, usual] = [project([biweekly]), project([])];
    const months = Math.round((paidOff(usual) - paidOff(plan)) / 30.4);
    expect(months).toBeGreaterThanOrEqual(65);
    expect(months).toBeLessThanOrEqual(69);
    expect(usual.interestPaid - plan.interestPaid).toBeGreaterThan(80_000_00);
    for (const { netWorth, cash, investments, property, debt: owed } of plan.points)
      expect(netWorth).toBe(cash + investments + property - owed);
    expect(getCommands(biweekly, state)).toEqual([
      {
        ...{ verb: 'rpc', target: 'start_biweekly' },
        values: { debt_id: 'home', first_day: '2026-12-02' },
        text: 'We’ll collect half a payment on home every 14 days.',
      },
    ]);
  });

  it('turns on autopay first, and starts only once', () => {
    const state = home();
    const [mortgage] = state.debts;
    if (mortgage) mortgage.autopay = null;
    const decision = { kind: 'biweekly', debtId: 'home' } as const;
    expect(getCommands(decide(state, decision), state)).toMatchObject([
      { verb: 'update', target: 'mortgages', id: 'home', values: { autopay_account_id: 'checking' } },
      { verb: 'rpc', target: 'start_biweekly' },
    ]);
    const { state: begun } = apply(state, decision);
    expect(begun.debts[0]).toMatchObject({ autopay: { accountId: 'checking' }, biweekly: { balance: 0 } });
    expect(apply(begun, decision).event?.kind).toBe('refused');
    expect(getCommands({ ...decide(state, decision), on: parseDay(ON) + 9 }, state)).toEqual([
      { impossible: 'This can’t be scheduled in advance for home. Do it on that day.' },
    ]);
  });
});
