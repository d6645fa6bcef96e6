import { describe, expect, test } from 'vitest';
import { dayText, parseDay, Zone } from '../../calendar/calendar.ts';
import { carryover } from '../../household/schema/carryover.ts';
import { getCarryover } from '../../household/state.ts';
import { markMinor } from '../../money/minor.ts';
import { simulate } from '../../simulation/simulate.ts';
import type { CardState, EngineEvent, HouseholdState, OutsideChange } from '../../simulation/state.ts';
import { account, card, household, start } from '../../testing/households.ts';
import { compareTransfer } from '../accounts/transfer-saving.ts';
import {
  allocate,
  BALANCE_TRANSFER,
  CASH_ADVANCE,
  type CardBalance,
  getPurchaseBalance,
  transactionFee,
} from './card-balances.ts';

const zone = new Zone('America/New_York');
const change = (day: string, amount: number, kind: string, balance?: 'cash' | 'transfer'): OutsideChange => ({
  at: zone.at(parseDay(day), 720),
  productId: 'tide',
  amount,
  kind,
  ...(balance && { balance }),
});

/** A card that was opened on January 10. Its statements close on January 15, February 12, and March 15. */
const tide = (changes: OutsideChange[], parts: Partial<CardState> = {}) =>
  household({
    on: '2026-01-10',
    cards: [card('tide', '2026-01-10', { apr: 21.49, ...parts })],
    accounts: [account('checking', 1_000_000)],
    changes,
  });

const simulateUntil = (state: HouseholdState, until: string) => simulate(state, start(until));
const interest = (events: EngineEvent[]) =>
  events
    .filter(({ kind }) => kind === 'interest')
    .map(({ at, description, lines }) => [
      dayText(zone.getDay(at - 1)),
      description,
      -(lines?.[0]?.amount ?? 0),
    ]);
const owed = ({ cards }: HouseholdState) => [
  ...(cards[0]?.cycle.balances ?? []).map(({ kind, owed: amount }) => [kind, amount]),
  ['purchases', cards[0] ? getPurchaseBalance(cards[0]) : 0],
];

const cash = (amount: number): CardBalance => ({ kind: 'cash', owed: amount, apr: 29.99, rateDays: 0 });
const transfer = (amount: number, until: string): CardBalance => ({
  kind: 'transfer',
  owed: amount,
  apr: 0,
  until: parseDay(until),
  rateDays: 0,
});

describe('the fee', () => {
  test.each([
    ['a cash advance of 200.00', 20_000, CASH_ADVANCE, 1_000],
    ['a cash advance of 200.10, rounded', 20_010, CASH_ADVANCE, 1_001],
    ['a balance transfer of 3,000.00', 300_000, BALANCE_TRANSFER, 9_000],
    ['a balance transfer of 100.00', 10_000, BALANCE_TRANSFER, 500],
  ])('of %s', (_name, amount, terms, fee) => {
    expect(transactionFee(markMinor(amount), terms)).toBe(fee);
  });
});

test('a transfer of 3,000.00 from 21.49% saves 417.15 if it is repaid during the promotion', () => {
  expect(compareTransfer(markMinor(300_000), 21.49)).toMatchObject({
    fee: 9_000,
    payment: 20_600,
    stay: { months: 18, interest: 50_715 },
    saving: 41_715,
  });
  // A transfer can cost more than it saves.
  expect(compareTransfer(markMinor(10_000), 1).saving).toBe(-436);
});

