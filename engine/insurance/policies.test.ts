import { describe, expect, test } from 'vitest';
import { dayText, parseDay, Zone } from '../calendar/calendar.ts';
import { getCarryover } from '../household/state.ts';
import { getMonthNumber } from '../products/debts/escrow.ts';
import { buildDigest } from '../simulation/digest.ts';
import { simulate } from '../simulation/simulate.ts';
import type { EngineEvent, HouseholdState, PolicyState, ShockState } from '../simulation/state.ts';
import { reloadFields, simulateByDay } from '../testing/daily-steps.ts';
import { account, debt, deposit, household, payment, start } from '../testing/households.ts';

const zone = new Zone('America/New_York');
const since = parseDay('2026-01-01');
const car: PolicyState = { since, paymentId: 'premium', deductible: 50_000, coinsurance: 0 };
const health: PolicyState = { since, deductible: 190_000, coinsurance: 20, limit: 600_000 };

/** A monthly paycheck that deducts the premium of health insurance. */
const paycheck = (parts: { count?: number; paused?: true } = {}) =>
  deposit('pay', 'checking', 0, '2026-01-15', {
    ...parts,
    isPay: true,
    pay: {
      grossPerYear: 6_000_000,
      filingStatus: 'single',
      retirementPercent: 0,
      matchPercent: 0,
      matchUpTo: 0,
      health: 12_000,
      hsa: 0,
      statePercent: 0,
    },
  });

const shock = (kind: ShockState['kind'], size: number, on = '2026-02-03'): ShockState => ({
  id: `luck:${on}:${kind}`,
  kind,
  on: parseDay(on),
  size,
});

const insured = (parts: Partial<HouseholdState>) =>
  household({ on: '2026-01-01', accounts: [account('checking', 2_000_000)], ...parts });

const premium = (parts = {}) => payment('premium', 'checking', 21_500, '2026-01-10', parts);

const list = (events: EngineEvent[]) =>
  events.map(({ at, kind, description, lines }) => [
    dayText(zone.getDay(at)),
    kind,
    description,
    lines?.[0]?.amount,
  ]);

describe('a collision', () => {
  test('is paid in full, and the insurer pays 3,700.00 of 4,200.00 after 7 to 14 days', () => {
    const { events, state } = simulate(
      insured({
        insurance: { car: { since, deductible: 50_000, coinsurance: 0 } },
        shocks: [shock('collision', 420_000)],
      }),
      start('2026-04-01'),
    );
    const [begins, claimed, bill, payout] = list(events);
    expect(begins?.[1]).toBe('shock');
    expect(claimed?.[2]).toBe('Car insurance pays $3,700.00 of $4,200.00, and you pay $500.00');
    expect(bill).toEqual(['2026-02-03', 'payment', 'Repairs after a collision', -420_000]);
    expect(payout?.slice(1)).toEqual(['refund', 'Car insurance claim', 370_000]);
    const days = parseDay(String(payout?.[0])) - parseDay('2026-02-03');
    expect(days).toBeGreaterThanOrEqual(7);
    expect(days).toBeLessThanOrEqual(14);
    expect(state.accounts[0]?.balance).toBe(2_000_000 - 50_000);
    const groups = buildDigest(events, state).lines.map(({ group, amounts }) => [group, amounts]);
    expect(groups).toEqual([
      ['shock', {}],
      ['claim', {}],
      ['surprise_money', { USD: -50_000 }],
    ]);
  });

  test('is paid in full by the customer without insurance or below the deductible', () => {
    const uninsured = simulate(insured({ shocks: [shock('collision', 420_000)] }), start('2026-04-01'));
    expect(uninsured.state.accounts[0]?.balance).toBe(2_000_000 - 420_000);
    const small = simulate(
      insured({
        insurance: { car: { since, deductible: 50_000, coinsurance: 0 } },
        shocks: [shock('collision', 40_000)],
      }),
      start('2026-04-01'),
    );
    expect(list(small.events)[1]?.[2]).toBe(
      'Car insurance pays nothing, because the $400.00 bill is below the deductible',
    );
    expect(small.state.accounts[0]?.balance).toBe(2_000_000 - 40_000);
  });
});

