import { describe, expect, test } from 'vitest';
import { DAY_MS, dayText, parseDay, Zone } from '../calendar/calendar.ts';
import { getCarryover } from '../household/state.ts';
import { toMinor } from '../money/minor.ts';
import { readPayTerms } from '../pay/pay-details.ts';
import { simulateByDay } from '../testing/daily-steps.ts';
import { account, deposit, household, start } from '../testing/households.ts';
import { simulate } from './simulate.ts';
import type { AutoDepositState, EngineEvent, HouseholdState, ShockState } from './state.ts';

const zone = new Zone('America/New_York');

const pay = (grossPerYear: number) =>
  readPayTerms({
    gross_per_year: grossPerYear,
    filing_status: 'single',
    retirement_percent: 0,
    match_percent: 0,
    match_up_to: 0,
    health: 0,
    hsa: 0,
    state_percent: 0,
  });

const jobLoss = (months: number, parts: Partial<ShockState> = {}): ShockState => ({
  id: 'luck:2026-03:job_loss',
  kind: 'job_loss',
  on: parseDay('2026-03-02'),
  size: 0,
  months,
  ...parts,
});

/** A job loss whose benefits have started. */
const begun = () => jobLoss(3, { begun: true, benefit: { weekly: 40_000, accountId: 'checking', paid: 0 } });

function employee(gross: number | null, shock: ShockState, parts: Partial<HouseholdState> = {}) {
  const rule = deposit('job', 'checking', 100_000, '2026-01-02', {
    isPay: true,
    ...(gross !== null && { pay: pay(gross) }),
  });
  return household({
    on: '2026-02-01',
    accounts: [account('checking', 100_000)],
    autoDeposits: [rule],
    shocks: [shock],
    unemployment: true,
    ...parts,
  });
}

const getBenefits = (events: readonly EngineEvent[]) =>
  events
    .filter(({ kind }) => kind === 'unemployment_benefit')
    .map(({ at, lines }) => [
      dayText(zone.getDay(at)),
      lines?.find(({ ledger }) => ledger === 'checking')?.amount,
    ]);
const run = (state: HouseholdState, until: string) => simulate(state, start(until));

