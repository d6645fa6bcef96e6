import { describe, expect, it } from 'vitest';
import { addMonths, parseDay } from '../calendar/calendar.ts';
import type { HouseholdState } from '../simulation/state.ts';
import { account, debt, deposit, household, payment } from '../testing/households.ts';
import { getCommands } from './apply.ts';
import { applyDecision } from './decisions.ts';
import { type Decision, type DecisionKind, simulateWhatIf } from './what-if.ts';

const ON = '2026-12-01';
const today = parseDay(ON);
/** A household with car insurance from January 1, 2026 on. */
const driver = (parts: Partial<HouseholdState> = {}): HouseholdState =>
  household({
    on: ON,
    accounts: [account('checking', 90_000_00), account('savings', 200_00, 'SAVINGS')],
    insurance: {
      car: { since: parseDay('2026-01-01'), paymentId: 'premium', deductible: 500_00, coinsurance: 0 },
    },
    scheduledPayments: [payment('premium', 'checking', 215_00, '2026-01-10')],
    ...parts,
  });

const decide = (decision: DecisionKind, on = today, id = 'it'): Decision =>
  ({ id, on, ...decision }) as Decision;
const apply = (state: HouseholdState, decision: DecisionKind) =>
  applyDecision(state, decide(decision), 'USD');
const project = (state: HouseholdState, decisions: Decision[], months = 12) =>
  simulateWhatIf(state, decisions, addMonths(today, months) - 1);

const RAISE: DecisionKind = { kind: 'change_coverage', insurance: 'car', deductible: 1_000_00 };
const COLLISION: DecisionKind = { kind: 'shock', shock: 'collision', size: 4_200_00 };

describe('a higher deductible in a what-if', () => {
  it('lowers the premium from 215.00 to 197.80, and saves 206.40 in a year', () => {
    const { state } = apply(driver(), RAISE);
    expect(state.scheduledPayments[0]?.amount).toBe(197_80);
    expect(state.insurance?.car).toMatchObject({ deductible: 1_000_00, paymentId: 'premium' });
    const [branch, baseline] = [project(driver(), [decide(RAISE)]), project(driver(), [])];
    expect(baseline.premiumsPaid - branch.premiumsPaid).toBe(206_40);
    expect(branch.coverage).toEqual({ car: { deductible: 1_000_00, coinsurance: 0 } });
    expect(baseline.coverage).toEqual({ car: { deductible: 500_00, coinsurance: 0 } });
  });

  it('costs 500.00 more in a collision of 4,200.00', () => {
    const crash = decide(COLLISION, today + 100, 'crash');
    const [branch, baseline] = [project(driver(), [decide(RAISE), crash]), project(driver(), [crash])];
    const claim = ({ events }: typeof branch) => events.find(({ kind }) => kind === 'claim')?.text;
    expect(claim(branch)).toBe('Car insurance pays $3,200.00 of $4,200.00, and you pay $1,000.00');
    expect(claim(baseline)).toBe('Car insurance pays $3,700.00 of $4,200.00, and you pay $500.00');
  });

  it.for<[string, HouseholdState, DecisionKind, string]>([
    ['without the policy', driver({ insurance: {} }), RAISE, 'you don’t have car insurance.'],
    [
      'if it is the same',
      driver(),
      { ...RAISE, deductible: 500_00 },
      'your car insurance already has this deductible.',
    ],
    ['if it isn’t offered', driver(), { ...RAISE, deductible: 700_00 }, 'this deductible isn’t offered.'],
    [
      'after the coverage ended',
      driver({ insurance: { car: { since: 0, deductible: 500_00, coinsurance: 0, endedOn: today - 9 } } }),
      RAISE,
      'you don’t have car insurance.',
    ],
  ])('is left out %s', ([_name, state, decision, reason]) => {
    const { event } = apply(state, decision);
    expect(event).toMatchObject({ kind: 'refused' });
    expect(event?.text).toContain(reason);
    expect(getCommands(decide(decision), state)).toEqual([
      { impossible: `${reason.charAt(0).toUpperCase()}${reason.slice(1)}` },
    ]);
  });
});