test('a medical bill costs only the customer’s part, and the year’s deductible is used', () => {
  const shocks = [shock('medical_bill', 840_000), shock('medical_bill', 3_000_000, '2026-05-03')];
  const { events, state } = simulate(
    insured({ insurance: { health }, autoDeposits: [paycheck()], shocks }),
    start('2026-06-01'),
  );
  const paid = events.flatMap(({ kind, lines }) => (kind === 'payment' && lines ? [lines[0]?.amount] : []));
  expect(paid).toEqual([-320_000, -280_000]);
  expect(events.find(({ kind }) => kind === 'insurance_claim')?.facts).toEqual({
    insurance: 'health',
    bill: 840_000,
    insurer: 520_000,
    customer: 320_000,
    deductible_left: 0,
    currency: 'USD',
  });
  expect(state.insurance?.health?.used).toEqual({ year: 2026, deductible: 190_000, paid: 600_000 });
});

describe('a premium', () => {
  test('that isn’t paid warns, and ends the coverage 31 days later', () => {
    const state = insured({
      accounts: [account('checking', 0)],
      insurance: { car },
      scheduledPayments: [premium()],
    });
    const { events, state: after } = simulate(state, start('2026-03-01'));
    const notices = list(events).filter(([, kind]) => String(kind).startsWith('coverage'));
    expect(notices).toEqual([
      [
        '2026-01-13',
        'coverage_warning',
        'Car insurance ends in 31 days, because its premium wasn’t paid',
        undefined,
      ],
      [
        '2026-02-13',
        'coverage_ended',
        'Car insurance ended, because its premium wasn’t paid for 31 days',
        undefined,
      ],
    ]);
    expect(after.insurance?.car?.endedOn).toBe(parseDay('2026-02-13'));
    const crash = {
      ...after,
      shocks: [shock('collision', 420_000, '2026-03-05')],
      accounts: [account('checking', 2_000_000)],
    };
    expect(simulate(crash, start('2026-04-01')).events.some(({ kind }) => kind === 'insurance_claim')).toBe(
      false,
    );
  });

  test('that is paid within 31 days keeps the coverage', () => {
    const state = insured({
      accounts: [account('checking', 0)],
      insurance: { car },
      scheduledPayments: [premium()],
    });
    const missed = simulate(state, start('2026-01-20')).state;
    expect(missed.insurance?.car?.unpaidSince).toBe(parseDay('2026-01-13'));
    const paid = { ...missed, accounts: [account('checking', 500_000)] };
    const { state: after } = simulate(paid, start('2026-05-01'));
    expect(after.insurance?.car).toEqual(car);
  });

  test('whose payment was deleted or paused warns, and counts as unpaid', () => {
    for (const scheduledPayments of [[], [premium({ paused: true })]]) {
      const { events, state } = simulate(
        insured({ insurance: { car }, scheduledPayments }),
        start('2026-03-01'),
      );
      expect(list(events).map(([on, kind]) => [on, kind])).toEqual([
        ['2026-01-01', 'coverage_warning'],
        ['2026-02-01', 'coverage_ended'],
      ]);
      expect(state.insurance?.car?.endedOn).toBe(parseDay('2026-02-01'));
    }
  });

  test('warns once about a payment that was paused between two steps', () => {
    const unpaid = { ...car, unpaidSince: parseDay('2025-12-20'), warningDue: true as const };
    const state = insured({ insurance: { car: unpaid }, scheduledPayments: [premium({ paused: true })] });
    const first = simulate(state, start('2026-01-05'));
    expect(first.events.map(({ kind }) => kind)).toEqual(['coverage_warning']);
    expect(first.state.insurance?.car).not.toHaveProperty('warningDue');
    const { events } = simulate(first.state, start('2026-03-01'));
    expect(list(events).map(([on, kind]) => [on, kind])).toEqual([['2026-01-20', 'coverage_ended']]);
  });

  test('is no longer collected after the coverage ended, in one step and day by day', () => {
    const state = insured({
      accounts: [account('checking', 0)],
      insurance: { car },
      scheduledPayments: [premium()],
    });
    const end = start('2027-01-01');
    const once = simulate(state, end);
    expect(simulateByDay(state, end)).toEqual(once);
    expect(once.events.at(-1)?.kind).toBe('coverage_ended');
    expect(once.state.scheduledPayments[0]).toMatchObject({ recurrence: { paused: true }, retry: null });
  });

  test('is paused in a household whose coverage ended before', () => {
    const ended = { ...car, endedOn: parseDay('2025-12-20') };
    const { events, state } = simulate(
      insured({ insurance: { car: ended }, scheduledPayments: [premium()] }),
      start('2026-03-01'),
    );
    expect(events).toEqual([]);
    expect(state.scheduledPayments[0]?.recurrence.paused).toBe(true);
  });
});