describe('unemployment benefits', () => {
  test('pay half of gross pay after a waiting week, until the customer is back at work', () => {
    const benefits = getBenefits(run(employee(41_600, jobLoss(2)), '2026-12-31').events);
    expect(benefits.slice(0, 2)).toEqual([
      ['2026-03-16', 40_000],
      ['2026-03-23', 40_000],
    ]);
    // Pay returns on May 2, so the week until May 4 is not paid.
    expect(benefits.at(-1)).toEqual(['2026-04-27', 40_000]);
  });

  test('are at most 500.00 a week, for 26 weeks', () => {
    const benefits = getBenefits(run(employee(104_000, jobLoss(12)), '2027-03-01').events);
    expect(benefits).toHaveLength(26);
    expect(new Set(benefits.map(([, amount]) => amount))).toEqual(new Set([50_000]));
    expect(benefits.at(-1)?.[0]).toBe('2026-09-07');
  });

  test.each([
    ['if benefits are off', employee(41_600, jobLoss(3), { unemployment: undefined } as object)],
    ['if the paycheck has no gross pay', employee(null, jobLoss(3))],
    ['if another paycheck is lost', employee(41_600, jobLoss(3, { productId: 'other' }))],
  ])('are not paid %s', (_, state) => {
    const { events, state: after } = run(state, '2026-06-01');
    expect(getBenefits(events)).toEqual([]);
    expect(after.shocks[0]).not.toHaveProperty('benefit');
  });

  test('are the same in one step as in steps of a day, and are carried over', () => {
    const whole = run(employee(41_600, jobLoss(7)), '2026-12-01');
    let state = employee(41_600, jobLoss(7));
    const events: EngineEvent[] = [];
    while (state.at < start('2026-12-01')) {
      const step = simulate(state, Math.min(start('2026-12-01'), state.at + DAY_MS));
      const { shocks } = JSON.parse(JSON.stringify(getCarryover(step.state))) as { shocks: ShockState[] };
      events.push(...step.events);
      state = { ...step.state, shocks };
    }
    expect(events).toEqual(whole.events);
    expect(getCarryover(whole.state)).toMatchObject({ unemployment: true });
    expect(whole.state.shocks[0]?.benefit).toMatchObject({ weekly: toMinor(400), paid: 26 });
  });

  test('are paid once for a paycheck that two job losses stop', () => {
    const later = jobLoss(3, { id: 'planned', on: parseDay('2026-04-06') });
    const state = employee(41_600, jobLoss(3), { shocks: [jobLoss(3), later] });
    const days = getBenefits(run(state, '2026-06-01').events).map(([day]) => day);
    expect(days).toEqual([...new Set(days)]);
  });

  test('continue without a gap if a later job loss lasts longer, for 26 weeks in total', () => {
    const later = (months: number) => jobLoss(months, { id: 'planned', on: parseDay('2026-04-06') });
    const days = (months: number) => {
      const state = employee(41_600, jobLoss(3), { shocks: [jobLoss(3), later(months)] });
      return getBenefits(run(state, '2027-06-01').events).map(([day]) => day);
    };
    const mondays = (count: number) =>
      Array.from({ length: count }, (_, week) => dayText(parseDay('2026-03-16') + week * 7));
    // Without the later job loss, pay returns on June 2. With it, pay returns on August 6.
    expect(days(1)).toEqual(mondays(12));
    expect(days(4)).toEqual(mondays(21));
    expect(days(12)).toEqual(mondays(26));
  });

  test('continue through three job losses, the same in one step as in steps of a day', () => {
    const shocks = () => [
      jobLoss(2),
      jobLoss(3, { id: 'second', on: parseDay('2026-04-06') }),
      jobLoss(2, { id: 'third', on: parseDay('2026-07-01') }),
    ];
    const whole = run(employee(41_600, jobLoss(2), { shocks: shocks() }), '2026-12-01');
    const daily = simulateByDay(
      employee(41_600, jobLoss(2), { shocks: shocks() }),
      start('2026-12-01'),
      (state) => ({ ...state, shocks: JSON.parse(JSON.stringify(state.shocks)) as ShockState[] }),
    );
    expect(daily.events).toEqual(whole.events);
    // Pay returns on September 1.
    expect(getBenefits(whole.events)).toHaveLength(25);
    expect(getBenefits(whole.events).at(-1)?.[0]).toBe('2026-08-31');
  });

  test('count both paychecks if a later, longer job loss stops them together', () => {
    const two = () => {
      const state = employee(41_600, jobLoss(2, { id: 'first', productId: 'job' }));
      const second = { ...state.autoDeposits[0], id: 'second', name: 'second', pay: pay(31_200) };
      const later = jobLoss(4, { id: 'later', on: parseDay('2026-04-01') });
      return {
        ...state,
        autoDeposits: [...state.autoDeposits, second as AutoDepositState],
        shocks: [...state.shocks, later],
      };
    };
    const whole = run(two(), '2026-12-01');
    const benefits = getBenefits(whole.events);
    // Half of 41,600.00 from March 16, also after May 2, when the first job loss would have ended.
    const first = benefits.filter(([, amount]) => amount === 40_000).map(([day]) => day);
    expect([first[0], first.at(-1), first.length]).toEqual(['2026-03-16', '2026-07-27', 20]);
    // Half of 31,200.00 after a waiting week, until August 1.
    const second = benefits.filter(([, amount]) => amount === 30_000).map(([day]) => day);
    expect([second[0], second.at(-1), second.length]).toEqual(['2026-04-15', '2026-07-29', 16]);
    expect(benefits).toHaveLength(36);
    const daily = simulateByDay(two(), start('2026-12-01'), (state) => ({
      ...state,
      shocks: JSON.parse(JSON.stringify(state.shocks)) as ShockState[],
    }));
    expect(daily.events).toEqual(whole.events);
  });

  test('are paid only to accounts in US dollars', () => {
    const state = employee(41_600, jobLoss(3), {
      accounts: [
        { ...account('checking', 100_000), closed: true },
        { ...account('euros', 0), currency: 'EUR' },
      ],
    });
    const { accounts } = run({ ...state, shocks: [begun()] }, '2026-06-01').state;
    expect(accounts.map(({ balance }) => balance)).toEqual([100_000, 0]);
  });
});
