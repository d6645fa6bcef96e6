import { describe, expect, test } from 'vitest';
import { addMonths, dayText, parseDay, Zone } from '../../calendar/calendar.ts';
import { simulate } from '../../simulation/simulate.ts';
import type { EngineEvent, OutsideChange } from '../../simulation/state.ts';
import { account } from '../../testing/households.ts';
import { buildChange, simulateUntil, tide } from '../../testing/tide-card.ts';

const zone = new Zone('America/New_York');

const posted = (events: EngineEvent[], kind: string) =>
  events
    .filter((event) => event.kind === kind)
    .map(({ at, lines }): [string, number] => [dayText(zone.getDay(at - 1)), -(lines?.[0]?.amount ?? 0)]);

describe('late fees', () => {
  test.each([
    ['no higher than the minimum', 8_000, [], 2_500],
    ['no higher than what is missing of it', 8_000, [buildChange('2026-02-01', 1_000)], 1_500],
    ['30.00 the first time', 450_000, [], 3_000],
    ['none when the minimum was paid on the last day', 450_000, [buildChange('2026-02-09', 4_500)], 0],
  ])('%s', (_name, balance, changes, fee) => {
    const { events } = simulateUntil(tide(changes, { balance }), '2026-02-12');
    expect(posted(events, 'fee')).toEqual(fee > 0 ? [['2026-02-09', fee]] : []);
    expect(events.filter(({ kind }) => kind === 'payment_missed')).toHaveLength(fee > 0 ? 1 : 0);
  });

  /** Pays the minimum of every statement except the statements with the given numbers, counted from 1. */
  const missing = (numbers: number[]) => {
    let state = tide([], { balance: 100_000, limit: 900_000, apr: 12 });
    const fees: number[] = [];
    for (let number = 1; number <= 10; number += 1) {
      const due = addMonths(parseDay('2026-02-09'), number - 1);
      const before = simulate(state, zone.at(due - 1, 720));
      const { statement } = before.state.cards[0]?.cycle ?? {};
      // The charges are large enough to keep the minimum above the fees.
      const changes = [{ ...buildChange(dayText(due - 1), -80_000), at: before.state.at + 1 }];
      if (!numbers.includes(number))
        changes.push({ ...buildChange(dayText(due - 1), statement?.minimum ?? 0), at: before.state.at + 2 });
      const after = simulate({ ...before.state, changes }, zone.at(due + 1, 720));
      fees.push(...posted(after.events, 'fee').map(([, fee]) => fee));
      state = after.state;
    }
    return fees;
  };

  test.each([
    ['in the next cycle 41.00', [3, 4], [3_000, 4_100]],
    ['six cycles later 41.00', [3, 9], [3_000, 4_100]],
    ['seven cycles later 30.00 again', [3, 10], [3_000, 3_000]],
    ['each repeated one starts the six cycles anew', [3, 6, 10], [3_000, 4_100, 4_100]],
  ])('for a second late payment %s', (_name, numbers, fees) => {
    expect(missing(numbers)).toEqual(fees);
  });
});

