import { describe, expect, test } from 'vitest';
import { DAY_MS, dayText, parseDay, Zone } from '../calendar/calendar.ts';
import { reloadFields, simulateByDay } from '../testing/daily-steps.ts';
import { account, buildSpendingProfile, card, deposit, household, start } from '../testing/households.ts';
import { Run } from './run.ts';
import { simulate } from './simulate.ts';
import type { EngineEvent, HouseholdState, ShockState } from './state.ts';
import { drawShocks } from './surprise-draws.ts';

const zone = new Zone('America/New_York');
const live = (state: HouseholdState, until: string) => simulate(state, start(until)).events;
const getEvents = (events: EngineEvent[]) =>
  events.map(({ at, key, kind, lines }) => [
    dayText(zone.getDay(at)),
    key,
    kind,
    lines?.[0]?.ledger,
    lines?.[0]?.amount,
  ]);

const shock = (kind: ShockState['kind'], on: string, parts: Partial<ShockState> = {}): ShockState => ({
  id: 'blow',
  kind,
  on: parseDay(on),
  size: 50_000,
  ...parts,
});

const struck = (blow: ShockState, cash: number, parts: Partial<HouseholdState> = {}) =>
  household({ on: '2026-01-01', accounts: [account('checking', cash)], shocks: [blow], ...parts });
const tide = (parts: Parameters<typeof card>[2] = {}) =>
  card('tide', '2025-12-20', { firstDue: parseDay('2026-01-28'), ...parts });

describe('a surprise bill', () => {
  test.each([
    ['medical_bill', 'Hospital bill', 'Healthcare'],
    ['car_repair', 'Car repair', 'Transportation'],
  ] as const)(
    'for %s is paid from the account at ten in the morning, after its announcement',
    (kind, description, category) => {
      const events = live(struck(shock(kind, '2026-01-05'), 50_000), '2026-01-20');
      expect(events).toEqual([
        expect.objectContaining({ key: 'blow:begins', kind: 'shock', facts: { shock: kind, size: 50_000 } }),
        expect.objectContaining({
          key: 'blow:bill',
          at: zone.at(parseDay('2026-01-05'), 600),
          description,
          category,
        }),
      ]);
      expect(getEvents(events)[1]?.slice(2)).toEqual(['payment', 'checking', -50_000]);
    },
  );

  test.each([
    ['by card when the account has too little', 49_999, [tide()], ['card_charge', 'tide', -50_000]],
    [
      'by the card with the most room, of two that have enough',
      0,
      [tide({ balance: 200_000 }), card('reef', '2025-12-20', { balance: 100_000 })],
      ['card_charge', 'reef', -50_000],
    ],
    [
      'by the card with the most room',
      0,
      [tide({ balance: 490_000 }), card('reef', '2025-12-20')],
      ['card_charge', 'reef', -50_000],
    ],
    [
      'not by a frozen card',
      0,
      [tide({ frozen: true }), card('reef', '2025-12-20', { limit: 60_000 })],
      ['card_charge', 'reef', -50_000],
    ],
    [
      'not at all when nothing reaches',
      49_999,
      [tide({ balance: 460_000 })],
      ['payment_failed', undefined, undefined],
    ],
  ])('is paid %s', (_name, cash, cards, expected) => {
    const events = live(struck(shock('medical_bill', '2026-01-05'), cash, { cards }), '2026-01-06');
    expect(getEvents(events.filter(({ key }) => key === 'blow:bill'))[0]?.slice(2)).toEqual(expected);
  });

  test('is paid from the account it names', () => {
    const accounts = [account('checking', 500_000), account('other', 60_000)];
    const events = live(
      struck(shock('car_repair', '2026-01-05', { productId: 'other' }), 0, { accounts }),
      '2026-01-06',
    );
    expect(getEvents(events)[1]?.slice(3)).toEqual(['other', -50_000]);
  });
});

test('with unexpected money is deposited in the usual account', () => {
  expect(getEvents(live(struck(shock('windfall', '2026-01-05'), 0), '2026-01-06'))).toEqual([
    ['2026-01-05', 'blow:begins', 'shock', undefined, undefined],
    ['2026-01-05', 'blow:windfall', 'deposit', 'checking', 50_000],
  ]);
});

