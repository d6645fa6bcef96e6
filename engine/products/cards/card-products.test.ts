import { describe, expect, test } from 'vitest';
import { dayText, parseDay, Zone } from '../../calendar/calendar.ts';
import { simulate } from '../../simulation/simulate.ts';
import type { CardState, HouseholdState, OutsideChange } from '../../simulation/state.ts';
import { simulateByDay } from '../../testing/daily-steps.ts';
import { account, card, household, start } from '../../testing/households.ts';
import { getIntroEnd, getQuarter } from './card-catalog.ts';

const zone = new Zone('America/New_York');

/** Returns a change to the card from outside the engine, at noon. A negative amount is a charge. */
const moved = (day: string, amount: number, category?: string, kind?: string): OutsideChange => ({
  at: zone.at(parseDay(day), 720),
  productId: 'voyage',
  amount,
  kind: kind ?? (amount < 0 ? 'card_charge' : 'card_payment'),
  ...(category && { category }),
});

/** Returns a household with one card of the catalog that was opened on a day. */
function holder(
  product: NonNullable<CardState['product']>,
  opened: string,
  changes: OutsideChange[] = [],
  parts: Partial<CardState> = {},
): HouseholdState {
  const parsed = parseDay(opened);
  return household({
    on: opened,
    accounts: [account('checking', 1_000_00)],
    cards: [card('voyage', opened, { product, opened: parsed, apr: 21.49, ...parts })],
    changes: changes.toSorted((left, right) => left.at - right.at),
  });
}

const run = (state: HouseholdState, until: string) => simulate(state, start(until));

const find = (state: HouseholdState, until: string, kind: string) =>
  run(state, until).events.filter((event) => event.kind === kind);

/** Returns the amounts of a card's entries with a key, in minor units, positive for charges. */
const charges = (state: HouseholdState, until: string, key: string) =>
  run(state, until)
    .events.filter((event) => event.key.includes(key))
    .map(({ lines = [] }) => -(lines.find(({ ledger }) => ledger === 'voyage')?.amount ?? 0));

/** Compares one step with steps of a day, including what the engine carries over. */
function expectSameInDays(state: HouseholdState, until: string) {
  const end = start(until);
  const once = run(state, until);
  expect(simulateByDay(state, end)).toEqual(once);
}

describe('rotating categories', () => {
  // In the fourth quarter, Food and Shopping earn 5%. The statements close on the 15th.
  const spend = (activated?: string[]) =>
    holder(
      'quarter_five',
      '2026-10-01',
      [
        moved('2026-10-02', -1_000_00, 'Food'),
        moved('2026-10-03', -800_00, 'Shopping'),
        moved('2026-10-04', -400_00, 'Housing'),
      ],
      activated ? { activated } : {},
    );
  const earned = (state: HouseholdState, until: string) =>
    find(state, until, 'statement').reduce((sum, { facts }) => sum + Number(facts?.['rewards']), 0);

  test('earn 5% on 1,500.00 per quarter and 1% on everything else: 75.00 + 3.00 + 4.00 = 82.00', () => {
    expect(earned(spend(['2026-10-01']), '2026-10-20')).toBe(82_00);
    expect(earned(spend(), '2026-10-20')).toBe(22_00);
  });

  test('earn the bonus also for purchases before the activation, when the next statement closes', () => {
    const before = run(spend(), '2026-10-20').state;
    const after = { ...before, cards: before.cards.map((each) => ({ ...each, activated: ['2026-10-01'] })) };
    expect(earned(after, '2026-12-20')).toBe(60_00);
  });

  test('take back the bonus of a refund, and the room under the cap returns', () => {
    const state = spend(['2026-10-01']);
    state.changes.push(moved('2026-10-05', 500_00, 'Food', 'refund'));
    // 1,300.00 at 5% and 400.00 at 1%.
    expect(earned(state, '2026-10-20')).toBe(69_00);
  });

  test('start again in each quarter, and other quarters have other categories', () => {
    const state = holder(
      'quarter_five',
      '2026-12-20',
      [
        moved('2026-12-30', -2_000_00, 'Food'),
        moved('2027-01-02', -100_00, 'Food'),
        moved('2027-01-03', -100_00, 'Utilities'),
      ],
      { activated: ['2026-10-01', '2027-01-01'] },
    );
    // 75.00 + 5.00 in December; 1.00 + 5.00 in January.
    expect(earned(state, '2027-03-01')).toBe(86_00);
    expectSameInDays(state, '2027-03-01');
  });

  test.each([
    ['2026-01-01', '2026-01-01', '2026-03-31', '2026-03-14'],
    ['2026-08-31', '2026-07-01', '2026-09-30', '2026-09-14'],
    ['2026-12-31', '2026-10-01', '2026-12-31', '2026-12-14'],
  ])('of %s are those of the quarter from %s to %s, activated by %s', (day, from, to, by) => {
    const { start: first, end, activateBy } = getQuarter(parseDay(day));
    expect([first, end, activateBy].map(dayText)).toEqual([from, to, by]);
  });
});