describe('a payment', () => {
  const split = (
    balances: CardBalance[],
    purchases: number,
    minimum: number,
    amount: number,
    isCredit = false,
  ) => {
    const state = card('tide', '2026-01-10', {
      apr: 21.49,
      balance: balances.reduce((sum, balance) => sum + balance.owed, purchases),
    });
    state.cycle.balances = balances;
    const day = parseDay('2026-02-01');
    state.cycle.statement = { balance: state.balance, minimum, due: day, closedOn: day };
    const repaid = allocate(state, amount, day, isCredit);
    return [...balances.map((balance) => balance.owed), purchases - repaid];
  };

  test.each([
    // The minimum goes to the transfer at 0%. The rest goes to cash, then to purchases (12 CFR 1026.53(a)).
    ['of 500.00 above a minimum of 40.00', 50_000, [296_000, 0, 54_000]],
    ['of the minimum', 4_000, [296_000, 20_000, 80_000]],
    ['that is less than the minimum', 3_000, [297_000, 20_000, 80_000]],
    ['of 1,040.00 repays cash and purchases', 104_000, [296_000, 0, 0]],
    ['of everything', 400_000, [0, 0, 0]],
    ['of more than everything is a credit for purchases', 401_000, [0, 0, -1_000]],
  ])('%s', (_name, amount, left) => {
    expect(split([transfer(300_000, '2027-01-01'), cash(20_000)], 80_000, 4_000, amount)).toEqual(left);
  });

  test('goes to the highest rate first, with the balances of the day on which it is credited', () => {
    // bankersonline.com/qa/102653-payment-allocation-definition-balance: 10,000.00 transferred at 0%, 700.00
    // of purchases, and 2,000.00 of cash at a higher rate. 3,000.00 above the minimum repays the cash, the
    // purchases, and 300.00 of the transfer (comment 1026.53-2).
    expect(split([transfer(1_000_000, '2027-01-01'), cash(200_000)], 70_000, 0, 300_000)).toEqual([
      970_000, 0, 0,
    ]);
  });

  test('goes to a transfer before purchases after its promotion', () => {
    expect(split([transfer(30_000, '2026-01-31')], 80_000, 0, 40_000)).toEqual([0, 70_000]);
  });

  test('that is a refund goes to purchases first', () => {
    expect(split([cash(20_000)], 80_000, 4_000, 90_000, true)).toEqual([10_000, 0]);
  });
});

describe('interest', () => {
  test('of a cash advance starts on the first day: 5.18 on 210.00 for 30 days', () => {
    const advance = [
      change('2026-01-16', -20_000, 'cash_advance'),
      change('2026-01-16', -1_000, 'fee', 'cash'),
    ];
    const { events, state } = simulateUntil(tide(advance), '2026-03-16');
    // 28 days to February 12. The statement isn't paid, so 31 days follow, with the interest and the late fee.
    expect(interest(events)[0]).toEqual(['2026-02-12', 'tide cash advance interest', 483]);
    expect(Math.round((21_000 * 30 * 29.99) / 36_500)).toBe(518);
    expect(state.cards[0]?.cycle.balances?.[0]).toMatchObject({ kind: 'cash', apr: 29.99 });
  });

  test('is charged on cash, while purchases keep their grace period', () => {
    const changes = [
      change('2026-01-12', -80_000, 'card_charge'),
      change('2026-01-12', -20_000, 'cash_advance'),
      change('2026-01-20', 100_066, 'card_payment'),
    ];
    const { events, state } = simulateUntil(tide(changes), '2026-02-13');
    // January 12 to 15: 4 days. January 16 to 19: 4 days on 200.66, which is trailing interest.
    expect(interest(events)).toEqual([
      ['2026-01-15', 'tide cash advance interest', 66],
      ['2026-02-12', 'tide cash advance interest', 66],
    ]);
    expect(owed(state)).toEqual([
      ['cash', 66],
      ['purchases', 0],
    ]);
  });

  test('of a balance transfer is 0% for 15 months, then the rate for purchases', () => {
    const moved = [
      change('2026-01-12', -300_000, 'balance_transfer'),
      change('2026-01-12', -9_000, 'fee', 'transfer'),
    ];
    const autopay = { accountId: 'checking', pays: 'minimum' as const };
    const { events, state } = simulateUntil(tide(moved, { autopay }), '2027-06-01');
    const [first, second] = interest(events);
    expect(first?.[0]).toBe('2027-04-14');
    const left = state.cards[0]?.cycle.balances?.[0];
    expect(left).toMatchObject({ kind: 'transfer', until: parseDay('2027-04-12') });
    // Two days after the promotion.
    const before = simulateUntil(tide(moved, { autopay }), '2027-04-13').state.cards[0]?.balance ?? 0;
    expect(first?.[2]).toBe(Math.round((before * 2 * 21.49) / 36_500));
    expect(second?.[0]).toBe('2027-05-15');
  });

  test('of purchases is spared if all but the promotional balance is paid', () => {
    const changes = (paid: number) => [
      change('2026-01-12', -300_000, 'balance_transfer'),
      change('2026-01-12', -80_000, 'card_charge'),
      change('2026-02-01', paid, 'card_payment'),
      change('2026-03-01', 10_000, 'card_payment'),
    ];
    // The minimum payment is 38.00. It repays the transfer, so 838.00 keeps the grace period.
    const kept = simulateUntil(tide(changes(83_800)), '2026-03-20');
    expect(interest(kept.events)).toEqual([]);
    expect(owed(kept.state)).toEqual([
      ['transfer', 286_200],
      ['purchases', 0],
    ]);
    const lost = simulateUntil(tide(changes(60_000)), '2026-03-20');
    expect(interest(lost.events).map(([day]) => day)).toEqual(['2026-02-12', '2026-03-15']);
  });

  test('that trails a balance of 1,200.00 until it was paid on the 21st day is 14.13', () => {
    const carried = tide([change('2026-02-05', 120_000, 'card_payment')], { balance: 120_000 });
    const first = carried.cards[0];
    if (!first) throw new Error('No card.');
    first.cycle = { ...first.cycle, from: parseDay('2026-01-16'), revolving: true, number: 1 };
    first.cycle.statement = {
      balance: 120_000,
      minimum: 4_000,
      due: parseDay('2026-02-09'),
      closedOn: parseDay('2026-01-15'),
    };
    expect(
      interest(
        simulateUntil({ ...carried, at: start('2026-01-16'), posted: start('2026-01-16') }, '2026-02-13')
          .events,
      ),
    ).toEqual([['2026-02-12', 'tide interest', 1_413]]);
  });
});