describe('fraud', () => {
  const fraud = (blow: ShockState, cards = [tide()]) =>
    getEvents(live(struck(blow, 0, { cards }), '2026-02-20').filter(({ subject }) => subject === 'blow'));

  test('is charged to the card and credited after ten days', () => {
    expect(fraud(shock('card_fraud', '2026-01-05'))).toEqual([
      ['2026-01-05', 'blow:begins', 'shock', undefined, undefined],
      ['2026-01-05', 'blow:fraud', 'card_charge', 'tide', -50_000],
      ['2026-01-15', 'blow:credit', 'card_credit', 'tide', 50_000],
    ]);
  });

  test('affects the card it names, in any currency', () => {
    const cards = [tide(), card('reef', '2025-12-20', { currency: 'EUR', limit: 100_000 })];
    expect(
      fraud(shock('card_fraud', '2026-01-05', { productId: 'reef' }), cards)
        .slice(1)
        .map((line) => line[3]),
    ).toEqual(['reef', 'reef']);
    expect(
      fraud(shock('card_fraud', '2026-01-05'), cards.slice(1))
        .slice(1)
        .map((line) => line[3]),
    ).toEqual(['reef', 'reef']);
  });

  test("without a usable card doesn't happen", () => {
    expect(fraud(shock('card_fraud', '2026-01-05'), [])).toEqual([]);
    expect(fraud(shock('card_fraud', '2026-01-05'), [tide({ frozen: true })])).toEqual([]);
    const named = shock('card_fraud', '2026-01-05', { productId: 'tide' });
    expect(fraud(named, [tide({ frozen: true })])).toEqual([]);
    expect(fraud(shock('card_fraud', '2026-01-05'), [tide({ balance: 450_001 })])).toEqual([]);
  });

  test('is credited once and on its day, however time is stopped', () => {
    let state = struck(shock('card_fraud', '2026-01-05'), 0, { cards: [tide()] });
    const events: EngineEvent[] = [];
    for (let day = 0; day < 20; day += 1) {
      const next = simulate(state, state.at + DAY_MS / 2);
      events.push(...next.events);
      state = simulate(next.state, next.state.at + DAY_MS / 2).state;
      events.push(...simulate(next.state, next.state.at + DAY_MS / 2).events);
    }
    expect(
      events.filter(({ key }) => key === 'blow:credit').map(({ at }) => dayText(zone.getDay(at))),
    ).toEqual(['2026-01-15']);
  });
});

describe('a lost job', () => {
  const rules = [
    deposit('pay', 'checking', 1_000, '2026-01-01', { frequency: 'WEEKLY', isPay: true, minutes: 601 }),
    deposit('rent received', 'checking', 10, '2026-01-01', { frequency: 'WEEKLY', minutes: 601 }),
  ];

  test('stops only the pay until the same day some months later', () => {
    const lost = { ...struck(shock('job_loss', '2026-01-15', { months: 1 }), 0), autoDeposits: rules };
    const missed = live(lost, '2026-03-01').filter(({ kind }) => kind === 'pay_missed');
    expect(missed.map(({ at }) => dayText(zone.getDay(at)))).toEqual([
      '2026-01-15',
      '2026-01-22',
      '2026-01-29',
      '2026-02-05',
      '2026-02-12',
    ]);
    const paid = live(lost, '2026-03-01').filter(({ kind }) => kind === 'auto_deposit');
    expect(paid.filter(({ subject }) => subject === 'pay').map(({ at }) => dayText(zone.getDay(at)))).toEqual(
      ['2026-01-01', '2026-01-08', '2026-02-19', '2026-02-26'],
    );
    expect(paid.filter(({ subject }) => subject !== 'pay')).toHaveLength(9);
  });

  test('stops only the pay that it names', () => {
    const two = [...rules.slice(0, 1), ...rules.slice(0, 1).map((rule) => ({ ...rule, id: 'other pay' }))];
    const lost = struck(shock('job_loss', '2026-01-15', { months: 1, productId: 'pay' }), 0);
    const missed = live({ ...lost, autoDeposits: two }, '2026-03-01').filter(
      ({ kind }) => kind === 'pay_missed',
    );
    expect(missed.map(({ subject }) => subject)).toEqual(['pay', 'pay', 'pay', 'pay', 'pay']);
  });

  test('is permanent if so configured, and two overlapping ones last until the later end', () => {
    const both = [
      shock('job_loss', '2026-01-15', { months: 1 }),
      shock('job_loss', '2026-02-10', { id: 'next', months: 1 }),
    ];
    const pays = (shocks: ShockState[]) =>
      live(
        { ...struck(shock('windfall', '2030-01-01'), 0), shocks, autoDeposits: rules.slice(0, 1) },
        '2026-04-01',
      )
        .filter(({ kind }) => kind === 'auto_deposit')
        .map(({ at }) => dayText(zone.getDay(at)));
    expect(pays(both)).toEqual(['2026-01-01', '2026-01-08', '2026-03-12', '2026-03-19', '2026-03-26']);
    expect(pays([shock('job_loss', '2026-01-15')])).toEqual(['2026-01-01', '2026-01-08']);
  });
});