describe('an introductory rate', () => {
  test('lasts a year from opening, and interest starts on the next day', () => {
    expect(dayText(getIntroEnd('tide_cash', parseDay('2026-01-10')) ?? 0)).toBe('2027-01-09');
    const state = holder('tide_cash', '2026-01-10', [moved('2026-01-12', -1_200_00)]);
    const interest = charges(state, '2027-03-20', ':interest');
    expect(interest).toHaveLength(3);
    const owed = run(state, '2027-01-10').state.cards[0]?.balance ?? 0;
    // The statement that closes on January 15 has six days with interest, from January 10.
    const [first] = find(state, '2027-01-20', 'statement').slice(-1);
    expect(first?.facts).toMatchObject({ to: '2027-01-15', apr: 21.49 });
    expect(interest[0]).toBe(Math.round((owed * 6 * 21.49) / 36_500));
    expectSameInDays(state, '2027-02-20');
  });

  test('is on each statement with its end, until it has ended', () => {
    const statements = find(holder('tide_cash', '2026-01-10'), '2027-03-01', 'statement').map(
      ({ facts }) => facts,
    );
    expect(statements[0]).toMatchObject({ apr: 0, intro_until: '2027-01-09' });
    expect(statements.at(-1)?.['intro_until']).toBeUndefined();
    expect(statements.at(-1)).toMatchObject({ apr: 21.49 });
  });
});

describe('a penalty rate', () => {
  /** Returns a household that missed the payment due on January 15. */
  const missed = (changes: OutsideChange[] = [], product: NonNullable<CardState['product']> = 'voyage') =>
    holder(product, '2026-12-16', [moved('2026-12-18', -2_400_00), ...changes], {
      firstDue: parseDay('2027-01-15'),
      due: parseDay('2027-01-15'),
    });
  const onTime = ['02-15', '03-15', '04-15', '05-15', '06-15', '07-15', '08-15', '09-15', '10-15'];
  /** Payments of 10.00, which don't cover a missed minimum payment. */
  const small = (days: string[]) => days.map((day) => moved(`2027-${day}`, 10_00));
  const pay = (days: string[], amount = 300_00) => days.map((day) => moved(`2027-${day}`, amount));

  test('is announced 61 days after the due date, and applies 45 days later', () => {
    const [notice] = find(missed(), '2027-06-01', 'penalty_notice');
    expect(notice).toMatchObject({ facts: { from: '2027-05-01', apr: 29.99, before: 21.49 } });
    expect(dayText(zone.getDay(notice?.at ?? 0))).toBe('2027-03-17');
    expectSameInDays(missed(), '2027-06-01');
  });

  test('is not announced if the missed payment is paid within 60 days, or if the product has none', () => {
    expect(find(missed(pay(['03-16'])), '2027-04-01', 'penalty_notice')).toEqual([]);
    expect(find(missed(small(['02-01', '03-01'])), '2027-04-01', 'penalty_notice')).toHaveLength(1);
    expect(find(missed([], 'tide_cash'), '2027-04-01', 'penalty_notice')).toEqual([]);
  });

  test('costs 61.13 instead of 43.80 on 2,400.00 in 31 days', () => {
    const revolving = (penalty: CardState['penalty']) => {
      const state = holder('voyage', '2027-05-01', [], { balance: 2_400_00, ...(penalty && { penalty }) });
      const [only] = state.cards;
      if (only) only.cycle.revolving = true;
      // The first statement closes 25 days before this due date, after 31 days.
      for (const each of state.cards) {
        each.firstDue = parseDay('2027-06-25');
        each.due = each.firstDue;
      }
      return charges(state, '2027-06-02', ':interest');
    };
    expect(revolving({ missed: [], from: parseDay('2027-05-01'), onTime: 0 })).toEqual([61_13]);
    expect(revolving(undefined)).toEqual([43_80]);
  });

  test('ends with the cycle after six payments in a row on time', () => {
    // The missed payments are paid after the notice, so it stays.
    const state = missed(pay(['03-20', ...onTime.slice(2)]));
    expect(find(state, '2027-10-01', 'penalty_ended')).toEqual([]);
    const [ended] = find(state, '2028-01-01', 'penalty_ended');
    expect(dayText(zone.getDay(ended?.at ?? 0))).toBe('2027-10-21');
    expect(ended?.facts).toMatchObject({ from: '2027-10-22', apr: 21.49 });
    expect(run(state, '2027-11-01').state.cards[0]?.penalty).toBeUndefined();
    expectSameInDays(state, '2028-01-01');
  });

  test('starts counting again after a late payment', () => {
    const state = missed(pay(['03-20', '04-15', '05-15', '06-15', '08-14', '08-15', '09-15', '10-15']));
    expect(find(state, '2027-12-01', 'penalty_ended')).toEqual([]);
  });

  test('is on each statement after the notice', () => {
    const facts = find(missed(), '2027-06-01', 'statement').map((event) => event.facts);
    expect(facts.map((each) => each?.['penalty_from'])).toEqual([
      undefined,
      undefined,
      undefined,
      '2027-05-01',
      '2027-05-01',
      '2027-05-01',
    ]);
    expect(facts.at(-1)).toMatchObject({ apr: 29.99 });
  });
});

