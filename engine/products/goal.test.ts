import { describe, expect, test } from 'vitest';
import { DAY_MS, parseDay, Zone } from '../calendar/calendar.ts';
import { getCarryover } from '../household/state.ts';
import { simulate } from '../simulation/simulate.ts';
import type { GoalState, HouseholdState } from '../simulation/state.ts';
import { account, deposit, goal, household, payment } from '../testing/households.ts';

const zone = new Zone('America/New_York');
const monthly = (amount: number, start: string): GoalState['contribution'] => ({
  kind: 'fixed',
  fromAccountId: 'checking',
  amount,
  recurrence: { frequency: 'MONTHLY', start: parseDay(start), minutes: 570, next: 0 },
});

const until = (state: HouseholdState, day: string) => simulate(state, zone.getStart(parseDay(day)));
const getEvents = (state: HouseholdState, day: string, kind: string) =>
  until(state, day)
    .events.filter((event) => event.kind === kind)
    .map(({ at, facts, lines }) => ({
      day: new Date(at).toISOString().slice(0, 10),
      amount: lines?.[1]?.amount ?? facts?.['amount'],
    }));

const saver = (parts: Partial<GoalState>, cash = 100_000, more: Partial<HouseholdState> = {}) =>
  household({
    on: '2026-01-01',
    accounts: [account('checking', cash), account('savings', 0)],
    goals: [goal('trip', 'savings', 50_000, { portion: 0, ...parts })],
    ...more,
  });