test('prices rise by a twelfth of the rate each month, and faster during high inflation', () => {
  const state = household({
    on: '2026-01-01',
    accounts: [account('checking', 0)],
    spendingProfile: buildSpendingProfile('checking', null, { habits: [], luck: false, inflation: 2.4 }),
    shocks: [shock('inflation', '2026-02-10', { size: 6, months: 1 })],
  });
  // Prices rise 0.2% in January, 0.7% in February (inflation is still high on the 28th), and 0.2% in March
  // (the shock ends on the 10th).
  const level = (until: string) => simulate(state, start(until)).state.spendingProfile?.priceLevel;
  expect([level('2026-02-01'), level('2026-03-01'), level('2026-04-01')]).toEqual([
    1_002_000, 1_009_014, 1_011_032,
  ]);
});

describe('a planned event', () => {
  test('for an earlier hour happens now', () => {
    const at = zone.at(parseDay('2026-01-05'), 900);
    const state = { ...struck(shock('windfall', '2026-01-05'), 0), at };
    const events = live(state, '2026-01-07');
    expect(events.map((event) => event.at)).toEqual([at, at]);
    expect(events.some(({ dueAt }) => dueAt !== undefined)).toBe(false);
  });

  test('for an earlier day is credited ten days from now', () => {
    const state = struck(shock('card_fraud', '2025-11-01'), 0, { cards: [tide()] });
    expect(
      getEvents(live(state, '2026-02-01').filter(({ subject }) => subject === 'blow')).map(([day, key]) => [
        day,
        key,
      ]),
    ).toEqual([
      ['2026-01-01', 'blow:begins'],
      ['2026-01-01', 'blow:fraud'],
      ['2026-01-11', 'blow:credit'],
    ]);
  });
});

describe('random surprises', () => {
  const lucky = (parts: Partial<HouseholdState> = {}) =>
    household({
      on: '2026-01-01',
      accounts: [account('checking', 900_000), account('fund', 900_000, 'INVESTMENT')],
      cards: [card('tide', '2026-01-01')],
      autoDeposits: [deposit('pay', 'checking', 300_000, '2026-01-03', { isPay: true })],
      spendingProfile: buildSpendingProfile('checking', 'tide', { habits: [] }),
      ...parts,
    });

  test('depend on the seed alone, in one step and in many', () => {
    const once = simulate(lucky(), start('2031-01-01'));
    let state = lucky();
    const events: EngineEvent[] = [];
    for (let month = 1; state.at < start('2031-01-01'); month += 1) {
      const next = simulate(state, Math.min(start('2031-01-01'), state.at + (7 + (month % 40)) * DAY_MS));
      events.push(...next.events);
      state = next.state;
    }
    expect(events).toEqual(once.events);
    expect(state.shocks.length).toBeGreaterThan(2);
  });

  test('have the right frequency over 1,200 months', () => {
    const drawn: Record<string, number> = {};
    for (let seed = 1; seed <= 12; seed += 1) {
      const run = new Run(lucky({ seed }), false);
      for (let month = 0; month < 100; month += 1)
        for (const { kind } of drawShocks(
          run,
          parseDay(`${2026 + Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}-01`),
        ))
          drawn[kind] = (drawn[kind] ?? 0) + 1;
    }
    // The probabilities are 30, 22, and 15 per thousand months, so 36, 26, and 18 events are expected.
    expect(drawn['car_repair']).toBeGreaterThan(18);
    expect(drawn['car_repair']).toBeLessThan(54);
    expect(drawn['medical_bill']).toBeGreaterThan(11);
    expect(drawn['windfall']).toBeLessThan(33);
  });

  test('are the same in one step and day by day through the carryover', () => {
    const chosen = lucky({ seed: 5, spendingProfile: null, surprises: 'some' });
    const end = start('2029-01-01');
    const once = simulate(chosen, end);
    const stepped = simulateByDay(chosen, end, reloadFields('shocks', 'surprises'));
    expect(stepped.events).toEqual(once.events);
    expect(once.events.some(({ kind, key }) => kind === 'shock' && key.startsWith('luck:'))).toBe(true);
  });

  test('are about three times as frequent with many as with some', () => {
    const count = (surprises: 'some' | 'many') => {
      let drawn = 0;
      for (let seed = 1; seed <= 12; seed += 1)
        drawn += simulate(lucky({ seed, spendingProfile: null, surprises }), start('2036-01-01')).state.shocks
          .length;
      return drawn;
    };
    expect(count('many') / count('some')).toBeGreaterThan(2.4);
    expect(count('many') / count('some')).toBeLessThan(3.6);
  });

  test('are off by default', () => {
    const state = lucky({
      spendingProfile: buildSpendingProfile('checking', 'tide', { habits: [], luck: false }),
    });
    expect(simulate(state, start('2040-01-01')).state.shocks).toEqual([]);
    expect(simulate({ ...state, spendingProfile: null }, start('2040-01-01')).state.shocks).toEqual([]);
  });
});
