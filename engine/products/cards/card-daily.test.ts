import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseDay, Zone } from '../../calendar/calendar.ts';
import { roundHalfAway } from '../../money/amortization.ts';
import { simulate } from '../../simulation/simulate.ts';
import type { CardState, OutsideChange } from '../../simulation/state.ts';
import { card, household } from '../../testing/households.ts';
import { getDailyInterest } from './card-daily.ts';

const zone = new Zone('America/New_York');
const OPENED = '2026-01-10';
const BEGIN = parseDay(OPENED);

const change = (day: number, amount: number, kind: string): OutsideChange => ({
  at: zone.at(BEGIN + day, 720),
  productId: 'tide',
  amount,
  kind,
});

/** Returns the sums of the charged daily interest by balance on the day before a statement closes. */
function sumBefore(parts: Partial<CardState>, changes: OutsideChange[], closing: string) {
  const state = household({
    on: OPENED,
    cards: [card('tide', OPENED, { apr: 21.49, ...parts })],
    changes: changes.toSorted((left, right) => left.at - right.at),
  });
  const closes = parseDay(closing);
  const last = zone.getEnd(closes);
  // The last day ends together with the statement, so it is added from the state one millisecond before.
  const { state: before } = simulate(state, last - 1);
  const { events } = simulate(state, last);
  const [only] = before.cards;
  if (!only) throw new Error('no card');
  const posted = (key: string) =>
    events
      .filter((event) => event.key.endsWith(`statement:${closing}:${key}`))
      .reduce((sum, { lines = [] }) => sum - (lines.find(({ ledger }) => ledger === 'tide')?.amount ?? 0), 0);
  return { card: only, closes, posted };
}

test('daily interest by balance adds up to the interest on the statement', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.tuple(
          fc.integer({ min: 0, max: 60 }),
          fc.integer({ min: 1, max: 500_00 }),
          fc.constantFrom('card_charge', 'cash_advance', 'balance_transfer', 'card_payment', 'refund'),
        ),
        { maxLength: 14 },
      ),
      fc.constantFrom<Partial<CardState>>(
        {},
        { balance: 300_00 },
        { product: 'tide_cash', opened: parseDay('2025-02-20') },
        {
          product: 'voyage',
          opened: BEGIN,
          penalty: { missed: [], from: parseDay('2026-03-01'), onTime: 0 },
        },
      ),
      (moves, parts) => {
        const changes = moves.map(([day, amount, kind]) =>
          change(day, kind === 'card_payment' || kind === 'refund' ? amount : -amount, kind),
        );
        const { card: state, closes, posted } = sumBefore(parts, changes, '2026-03-15');
        const dailyInterest = getDailyInterest(state, closes - 1);
        if (!dailyInterest) return;
        for (const kind of ['cash', 'transfer'] as const) {
          const balance = state.cycle.balances?.find((each) => each.kind === kind);
          const days = dailyInterest.days.filter((each) => each.kind === kind && each.isCharged);
          const sum = days.reduce((total, { interest }) => total + interest, 0);
          const rate = days.at(-1)?.apr ?? (kind === 'cash' ? 29.99 : 0);
          const today = ((balance?.owed ?? 0) * rate) / 36_500;
          expect(roundHalfAway(Number((sum + today).toFixed(6)))).toBe(posted(`interest:${kind}`));
        }
        const purchases = dailyInterest.days.filter(
          ({ kind, isCharged }) => kind === 'purchases' && isCharged,
        );
        expect(purchases.every(({ interest }) => interest >= 0)).toBe(true);
      },
    ),
    { numRuns: 150 },
  );
});

test('purchases, a cash advance, and a transfer have a row per day, at their rates', () => {
  const { card: state, closes } = sumBefore(
    {},
    [
      change(1, -100_00, 'card_charge'),
      change(2, -50_00, 'cash_advance'),
      change(3, -200_00, 'balance_transfer'),
    ],
    '2026-01-15',
  );
  const dailyInterest = getDailyInterest(state, closes - 1);
  expect(dailyInterest?.earlier).toEqual({ from: BEGIN, to: BEGIN + 1, interest: 0 });
  expect(dailyInterest?.days.filter(({ day }) => day === BEGIN + 3)).toEqual([
    {
      day: BEGIN + 3,
      kind: 'purchases',
      owed: 100_00,
      apr: 21.49,
      interest: expect.closeTo(5.8877, 4),
      isCharged: false,
    },
    {
      day: BEGIN + 3,
      kind: 'cash',
      owed: 50_00,
      apr: 29.99,
      interest: expect.closeTo(4.1082, 4),
      isCharged: true,
    },
    { day: BEGIN + 3, kind: 'transfer', owed: 200_00, apr: 0, interest: 0, isCharged: true },
  ]);
});

test('after a lost grace period, only the part that was not repaid bears interest, and the days add up', () => {
  // 1,000.00 are on the statement of January 15; 600.00 are repaid on the due date. A cash advance starts the
  // record.
  const {
    card: state,
    posted,
    closes,
  } = sumBefore(
    { firstDue: parseDay('2026-02-09'), due: parseDay('2026-02-09') },
    [
      change(1, -1_000_00, 'card_charge'),
      change(7, -10_00, 'cash_advance'),
      change(30, 600_00, 'card_payment'),
    ],
    '2026-02-12',
  );
  const dailyInterest = getDailyInterest(state, closes - 1);
  const purchases = dailyInterest?.days.filter(({ kind }) => kind === 'purchases') ?? [];
  const sum = purchases.reduce(
    (total, { interest }) => total + interest,
    dailyInterest?.earlier?.interest ?? 0,
  );
  const owed = purchases.at(-1)?.owed ?? 0;
  expect(roundHalfAway(sum + (owed * 21.49) / 36_500)).toBe(posted('interest'));
  expect(purchases.every(({ isCharged }) => isCharged)).toBe(true);
});
