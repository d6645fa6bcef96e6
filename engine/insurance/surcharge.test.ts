import { describe, expect, test } from 'vitest';
import { dayText, parseDay, Zone } from '../calendar/calendar.ts';
import { simulate } from '../simulation/simulate.ts';
import type { HouseholdState, PolicyState, ShockState } from '../simulation/state.ts';
import { simulateByDay } from '../testing/daily-steps.ts';
import { account, household, payment, start } from '../testing/households.ts';
import { addSurchargeTo, getCurrentPremium } from './surcharge.ts';

const zone = new Zone('America/New_York');
const car: PolicyState = {
  since: parseDay('2026-01-01'),
  paymentId: 'premium',
  deductible: 50_000,
  coinsurance: 0,
};
const collision = (on: string, size = 420_000): ShockState => ({
  id: `plan:${on}`,
  kind: 'collision',
  on: parseDay(on),
  size,
});

/** A household that has paid 215.00 a month for car insurance since January 10, 2026, and has a collision. */
const driver = (shocks: ShockState[], parts: Partial<HouseholdState> = {}) =>
  household({
    on: '2026-02-01',
    accounts: [account('checking', 9_000_000)],
    insurance: { car: { ...car } },
    drivingRecord: {},
    scheduledPayments: [payment('premium', 'checking', 21_500, '2026-01-10')],
    shocks,
    ...parts,
  });

/** Returns the premiums that were paid, when they changed. */
function getPremiums(state: HouseholdState, until: string) {
  const { events } = simulate(state, start(until));
  const paid = events.flatMap(({ subject, lines, at }) =>
    subject === 'premium' && lines ? [[dayText(zone.getDay(at)), -(lines[0]?.amount ?? 0)] as const] : [],
  );
  return paid.filter(([, amount], index) => amount !== paid[index - 1]?.[1]);
}

test('a claim for a collision raises a premium of 215.00 to 258.00 for three years from the renewal on', () => {
  const state = driver([collision('2026-03-05')]);
  expect(getPremiums(state, '2030-12-01')).toEqual([
    ['2026-02-10', 21_500],
    ['2027-01-10', 25_800],
    ['2030-01-10', 21_500],
  ]);
});

test('announces the increase with the claim, and its end', () => {
  const { events } = simulate(driver([collision('2026-03-05')]), start('2030-12-01'));
  const notices = events.filter(({ key }) => key.includes('surcharge'));
  expect(notices.map(({ kind, description, facts }) => [kind, description, facts])).toEqual([
    [
      'price_increase',
      'premium goes up from $215.00 to $258.00 on Jan 10, 2027, because your claim adds 20% for 3 years',
      { before: 21_500, after: 25_800, effective_date: '2027-01-10', reason: 'claim' },
    ],
    [
      'surcharge_ended',
      'premium goes down to $215.00, because the surcharge for your claim has ended',
      { insurance: 'car', before: 25_800, after: 21_500 },
    ],
  ]);
});

test('the notice includes the yearly increase of the same day', () => {
  const scheduledPayments = [
    {
      ...payment('premium', 'checking', 21_500, '2026-01-10'),
      yearly: { by: 5.5, year: 0, level: 1_000_000 },
    },
  ];
  const state = driver([collision('2026-03-05')], { scheduledPayments });
  const { events } = simulate(state, start('2026-04-01'));
  expect(events.find(({ kind }) => kind === 'price_increase')?.facts?.after).toBe(27_219);
  expect(getPremiums(state, '2027-02-01').at(-1)).toEqual(['2027-01-10', 27_219]);
});

test('a claim less than 30 days before a renewal counts from the next one', () => {
  expect(getPremiums(driver([collision('2026-12-12')]), '2028-03-01')).toEqual([
    ['2026-02-10', 21_500],
    ['2028-01-10', 25_800],
  ]);
});

test('a second claim starts the three years again, but doesn’t raise the premium further', () => {
  const state = driver([collision('2026-03-05'), collision('2028-03-05')]);
  expect(getPremiums(state, '2033-01-01')).toEqual([
    ['2026-02-10', 21_500],
    ['2027-01-10', 25_800],
    ['2032-01-10', 21_500],
  ]);
  const { events } = simulate(state, start('2028-04-01'));
  expect(events.map(({ kind }) => kind)).toContain('surcharge_extended');
});

describe('a premium stays the same', () => {
  test.for<[string, HouseholdState]>([
    ['without a claim', driver([])],
    ['after a collision below the deductible', driver([collision('2026-03-05', 40_000)])],
    ['after another kind of claim', driver([{ ...collision('2026-03-05'), kind: 'car_repair' }])],
    [
      'in an earlier household without a driving record',
      driver([collision('2026-03-05')], { drivingRecord: undefined } as never),
    ],
  ])('%s', ([_name, state]) => {
    expect(getPremiums(state, '2028-01-01')).toEqual([['2026-02-10', 21_500]]);
  });
});

test('a surcharge is the same in one step and day by day', () => {
  const state = driver([collision('2026-03-05')]);
  const end = start('2030-06-01');
  expect(simulateByDay(state, end)).toEqual(simulate(state, end));
});

test('a canceled policy keeps its record, and a new one has the surcharge', () => {
  const { state } = simulate(driver([collision('2026-03-05')]), start('2026-06-01'));
  const canceled = { ...state, insurance: {}, scheduledPayments: [] };
  const { state: later } = simulate(canceled, start('2027-06-01'));
  expect(later.drivingRecord?.surcharge).toMatchObject({ charged: true });
  expect(getCurrentPremium(21_500, later.drivingRecord)).toBe(25_800);
  expect(simulate(later, start('2030-06-01')).state.drivingRecord).toEqual({});
});

test('rounds half away from zero', () => {
  expect(addSurchargeTo(18_198)).toBe(21_838);
});
