import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DAY_MS } from './calendar.ts';
import { simulate } from './simulate.ts';
import type { EngineEvent, HouseholdState } from './state.ts';
import { account, card, debt, deposit, household, life, payment } from './testing.ts';

const zones = ['America/New_York', 'Europe/Berlin', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'UTC'];
const days = fc.constantFrom(
  '2025-12-31',
  '2026-01-29',
  '2026-01-31',
  '2026-02-28',
  '2026-03-07',
  '2026-06-15',
  '2026-10-31',
);

/** Households of every kind of product and rule, some of them short of money. */
const households: fc.Arbitrary<HouseholdState> = fc
  .record({
    seed: fc.integer(),
    timeZone: fc.constantFrom(...zones),
    on: days,
    offset: fc.integer({ min: 0, max: DAY_MS - 1 }),
    cash: fc.integer({ min: 0, max: 600_000 }),
    owed: fc.integer({ min: 0, max: 450_000 }),
    pays: fc.constantFrom<'minimum' | 'statement' | number | null>('minimum', 'statement', 12_345, null),
    pay: fc.integer({ min: 50_000, max: 400_000 }),
    rent: fc.integer({ min: 20_000, max: 250_000 }),
    day: days,
    frequency: fc.constantFrom('HOURLY', 'DAILY', 'WEEKLY', 'MONTHLY'),
    weekend: fc.constantFrom('stays', 'before', 'after'),
    autopay: fc.boolean(),
    lives: fc.boolean(),
  })
  .map((drawn) => {
    const { pays, on } = drawn;
    const made = household({
      on,
      seed: drawn.seed,
      timeZone: drawn.timeZone,
      accounts: [
        account('checking', drawn.cash),
        account('savings', drawn.cash * 3, 'SAVINGS'),
        account('fund', drawn.cash, 'INVESTMENT'),
      ],
      cards: [
        card('tide', on, {
          balance: drawn.owed,
          autopay: pays === null ? null : { accountId: 'checking', pays },
        }),
        card('reef', on, { apr: 18.99 }),
      ],
      debts: [
        debt('car', drawn.day, {
          balance: 800_000,
          rate: 6.4,
          payment: 24_673,
          term: 36,
          autopay: drawn.autopay ? { accountId: 'checking', extra: 0 } : null,
        }),
        debt('home', on, {
          product: 'mortgage',
          balance: 20_000_000,
          rate: 4,
          payment: 95_483,
          term: 360,
          autopay: { accountId: 'checking', extra: 500 },
          variable: { margin: 2, everyMonths: 12, capPerReset: 2, capForLife: 5, first: 4 },
          property: { value: 25_000_000 },
        }),
      ],
      autoDeposits: [
        deposit('pay', 'checking', drawn.pay, drawn.day, { isPay: true }),
        deposit('drip', 'savings', 7, on, { frequency: drawn.frequency, count: 500 }),
      ],
      scheduledPayments: [
        payment('rent', 'checking', drawn.rent, drawn.day, {
          weekend: drawn.weekend,
          changed: { '2026-02-28': { skip: true } },
        }),
        payment('save', 'checking', 30_000, on, {
          frequency: 'BIWEEKLY',
          to: { kind: 'account', id: 'savings' },
        }),
        payment('reef', 'checking', 'statement', on, { to: { kind: 'card', id: 'reef' } }),
        payment('loan', 'savings', 5_000, on, { frequency: 'QUARTERLY', to: { kind: 'debt', id: 'car' } }),
      ],
      life: drawn.lives ? life('checking', 'reef') : null,
      shocks: [
        { id: 'lost', kind: 'job_loss', on: 20_480, size: 0, months: 2 },
        { id: 'rates', kind: 'rate_change', on: 20_500, size: 1.5, months: 3 },
        { id: 'crash', kind: 'market_fall', on: 20_520, size: 25 },
      ],
    });
    const at = made.at + drawn.offset;
    return { ...made, at, posted: at };
  });

function inSteps(
  start: HouseholdState,
  to: number,
  step: () => number,
): { events: EngineEvent[]; state: HouseholdState } {
  const events: EngineEvent[] = [];
  let state = start;
  while (state.at < to) {
    const next = simulate(
      JSON.parse(JSON.stringify(state)) as HouseholdState,
      Math.min(to, state.at + step()),
    );
    events.push(...next.events);
    state = next.state;
  }
  return { events, state };
}

describe('the engine', () => {
  test('lives thirty steps of a day as one step of thirty days', () => {
    fc.assert(
      fc.property(households, (start) => {
        const to = start.at + 30 * DAY_MS;
        const once = simulate(start, to);
        expect(inSteps(start, to, () => DAY_MS)).toEqual(once);
      }),
      { numRuns: 60 },
    );
  });

  test('lives steps of any length as one', () => {
    fc.assert(
      fc.property(
        households,
        fc.infiniteStream(fc.integer({ min: 1, max: 40 * DAY_MS })),
        (start, lengths) => {
          const to = start.at + 200 * DAY_MS;
          expect(inSteps(start, to, () => lengths.next().value)).toEqual(simulate(start, to));
        },
      ),
      { numRuns: 50 },
    );
  });

  test('keeps the books: every entry sums to zero, balances are the sums of their lines, no account is overdrawn', () => {
    fc.assert(
      fc.property(households, (start) => {
        const { events, state } = simulate(start, start.at + 400 * DAY_MS);
        const balances = new Map(start.accounts.map(({ id, balance }) => [id, balance]));
        for (const { id, balance } of [...start.cards, ...start.debts]) balances.set(id, -balance);
        const wrong: unknown[] = [];
        const mind = (holds: boolean, event: EngineEvent) => holds || wrong.push(event);
        let last = start.at;
        const keys = new Set<string>();
        for (const event of events) {
          const { at, dueAt = 0, key, lines = [] } = event;
          mind(at >= last && at >= dueAt && at <= state.at && !keys.has(key), event);
          last = at;
          keys.add(key);
          mind(lines.reduce((sum, { amount }) => sum + amount, 0) === 0, event);
          for (const { ledger, amount } of lines) {
            mind(Number.isInteger(amount) && amount !== 0, event);
            const balance = (balances.get(ledger) ?? 0) + amount;
            balances.set(ledger, balance);
            if (start.accounts.some(({ id }) => id === ledger)) mind(balance >= 0, event);
          }
        }
        expect(wrong).toEqual([]);
        for (const { id, balance } of state.accounts) expect(balances.get(id)).toBe(balance);
        for (const { id, balance } of [...state.cards, ...state.debts])
          expect((balances.get(id) ?? 0) + balance).toBe(0);
      }),
      { numRuns: 60 },
    );
  });
});