describe('an annual fee', () => {
  test('is charged on each anniversary after the first free year', () => {
    const state = holder('voyage', '2024-02-29');
    const fees = run(state, '2026-06-01').events.filter(({ key }) => key.includes('annual_fee'));
    expect(fees.map(({ at }) => dayText(zone.getDay(at)))).toEqual(['2025-02-28', '2026-02-28']);
    expect(charges(state, '2026-06-01', 'annual_fee')).toEqual([95_00, 95_00]);
    expectSameInDays(state, '2025-04-01');
  });
});

describe('a secured card', () => {
  const secured = (changes: OutsideChange[] = []) =>
    holder('anchor_secured', '2026-01-10', changes, { deposit: { amount: 300_00, accountId: 'checking' } });

  test('returns its deposit after seven payments on time', () => {
    const { events, state } = run(secured(), '2026-12-01');
    const [returned] = events.filter(({ kind }) => kind === 'deposit_return');
    expect(dayText(zone.getDay(returned?.at ?? 0))).toBe('2026-08-09');
    expect(returned?.lines).toEqual([
      { ledger: 'checking', amount: 300_00, currency: 'USD' },
      { ledger: 'deposits', amount: -300_00, currency: 'USD' },
    ]);
    expect(state.accounts[0]?.balance).toBe(1_300_00);
    expect(state.cards[0]).not.toHaveProperty('deposit');
    expectSameInDays(secured(), '2026-12-01');
  });

  test('waits for seven payments in a row', () => {
    const late = secured([moved('2026-01-12', -100_00), moved('2026-05-01', 150_00)]);
    expect(find(late, '2026-10-01', 'deposit_return')).toEqual([]);
  });
});

describe('an over-limit fee', () => {
  const above = (
    amount: number,
    changes: OutsideChange[] = [],
    parts: Partial<CardState> = { overLimit: true },
  ) =>
    holder('campus', '2026-01-10', [moved('2026-01-11', -amount), ...changes], { limit: 500_00, ...parts });
  const fees = (state: HouseholdState, until: string) => charges(state, until, 'over_limit');

  test('is 30.00, but not more than the excess, and needs an opt-in', () => {
    expect(fees(above(540_00), '2026-01-20')).toEqual([30_00]);
    expect(fees(above(512_34), '2026-01-20')).toEqual([12_34]);
    expect(fees(above(500_00), '2026-01-20')).toEqual([]);
    expect(fees(above(540_00, [], {}), '2026-01-20')).toEqual([]);
    expect(fees(above(540_00, [moved('2026-01-15', 40_00)]), '2026-01-20')).toEqual([]);
  });

  test('is charged in at most three cycles in a row, and again after a cycle within the limit', () => {
    expect(fees(above(540_00), '2026-08-01')).toHaveLength(3);
    const again = above(540_00, [moved('2026-05-20', 400_00), moved('2026-06-20', -800_00)]);
    expect(fees(again, '2026-08-01')).toHaveLength(4);
    expectSameInDays(again, '2026-08-01');
  });
});

test('records the balances by rate for each day on which one changes', () => {
  const state = holder('tide_cash', '2026-01-10', [
    moved('2026-01-12', -100_00),
    moved('2026-01-13', -50_00, undefined, 'cash_advance'),
  ]);
  expect(run(state, '2026-01-15').state.cards[0]?.cycle.daily).toEqual([
    { day: parseDay('2026-01-10'), kind: 'purchases', owed: 0, apr: 0 },
    { day: parseDay('2026-01-12'), kind: 'purchases', owed: 100_00, apr: 0 },
    { day: parseDay('2026-01-13'), kind: 'cash', owed: 50_00, apr: 29.99 },
  ]);
});
