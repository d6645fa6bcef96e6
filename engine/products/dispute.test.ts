import { describe, expect, test } from 'vitest';
import { DAY_MS, dayText, parseDay, Zone } from '../calendar/calendar.ts';
import { buildDigest } from '../simulation/digest.ts';
import { nextDueAt, simulate } from '../simulation/simulate.ts';
import type { DisputeState, HouseholdState, OutsideChange } from '../simulation/state.ts';
import { simulateByDay } from '../testing/daily-steps.ts';
import { account, card, deposit, household, payment } from '../testing/households.ts';

const zone = new Zone('America/New_York');
const instant = (day: string, hours = 0) => zone.getStart(parseDay(day)) + hours * 3_600_000;

const dispute = (parts: Partial<DisputeState> = {}): DisputeState => ({
  id: 'd1',
  productId: 'tide',
  amount: 10_000,
  decideOn: parseDay('2026-02-02'),
  merchant: 'Grocer',
  category: 'Food',
  ...parts,
});

const moved = (day: string, amount: number, kind: string): OutsideChange => ({
  at: instant(day, 12),
  productId: 'tide',
  amount,
  kind,
  category: 'Food',
});

const contested = (parts: Partial<DisputeState>): HouseholdState =>
  household({
    on: '2026-01-10',
    cards: [card('tide', '2026-01-05')],
    changes: [moved('2026-01-15', -10_000, 'card_charge'), moved('2026-01-19', 10_000, 'dispute_credit')],
    disputes: [dispute(parts)],
  });

const owed = ({ cards }: HouseholdState) => cards[0]?.balance;

describe('a dispute', () => {
  test('that is lost reverses the credit on its day', () => {
    const { events, state } = simulate(contested({ outcome: 'lost' }), instant('2026-02-03'));
    const disputeEvents = events.filter(({ subject }) => subject === 'd1');
    expect(disputeEvents.map(({ key, at }) => [key, at])).toEqual([
      ['d1:lost', instant('2026-02-02', 10)],
      ['d1:reversal', instant('2026-02-02', 10)],
    ]);
    expect(disputeEvents[1]).toMatchObject({
      kind: 'dispute_reversal',
      merchant: 'Grocer',
      category: 'Food',
    });
    expect(owed(state)).toBe(10_000);
  });

  test('that is won keeps the credit', () => {
    const { events, state } = simulate(contested({ outcome: 'won' }), instant('2026-02-03'));
    expect(events.filter(({ subject }) => subject === 'd1')).toMatchObject([
      { key: 'd1:won', kind: 'dispute_won', facts: { amount: 10_000, card: 'tide' } },
    ]);
    expect(owed(state)).toBe(0);
  });

  test('without a known outcome stays open', () => {
    const { events, state } = simulate(contested({}), instant('2026-03-03'));
    expect(events.filter(({ subject }) => subject === 'd1')).toEqual([]);
    expect(owed(state)).toBe(0);
  });

  test('is decided once, in thirty steps of a day and in one of thirty days', () => {
    for (const outcome of ['won', 'lost'] as const) {
      const whole = simulate(contested({ outcome }), instant('2026-02-10'));
      let state = contested({ outcome });
      const events = [];
      for (let at = state.at + DAY_MS; at <= instant('2026-02-10'); at += DAY_MS) {
        const day = simulate(state, at);
        events.push(...day.events);
        state = day.state;
      }
      expect(events).toEqual(whole.events);
      expect(state).toEqual(whole.state);
    }
  });

  test('that is overdue is decided now', () => {
    const late = contested({ outcome: 'lost', decideOn: parseDay('2026-01-02') });
    const { events } = simulate(late, instant('2026-01-11'));
    expect(events.filter(({ subject }) => subject === 'd1').map(({ key, at }) => [key, at])).toEqual([
      ['d1:lost', instant('2026-01-10')],
      ['d1:reversal', instant('2026-01-10')],
    ]);
  });

  test('is the next event on its day', () => {
    const quiet = { ...contested({ outcome: 'won', decideOn: parseDay('2026-01-10') }), changes: [] };
    expect(nextDueAt(quiet)).toBe(instant('2026-01-10', 10));
  });

  test('reverses the reward, and restores it when lost', () => {
    const rewards = (outcome: 'won' | 'lost') =>
      simulate(contested({ outcome, decideOn: parseDay('2026-02-12') }), instant('2026-03-20'))
        .events.filter(({ kind }) => kind === 'statement')
        .map(({ facts }) => [facts?.charges, facts?.paid, facts?.closing, facts?.rewards]);
    const both = [10_000, 10_000, 0, 0];
    expect(rewards('won').slice(-2)).toEqual([both, [0, 0, 0, 0]]);
    expect(rewards('lost').slice(-2)).toEqual([both, [10_000, 0, 10_000, 300]]);
  });

  test('is one decision in the digest', () => {
    for (const outcome of ['won', 'lost'] as const) {
      const before = contested({ outcome });
      const { events, state } = simulate(before, instant('2026-02-03'));
      const line = buildDigest(events, state).lines.find(({ group }) => group === 'dispute');
      expect(line?.text).toBe('1 dispute decided');
      expect(line?.amounts).toEqual(outcome === 'won' ? {} : { USD: -10_000 });
    }
  });
});