describe('health insurance from the paycheck', () => {
  const end = start('2026-09-01');
  const run = (parts: Partial<HouseholdState>) => {
    const state = insured({ insurance: { health }, ...parts });
    const once = simulate(state, end);
    expect(simulateByDay(state, end)).toEqual(once);
    return list(once.events).flatMap(([on, kind, text]) =>
      String(kind).startsWith('coverage') ? [[on, text]] : [],
    );
  };

  test('continues while a paycheck deducts its premium', () => {
    expect(run({ autoDeposits: [paycheck()] })).toEqual([]);
  });

  test('ends 31 days after the last paycheck', () => {
    expect(run({ autoDeposits: [paycheck({ count: 3 })] })).toEqual([
      ['2026-03-15', 'Health insurance ends in 31 days, because your pay no longer covers its premium'],
      ['2026-04-15', 'Health insurance ended, because its premium wasn’t paid for 31 days'],
    ]);
  });

  test('ends 31 days after the first missed paycheck of a job loss, unless pay returns', () => {
    const lost = (months: number) => ({ ...shock('job_loss', 0, '2026-02-10'), months });
    expect(run({ autoDeposits: [paycheck()], shocks: [lost(3)] }).map(([on]) => on)).toEqual([
      '2026-02-15',
      '2026-03-18',
    ]);
    expect(run({ autoDeposits: [paycheck()], shocks: [lost(1)] }).map(([on]) => on)).toEqual(['2026-02-15']);
  });

  test('warns at once without a paycheck that deducts its premium', () => {
    for (const autoDeposits of [[], [paycheck({ paused: true })]])
      expect(run({ autoDeposits }).map(([on]) => on)).toEqual(['2026-01-01', '2026-02-01']);
  });
});

test('home insurance that escrow paid ends 31 days after escrow closes', () => {
  const state = insured({
    debts: [
      debt('home', '2026-01-01', {
        ...{ balance: 900_00, rate: 6, payment: 1_000_00, term: 360 },
        product: 'mortgage',
        autopay: { accountId: 'checking', extra: 0 },
        escrow: {
          ...{ id: 'escrow', currency: 'USD', balance: 500_00, tax: 0, insurance: 1_200_00 },
          ...{ from: getMonthNumber(since) + 1, payment: 100_00, spread: 0, deposits: 0, assessed: 0 },
        },
      }),
    ],
    insurance: { home: { since, deductible: 100_000, coinsurance: 0 } },
  });
  // The mortgage is paid off on February 1, and February 27 is the 20th business day after it.
  const end = start('2026-06-01');
  const once = simulate(state, end);
  expect(list(once.events.filter(({ kind }) => /^(coverage|escrow_closed)/.test(kind)))).toEqual([
    [
      '2026-02-27',
      'coverage_warning',
      'Home insurance ends in 31 days, because its premium wasn’t paid',
      undefined,
    ],
    ['2026-02-27', 'escrow_closed', 'home no longer has escrow', undefined],
    [
      '2026-03-30',
      'coverage_ended',
      'Home insurance ended, because its premium wasn’t paid for 31 days',
      undefined,
    ],
  ]);
  expect(simulateByDay(state, end).state.insurance).toEqual(once.state.insurance);
  expect(simulate(state, start('2026-02-20')).state.insurance).toEqual(state.insurance);
});

test('claims and coverage are the same in one step and day by day, through the carryover', () => {
  const state = insured({
    seed: 4,
    surprises: 'many',
    surpriseChoices: true,
    accounts: [account('checking', 900_000)],
    insurance: { car, health },
    autoDeposits: [paycheck({ count: 20 })],
    scheduledPayments: [premium()],
    shocks: [shock('collision', 420_000), shock('medical_bill', 840_000)],
  });
  const end = start('2029-01-01');
  const once = simulate(state, end);
  const stepped = simulateByDay(state, end, reloadFields('shocks', 'insurance'));
  expect(stepped.events).toEqual(once.events);
  expect(stepped.state.insurance).toEqual(once.state.insurance);
  expect(once.events.some(({ kind }) => kind === 'coverage_ended')).toBe(true);
});

test('a household without insurance has none in its carryover', () => {
  expect(getCarryover(insured({}))).not.toHaveProperty('insurance');
});