describe('a goal', () => {
  test('receives a fixed amount each month, and only the remainder at the end', () => {
    const state = saver({ contribution: monthly(20_000, '2026-01-10') });
    expect(getEvents(state, '2026-06-01', 'goal_contribution')).toEqual([
      { day: '2026-01-10', amount: 20_000 },
      { day: '2026-02-10', amount: 20_000 },
      { day: '2026-03-10', amount: 10_000 },
    ]);
    const { state: after } = until(state, '2026-06-01');
    expect(after.accounts.map(({ balance }) => balance)).toEqual([50_000, 50_000]);
    expect(after.goals?.[0]?.portion).toBe(50_000);
    expect(getEvents(state, '2026-06-01', 'goal_reached')).toEqual([{ day: '2026-03-10', amount: 50_000 }]);
  });

  test('receives its share of each paycheck right after it, and of no other deposits', () => {
    const state = saver(
      { contribution: { kind: 'share_of_pay', fromAccountId: 'checking', percent: 12.5 } },
      0,
      {
        autoDeposits: [
          deposit('pay', 'checking', 100_001, '2026-01-02', { frequency: 'WEEKLY', isPay: true }),
          deposit('gift', 'checking', 5_000, '2026-01-03'),
        ],
      },
    );
    const { events } = until(state, '2026-01-10');
    expect(events.map(({ kind, at, lines }) => [kind, at, lines?.[1]?.amount])).toEqual([
      ['auto_deposit', zone.at(parseDay('2026-01-02'), 360), -100_001],
      ['goal_contribution', zone.at(parseDay('2026-01-02'), 360), 12_500],
      ['auto_deposit', zone.at(parseDay('2026-01-03'), 360), -5_000],
      ['auto_deposit', zone.at(parseDay('2026-01-09'), 360), -100_001],
      ['goal_contribution', zone.at(parseDay('2026-01-09'), 360), 12_500],
    ]);
  });

  test("receives the round-ups of a day's purchases at its end", () => {
    const at = (day: string, minutes: number) => zone.at(parseDay(day), minutes);
    const bought = (day: string, minutes: number, amount: number, kind: string, category?: string) => ({
      at: at(day, minutes),
      productId: 'checking',
      amount: -amount,
      kind,
      ...(category && { category }),
    });
    const state = saver(
      { contribution: { kind: 'round_ups', fromAccountId: 'checking', pending: 0 } },
      100_000,
      {
        changes: [
          bought('2026-01-02', 600, 1_230, 'withdrawal', 'Food'),
          bought('2026-01-02', 700, 999, 'payment'),
          bought('2026-01-02', 800, 4_000, 'payment'),
          bought('2026-01-03', 600, 555, 'withdrawal'),
          bought('2026-01-03', 700, 555, 'transfer'),
          bought('2026-01-04', 1_439, 101, 'payment'),
        ],
      },
    );
    const { events } = until(state, '2026-01-07');
    expect(events.map(({ kind, at: when, lines }) => [kind, when, lines?.[1]?.amount])).toEqual([
      ['goal_contribution', at('2026-01-02', 1_439), 71],
      ['goal_contribution', at('2026-01-05', 1_439), 99],
    ]);
  });

  test('skips a contribution without enough money and reports it once a month', () => {
    const weekly = monthly(10_000, '2026-01-05');
    if (weekly?.kind === 'fixed') weekly.recurrence.frequency = 'WEEKLY';
    const state = saver({ contribution: weekly }, 15_000);
    expect(getEvents(state, '2026-03-01', 'goal_contribution')).toEqual([
      { day: '2026-01-05', amount: 10_000 },
    ]);
    expect(getEvents(state, '2026-03-01', 'goal_skipped')).toEqual([
      { day: '2026-01-12', amount: 10_000 },
      { day: '2026-02-02', amount: 10_000 },
    ]);
  });

  test('with a whole account is also reached by interest and reported once', () => {
    const state = household({
      on: '2026-01-01',
      accounts: [account('savings', 999_000, 'SAVINGS')],
      goals: [goal('trip', 'savings', 1_000_000)],
    });
    expect(getEvents(state, '2026-06-01', 'goal_reached')).toHaveLength(1);
  });

  test('is filled after earlier ones if the account has less than assigned', () => {
    const state = household({
      on: '2026-01-01',
      accounts: [account('savings', 30_000)],
      goals: [
        goal('first', 'savings', 20_000, { portion: 20_000 }),
        goal('second', 'savings', 20_000, { portion: 20_000 }),
      ],
    });
    const { events } = until(state, '2026-01-03');
    expect(events.map(({ kind, subject }) => [kind, subject])).toEqual([['goal_reached', 'first']]);
  });

  test('receives nothing while paused', () => {
    const state = saver({ active: false, contribution: monthly(20_000, '2026-01-10') });
    expect(until(state, '2026-06-01').events).toEqual([]);
  });

  test('is in the carryover only while round-ups wait or after a skipped contribution', () => {
    const roundUps = (fromAccountId: string): GoalState['contribution'] => ({
      kind: 'round_ups',
      fromAccountId,
      pending: 0,
    });
    const bought = { at: zone.at(parseDay('2026-01-06'), 600), productId: 'checking', amount: -1_230 };
    const goals = [
      goal('waits', 'savings', 50_000, { portion: 0, contribution: roundUps('checking') }),
      goal('went', 'savings', 50_000, { portion: 0, contribution: monthly(900_000, '2026-01-05') }),
      goal('rests', 'savings', 50_000, { portion: 0, contribution: roundUps('savings') }),
    ];
    const state = saver({}, 1_000, { goals, changes: [{ ...bought, kind: 'payment' }] });
    const { state: after } = simulate(state, zone.at(parseDay('2026-01-06'), 700));
    expect(getCarryover(after).goals).toEqual({ waits: { pending: 70 }, went: { skippedIn: '2026-01' } });
  });

  test('is simulated equally in sixty steps and in one', () => {
    const state = saver(
      { contribution: { kind: 'round_ups', fromAccountId: 'checking', pending: 0 } },
      90_000,
      {
        scheduledPayments: [payment('rent', 'checking', 12_345, '2026-01-03', { frequency: 'WEEKLY' })],
      },
    );
    const to = state.at + 60 * DAY_MS;
    let stepped = state;
    const events = [];
    for (let day = 1; day <= 60; day += 1) {
      const next = simulate(stepped, state.at + day * DAY_MS);
      stepped = next.state;
      events.push(...next.events);
    }
    expect({ events, state: stepped }).toEqual(simulate(state, to));
    expect(events.filter(({ kind }) => kind === 'goal_contribution').length).toBeGreaterThan(5);
  });
});