describe('a fraud that the customer disputes', () => {
  const defrauded = (disputes: DisputeState[]) =>
    household({
      on: '2026-01-10',
      cards: [card('tide', '2026-01-05')],
      shocks: [{ id: 's1', kind: 'card_fraud', on: parseDay('2026-01-12'), size: 5_000 }],
      disputes,
    });

  test('is not credited again by the bank', () => {
    const keys = (disputes: DisputeState[]) =>
      simulate(defrauded(disputes), instant('2026-02-10'))
        .events.map(({ key }) => key)
        .filter((key) => key.startsWith('s1'));
    expect(keys([])).toEqual(['s1:begins', 's1:fraud', 's1:credit']);
    expect(keys([dispute({ shockId: 's1' })])).toEqual(['s1:begins', 's1:fraud']);
  });
});

describe('a claim about a debit card purchase', () => {
  const claim = (parts: Partial<DisputeState> = {}, balance = 100_000): HouseholdState =>
    household({
      on: '2026-01-10',
      bankHolidays: true,
      accounts: [account('everyday', balance)],
      disputes: [
        dispute({
          productId: 'everyday',
          amount: 62_000,
          claim: { openedOn: parseDay('2026-01-22'), creditDays: 10, reversed: 0 },
          decideOn: parseDay('2026-03-08'),
          ...parts,
        }),
      ],
    });
  const run = (state: HouseholdState, until: string) => {
    const { events, state: after } = simulate(state, instant(until));
    return {
      events: events
        .filter(({ subject }) => subject === 'd1')
        .map(({ kind, at, lines }) => [
          kind,
          dayText(zone.getDay(at)),
          lines?.find(({ ledger }) => ledger === 'everyday')?.amount ?? 0,
        ]),
      balance: after.accounts[0]?.balance,
    };
  };

  test('that is won is credited within 10 business days and keeps the credit', () => {
    expect(run(claim({ outcome: 'won' }), '2026-04-01')).toEqual({
      events: [
        ['provisional_credit', '2026-02-05', 62_000],
        ['dispute_won', '2026-03-08', 0],
      ],
      balance: 162_000,
    });
  });

  test('that is lost is reversed five business days after the notice', () => {
    expect(run(claim({ outcome: 'lost' }), '2026-04-01')).toEqual({
      events: [
        ['provisional_credit', '2026-02-05', 62_000],
        ['dispute_lost', '2026-03-08', 0],
        ['dispute_reversal', '2026-03-13', -62_000],
      ],
      balance: 100_000,
    });
  });

  test('with a new account is credited on the 20th business day', () => {
    const { events } = run(
      claim({ claim: { openedOn: parseDay('2026-01-22'), creditDays: 20, reversed: 0 } }),
      '2026-04-01',
    );
    // February 16 is a holiday.
    expect(events).toEqual([['provisional_credit', '2026-02-20', 62_000]]);
  });

  test('reverses only what the account has, each morning, without an overdraft', () => {
    const poor = claim({ outcome: 'lost' }, 0);
    poor.scheduledPayments = [payment('rent', 'everyday', 50_000, '2026-03-10', { minutes: 9 * 60 })];
    poor.autoDeposits = [deposit('pay', 'everyday', 70_000, '2026-03-20', { minutes: 9 * 60 })];
    const { events, balance } = run(poor, '2026-04-01');
    expect(events.slice(2)).toEqual([
      ['dispute_reversal', '2026-03-13', -12_000],
      ['dispute_reversal', '2026-03-20', -50_000],
    ]);
    expect(balance).toBe(20_000);
  });

  test('has the same events in one step and in steps of a day', () => {
    for (const [outcome, balance] of [
      ['won', 100_000],
      ['lost', 100_000],
      ['lost', 0],
    ] as const) {
      const start = claim({ outcome }, balance);
      start.scheduledPayments = [payment('rent', 'everyday', 50_000, '2026-03-10', { minutes: 9 * 60 })];
      const whole = simulate(start, instant('2026-04-10', 12));
      let state = start;
      const events = [];
      for (let at = state.at + DAY_MS; at < instant('2026-04-10', 12); at += DAY_MS) {
        const day = simulate(state, at);
        events.push(...day.events);
        state = day.state;
      }
      const last = simulate(state, instant('2026-04-10', 12));
      expect([...events, ...last.events]).toEqual(whole.events);
      expect(last.state).toEqual(whole.state);
    }
  });

  test('about an account that is charged off meanwhile is decided without a credit', () => {
    const overdrawn = {
      ...account('everyday', -5_000),
      overdrawn: { since: parseDay('2025-12-03'), items: [], fees: [] },
    };
    for (const outcome of ['won', 'lost'] as const) {
      const state = { ...claim({ outcome }), accounts: [overdrawn] };
      const { events, balance } = run(state, '2026-04-01');
      expect(events).toEqual([[`dispute_${outcome}`, '2026-03-08', 0]]);
      expect(balance).toBe(0);
      const end = instant('2026-04-01');
      expect(simulateByDay(state, end)).toEqual(simulate(state, end));
    }
  });
});
