import { expect, test } from 'vitest';
import { dayText, parseDay, Zone } from '../../calendar/calendar.ts';
import { buildDigest } from '../../simulation/digest.ts';
import { nextDueAt, simulate } from '../../simulation/simulate.ts';
import type { HouseholdState, ShockState } from '../../simulation/state.ts';
import { simulateByDay } from '../../testing/daily-steps.ts';
import { account, household, start } from '../../testing/households.ts';

const zone = new Zone('America/New_York');
const saver = (on: string, parts: Partial<HouseholdState> = {}) =>
  household({ on, accounts: [account('savings', 1_000_000, 'SAVINGS')], ...parts });
const change = (on: string, size: number, parts: Partial<ShockState> = {}): ShockState => ({
  id: `plan:${on}`,
  kind: 'rate_change',
  on: parseDay(on),
  size,
  ...parts,
});

function getNotices(state: HouseholdState, until: string) {
  const { events } = simulate(state, start(until));
  return events
    .filter(({ kind }) => kind === 'savings_rate')
    .map(({ at, description }) => [dayText(zone.getDay(at)), description]);
}

test('a savings rate change of the bank is announced on the day before', () => {
  expect(getNotices(saver('2026-06-01'), '2026-08-01')).toEqual([
    ['2026-06-30', 'Savings rates go down on Jul 1: 3.10% to 3.90% instead of 3.25% to 4.10%'],
  ]);
});

test('a planned rate change is announced before its start and its end', () => {
  const state = saver('2026-08-01', { shocks: [change('2026-09-10', 1.5, { months: 3 })] });
  expect(getNotices(state, '2027-02-01')).toEqual([
    ['2026-09-09', 'Savings rates go up on Sep 10: 4.60% to 5.40% instead of 3.10% to 3.90%'],
    ['2026-12-09', 'Savings rates go down on Dec 10: 3.10% to 3.90% instead of 4.60% to 5.40%'],
  ]);
  expect(nextDueAt(state)).toBeLessThanOrEqual(start('2026-09-10'));
});

test('is one line of the digest', () => {
  const { events, state } = simulate(saver('2026-06-15'), start('2026-07-02'));
  expect(buildDigest(events, state).lines.find(({ group }) => group === 'rate')?.count).toBe(1);
});

test('no notice comes without an open savings account, or before a hidden event', () => {
  const checking = { accounts: [account('checking', 1_000)] };
  expect(getNotices(saver('2026-06-01', checking), '2026-08-01')).toEqual([]);
  const hidden = change('2026-09-10', 1, { story: { id: 'x', text: 'Rates rise.' } as never });
  expect(getNotices(saver('2026-08-01', { shocks: [hidden] }), '2026-10-01')).toEqual([]);
});

test('the end of a hidden event is announced once the event has begun', () => {
  const hidden = change('2026-09-10', 1, { months: 3, story: { id: 'x', text: 'Rates rise.' } as never });
  const state = saver('2026-08-01', { shocks: [hidden] });
  expect(getNotices(state, '2027-02-01')).toEqual([
    ['2026-12-09', 'Savings rates go down on Dec 10: 3.10% to 3.90% instead of 4.10% to 4.90%'],
  ]);
  const end = start('2027-02-01');
  expect(simulateByDay(state, end)).toEqual(simulate(state, end));
});

test('the notice is the same in one step and day by day', () => {
  const state = saver('2026-06-01', { shocks: [change('2026-09-10', -1, { months: 2 })] });
  const end = start('2026-12-24');
  expect(simulateByDay(state, end)).toEqual(simulate(state, end));
});