describe('autopay', () => {
  const draws = (pays: 'minimum' | 'statement' | number, cash: number, changes: OutsideChange[] = []) =>
    simulateUntil(
      tide(
        changes,
        { balance: 300_000, autopay: { accountId: 'checking', pays } },
        { accounts: [account('checking', cash)] },
      ),
      '2026-02-11',
    ).events;

  test.each([
    ['the minimum', 'minimum', [], 3_000],
    ['the statement', 'statement', [], 300_000],
    ['the statement, not the charges after it', 'statement', [buildChange('2026-01-20', -5_000)], 300_000],
    ['what was not paid by hand', 'statement', [buildChange('2026-01-20', 100_000)], 200_000],
    ['what a refund left', 'minimum', [buildChange('2026-01-20', 1_000, 'refund')], 2_000],
    ['a fixed amount', 12_345, [], 12_345],
    ['a fixed amount, but never more than is owed', 12_345, [buildChange('2026-01-20', 290_000)], 10_000],
    ['nothing when all was paid', 'statement', [buildChange('2026-01-20', 300_000)], 0],
    ['nothing when the minimum was paid', 'minimum', [buildChange('2026-01-20', 3_000)], 0],
  ] as const)('pays %s at nine on the due date', (_name, pays, changes, drawn) => {
    const events = draws(pays, 1_000_000, [...changes]).filter(({ kind }) => kind === 'card_payment');
    expect(events.map(({ at, lines }) => [at, lines])).toEqual(
      drawn === 0
        ? []
        : [
            [
              zone.at(parseDay('2026-02-09'), 540),
              [
                { ledger: 'checking', amount: -drawn, currency: 'USD' },
                { ledger: 'tide', amount: drawn, currency: 'USD' },
              ],
            ],
          ],
    );
  });

  test('that is returned pays nothing, says so, and costs one fee without a late fee', () => {
    // Regulation Z, 1026.52(b)(2)(ii): a single event incurs only one fee.
    const events = draws('minimum', 2_999);
    expect(events.filter(({ kind }) => kind === 'payment_failed')).toMatchObject([
      { description: 'tide autopay was returned', facts: { amount: 3_000, available: 2_999 } },
    ]);
    expect(
      events
        .filter(({ kind }) => kind === 'fee')
        .map(({ description, lines }) => [description, lines?.[0]?.amount]),
    ).toEqual([['tide returned payment fee', -3_000]]);
    expect(events.filter(({ kind }) => kind === 'payment_missed')).toHaveLength(1);
  });

  describe('that is returned and tried again', () => {
    const retried = (cash: number, changes: OutsideChange[] = []) =>
      tide(
        changes,
        { balance: 300_000, autopay: { accountId: 'checking', pays: 'minimum', retries: true } },
        { accounts: [account('checking', cash)] },
      );
    const arrives = (day: string, amount: number): OutsideChange => ({
      ...buildChange(day, amount, 'deposit'),
      productId: 'checking',
    });

    test('pays at nine on the day after the money arrived, without a second fee', () => {
      const { events } = simulateUntil(retried(2_999, [arrives('2026-02-10', 100)]), '2026-02-14');
      expect(posted(events, 'card_payment').map(([, amount]) => -amount)).toEqual([-3_000]);
      expect(events.find(({ kind }) => kind === 'card_payment')).toMatchObject({
        key: 'tide:autopay:2026-02-09:try2',
        at: zone.at(parseDay('2026-02-11'), 540),
      });
      expect(
        events.filter(({ kind }) => kind.startsWith('payment_')).map(({ kind, facts }) => [kind, facts]),
      ).toEqual([
        ['payment_failed', { amount: 3_000, available: 2_999, retry_on: '2026-02-10' }],
        ['payment_missed', { due: '2026-02-09', minimum: 3_000, missing: 3_000 }],
        ['payment_retry', { amount: 3_000, available: 2_999, tries: 1, retry_on: '2026-02-11' }],
      ]);
      expect(posted(events, 'fee')).toEqual([['2026-02-09', 3_000]]);
    });

    test('stops after three more attempts, which are reported', () => {
      const { events, state } = simulateUntil(retried(2_999), '2026-02-14');
      expect(
        events.filter(({ kind }) => kind === 'payment_retry').map(({ facts }) => facts?.['retry_on']),
      ).toEqual(['2026-02-11', '2026-02-12', undefined]);
      expect(posted(events, 'fee')).toEqual([['2026-02-09', 3_000]]);
      expect(state.cards[0]?.cycle.retry).toBeUndefined();
    });

    test('stops when the customer pays', () => {
      const { events } = simulateUntil(retried(2_999, [buildChange('2026-02-09', 3_000)]), '2026-02-14');
      expect(events.filter(({ kind }) => kind === 'payment_retry')).toEqual([]);
      expect(posted(events, 'card_payment')).toEqual([]);
    });

    test('is the same in one step as in steps of a day', () => {
      const household = retried(2_999, [arrives('2026-02-10', 100)]);
      const whole = simulateUntil(household, '2026-03-20');
      let state = household;
      const events: EngineEvent[] = [];
      for (let day = parseDay('2026-01-11'); day <= parseDay('2026-03-20'); day += 1) {
        const step = simulate(state, zone.getStart(day));
        events.push(...step.events);
        state = step.state;
      }
      expect(events).toEqual(whole.events);
      expect(state).toEqual(whole.state);
    });
  });

  test('that is late costs its fee if the card charged another fee in the same cycle', () => {
    const another = { ...buildChange('2026-01-25', -500), kind: 'fee' };
    const { events } = simulateUntil(tide([another], { balance: 300_000 }), '2026-02-11');
    expect(posted(events, 'fee')).toEqual([['2026-02-09', 3_000]]);
  });

  test('that is returned costs at most the unpaid minimum, and nothing if that was paid', () => {
    const fees = (changes: OutsideChange[]) =>
      draws('statement', 100, changes)
        .filter(({ kind }) => kind === 'fee')
        .map(({ lines }) => lines?.[0]?.amount);
    expect(fees([buildChange('2026-01-20', 1_800)])).toEqual([-1_200]);
    expect(fees([buildChange('2026-01-20', 3_000)])).toEqual([]);
  });

  test('that is returned can be made up the same day: the fee and the grace period stay', () => {
    const changes = [buildChange('2026-02-09', 300_000)];
    const state = tide(changes, { balance: 300_000, autopay: { accountId: 'checking', pays: 'statement' } });
    const { events } = simulateUntil(state, '2026-03-01');
    expect(posted(events, 'fee')).toEqual([['2026-02-09', 3_000]]);
    expect(events.some(({ kind }) => kind === 'payment_missed' || kind === 'interest')).toBe(false);
  });

  test.each([
    ['is missing', []],
    ['is closed', [{ ...account('checking', 900_000), closed: true as const }]],
    ['has another currency', [{ ...account('checking', 900_000), currency: 'EUR' }]],
  ])('is returned if the account %s', (_name, accounts) => {
    const state = tide(
      [],
      { balance: 300_000, autopay: { accountId: 'checking', pays: 'minimum' } },
      { accounts },
    );
    const { events } = simulateUntil(state, '2026-02-10');
    expect(events.filter(({ kind }) => kind === 'payment_failed')).toHaveLength(1);
  });

  test('pays once, however often time stops on the due date', () => {
    let state = tide(
      [],
      { balance: 300_000, autopay: { accountId: 'checking', pays: 1_000 } },
      { accounts: [account('checking', 50_000)] },
    );
    let drawn = 0;
    for (const minutes of [0, 539, 540, 541, 720, 1_439, 1_440]) {
      const next = simulate(state, zone.at(parseDay('2026-02-09'), minutes));
      drawn += next.events.filter(({ kind }) => kind === 'card_payment').length;
      state = next.state;
    }
    expect(drawn).toBe(1);
  });
});

test('a fee that the bank waives in its cycle is left out of the next minimum payment', () => {
  const statementOf = (changes: OutsideChange[]) =>
    simulateUntil(tide(changes, { balance: 450_000 }), '2026-02-13').events.findLast(
      ({ kind }) => kind === 'statement',
    )?.facts;
  // 1% of the balance, the fee, and interest on 28 days of 4,500.00 and 3 days of 30.00.
  expect(statementOf([])).toMatchObject({ fees: 3_000, paid: 0, minimum: 4_613 + 3_000 + 8_291 });
  const waiver = buildChange('2026-02-10', 3_000, 'fee_waived');
  expect(statementOf([waiver])).toMatchObject({
    fees: 3_000,
    paid: 3_000,
    charges: 0,
    minimum: 4_583 + 8_285,
  });
});