describe('the state', () => {
  const mixed = [
    change('2026-01-12', -300_000, 'balance_transfer'),
    change('2026-01-12', -9_000, 'fee', 'transfer'),
    change('2026-01-14', -80_000, 'card_charge'),
    change('2026-01-20', -20_000, 'cash_advance'),
    change('2026-01-20', -1_000, 'fee', 'cash'),
    change('2026-02-20', 150_000, 'card_payment'),
  ];

  test('is the same in one step as in steps of a day', () => {
    const autopay = { accountId: 'checking', pays: 'statement' as const };
    const whole = simulateUntil(tide(mixed, { autopay }), '2027-06-01');
    let state = tide(mixed, { autopay });
    const events: EngineEvent[] = [];
    for (let day = parseDay('2026-01-11'); day <= parseDay('2027-06-01'); day += 1) {
      const step = simulate(state, zone.getStart(day));
      events.push(...step.events);
      state = step.state;
    }
    expect(events).toEqual(whole.events);
    expect(state).toEqual(whole.state);
  });

  test('is saved between steps and is valid in a household file', () => {
    const saved = getCarryover(simulateUntil(tide(mixed), '2026-02-25').state);
    expect(carryover.parse(saved).cards).toEqual(saved.cards);
    expect(saved.cards?.['tide']?.cycle.balances?.map(({ kind }) => kind)).toEqual(['transfer', 'cash']);
  });

  test('of a card with only purchases has no balances, even after they are repaid', () => {
    const plain = simulateUntil(tide([change('2026-01-14', -80_000, 'card_charge')]), '2026-03-20').state;
    expect(plain.cards[0]?.cycle).not.toHaveProperty('balances');
    const repaid = simulateUntil(
      tide([
        change('2026-01-12', -20_000, 'cash_advance'),
        change('2026-01-13', 20_000, 'card_payment'),
        change('2026-01-20', 16, 'card_payment'),
      ]),
      '2026-02-15',
    ).state;
    expect(repaid.cards[0]?.cycle).not.toHaveProperty('balances');
  });
});