describe('new insurance in a what-if', () => {
  const add: DecisionKind = {
    kind: 'add_insurance',
    insurance: 'renters',
    deductible: 500_00,
    accountId: 'checking',
  };

  it('pays its premium of 14.25 from the next day on, and raises it each year', () => {
    const { state } = apply(driver(), add);
    expect(state.scheduledPayments[1]).toMatchObject({
      name: 'Renters insurance',
      amount: 14_25,
      recurrence: { start: today + 1 },
      yearly: { by: 5.5 },
    });
    const saved = project(driver(), []).premiumsPaid - project(driver(), [decide(add)]).premiumsPaid;
    expect(saved).toBe(-12 * 14_25);
  });

  it('has no payment if a paycheck or escrow already pays the premium', () => {
    const pay = deposit('pay', 'checking', 0, '2026-01-15', {
      isPay: true,
      pay: {
        ...{ grossPerYear: 6_000_000, filingStatus: 'single', retirementPercent: 0, matchPercent: 0 },
        ...{ matchUpTo: 0, health: 12_000, hsa: 0, statePercent: 0 },
      },
    });
    const health: DecisionKind = {
      ...{ kind: 'add_insurance', insurance: 'health', deductible: 1_900_00, accountId: 'checking' },
    } as DecisionKind;
    const { state } = apply(driver({ autoDeposits: [pay] }), health);
    expect(state.insurance?.health).toEqual({
      ...{ since: today, deductible: 1_900_00, coinsurance: 20, limit: 6_000_00 },
    });
    expect(state.scheduledPayments).toHaveLength(1);
  });

  it('is left out if there already is one', () => {
    const { event } = apply(driver(), { ...add, insurance: 'car' } as DecisionKind);
    expect(event?.text).toContain('you already have car insurance.');
  });
});

describe('canceled insurance in a what-if', () => {
  const cancel: DecisionKind = { kind: 'cancel_insurance', insurance: 'car' };

  it('has no premium, and a collision costs 4,200.00', () => {
    const { state } = apply(driver(), cancel);
    expect(state.insurance).toBeUndefined();
    expect(state.scheduledPayments).toEqual([]);
    const crash = decide(COLLISION, today + 100, 'crash');
    const branch = project(driver(), [decide(cancel), crash]);
    expect(branch.premiumsPaid).toBe(0);
    expect(branch.coverage).toEqual({});
    const calm = project(driver(), [decide(cancel)]);
    expect((calm.points.at(-1)?.cash ?? 0) - (branch.points.at(-1)?.cash ?? 0)).toBe(4_200_00);
  });

  it('is carried out by one command', () => {
    expect(getCommands(decide(cancel), driver())).toMatchObject([
      { verb: 'rpc', target: 'end_insurance', values: { insurance_kind: 'car' } },
    ]);
    expect(getCommands(decide(cancel, today + 9), driver())).toEqual([
      { impossible: 'This can’t be scheduled in advance. Do it on that day.' },
    ]);
  });
});

describe('a planned shock', () => {
  it.for(['home_repair', 'collision', 'home_damage'] as const)('costs its bill: %s', (shock) => {
    const decision = decide({ kind: 'shock', shock, size: 3_000_00 }, today + 5);
    const bare = driver({ insurance: {}, scheduledPayments: [] });
    const cost =
      (project(bare, []).points.at(-1)?.cash ?? 0) - (project(bare, [decision]).points.at(-1)?.cash ?? 0);
    expect(cost).toBe(3_000_00);
    expect(getCommands(decision, bare)).toMatchObject([
      { verb: 'insert', target: 'shocks', values: { shock, size: 3_000 } },
    ]);
  });

  it('of a home is paid by home insurance above the deductible, but wear isn’t covered', () => {
    const owner = driver({
      insurance: { home: { since: 0, deductible: 1_000_00, coinsurance: 0 } },
      scheduledPayments: [],
      debts: [
        debt('home', ON, { property: { value: 400_000_00 }, balance: 0, rate: 6, term: 360, payment: 0 }),
      ],
    });
    const cash = (shock: 'home_repair' | 'home_damage') => {
      const decision = decide({ kind: 'shock', shock, size: 3_000_00 }, today + 5);
      return (
        (project(owner, [], 2).points.at(-1)?.cash ?? 0) -
        (project(owner, [decision], 2).points.at(-1)?.cash ?? 0)
      );
    };
    expect(cash('home_damage')).toBe(1_000_00);
    expect(cash('home_repair')).toBe(3_000_00);
  });
});
