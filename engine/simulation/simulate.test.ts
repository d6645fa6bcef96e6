import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DAY_MS, parseDay } from '../calendar/calendar.ts';
import {
  account,
  buildSpendingProfile,
  card,
  debt,
  deposit,
  goal,
  household,
  payment,
} from '../testing/households.ts';
import { nextDueAt, simulate } from './simulate.ts';
import type { EngineEvent, HouseholdState, OutsideChange } from './state.ts';

/** The number of random households for each property: few in daily tests, thousands in a long run. */
const RUNS = Number(process.env['SANDBANK_PROVE_RUNS'] ?? 5);
const TIMEOUT_MS = 30_000 + RUNS * 500;

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

/**
 * Households with all kinds of products and rules. Some are short of money, some are new, and some have a few
 * months of history.
 */
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
    margin: fc.integer({ min: 0, max: 900 }).map((hundredths) => hundredths / 100),
    everyMonths: fc.constantFrom(1, 3, 12),
    behind: fc.integer({ min: 0, max: 3 }),
    past: fc.constantFrom(0, 0, 23 * DAY_MS, 131 * DAY_MS + 12_345),
  })
  .map((drawn) => {
    const { pays, on } = drawn;
    const created = household({
      on,
      seed: drawn.seed,
      timeZone: drawn.timeZone,
      accounts: [
        account('checking', drawn.cash),
        account('savings', drawn.cash * 3, 'SAVINGS'),
        account('fund', drawn.cash, 'INVESTMENT'),
        { ...account('euros', drawn.cash), currency: 'EUR' },
      ],
      cards: [
        card('tide', on, {
          balance: drawn.owed,
          autopay: pays === null ? null : { accountId: 'checking', pays },
        }),
        card('reef', on, { apr: 18.99 }),
        card('quay', on, {
          currency: 'EUR',
          balance: drawn.owed,
          limit: 600_000,
          firstDue: parseDay(drawn.day),
          autopay: { accountId: 'euros', pays: 'minimum' },
        }),
      ],
      debts: [
        debt('car', drawn.day, {
          balance: 800_000,
          rate: 6.4,
          payment: 24_673,
          term: 36,
          autopay: drawn.autopay ? { accountId: 'checking', extra: 0 } : null,
          arrears: Array.from({ length: drawn.behind }, (_none, number) => ({
            due: parseDay(on) - 20 - 30 * (drawn.behind - number - 1),
            amount: 24_673,
            ...(number > 0 && { charged: true as const }),
          })),
        }),
        debt('home', on, {
          product: 'mortgage',
          balance: 20_000_000,
          rate: 4,
          payment: 95_483,
          term: 360,
          autopay: { accountId: 'checking', extra: 500 },
          variable: {
            margin: drawn.margin,
            everyMonths: drawn.everyMonths,
            capPerReset: 2,
            capForLife: 5,
            first: 4,
          },
          property: { value: 25_000_000 },
        }),
      ],
      autoDeposits: [
        deposit('pay', 'checking', drawn.pay, drawn.day, { isPay: true }),
        deposit('stipend', 'euros', 40_000, on),
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
        payment('abroad', 'checking', 1_000, on, { to: { kind: 'account', id: 'euros' } }),
        payment('loan', 'savings', 5_000, on, { frequency: 'QUARTERLY', to: { kind: 'debt', id: 'car' } }),
      ],
      spendingProfile: drawn.lives ? buildSpendingProfile('checking', 'reef') : null,
      goals: [
        goal('trip', 'savings', drawn.pay, {
          portion: 0,
          contribution: {
            kind: 'fixed',
            fromAccountId: 'checking',
            amount: 7_700,
            recurrence: { frequency: 'BIWEEKLY', start: parseDay(drawn.day), minutes: 570, next: 0 },
          },
        }),
        goal('roof', 'savings', 900_000, {
          contribution: { kind: 'share_of_pay', fromAccountId: 'checking', percent: 3.5 },
        }),
        goal('change', 'savings', 3_000, {
          portion: 500,
          contribution: { kind: 'round_ups', fromAccountId: 'checking', pending: 0 },
        }),
      ],
      shocks: [
        { id: 'lost', kind: 'job_loss', on: 20_480, size: 0, months: 2 },
        { id: 'rates', kind: 'rate_change', on: 20_500, size: 1.5, months: 3 },
        { id: 'crash', kind: 'market_fall', on: 20_520, size: 25 },
      ],
    });
    const at = created.at + drawn.offset;
    return simulate({ ...created, at, posted: at }, at + drawn.past, { record: false }).state;
  });

/**
 * Random changes from outside the engine, at a number of milliseconds after the start. They never use money
 * that the engine might spend, and they don't repay a balance that a rule pays in full. After such a
 * repayment, a late run would pay only the remaining balance, but a run on time would already have paid the
 * full balance.
 */
const meanwhile: fc.Arbitrary<OutsideChange[]> = fc.array(
  fc
    .record({
      at: fc.integer({ min: 1, max: 200 * DAY_MS }),
      amount: fc.integer({ min: 1, max: 9_000 }),
      what: fc.constantFrom(
        ['checking', 1, 'deposit'] as const,
        ['savings', 1, 'deposit'] as const,
        ['fund', 1, 'deposit'] as const,
        ['tide', -1, 'card_charge'] as const,
        ['tide', 1, 'card_payment'] as const,
        ['reef', -1, 'card_charge'] as const,
        ['quay', -1, 'fee'] as const,
        ['home', 1, 'mortgage_payment'] as const,
        ['car', 1, 'loan_payment'] as const,
        ['car', -1, 'adjustment'] as const,
      ),
    })
    .map(({ at, amount, what: [productId, sign, kind] }) => ({ at, productId, amount: sign * amount, kind })),
  { maxLength: 12 },
);

/** Random refunds on a card that a rule pays in full. */
const refunds: fc.Arbitrary<OutsideChange[]> = fc.array(
  fc
    .record({ at: fc.integer({ min: 1, max: 200 * DAY_MS }), amount: fc.integer({ min: 1, max: 9_000 }) })
    .map((refund) => ({ ...refund, productId: 'reef', kind: 'refund' })),
  { maxLength: 3 },
);

/** Random withdrawals: their time, and their share of the remaining balance in percent. */
const spending = fc.array(
  fc.record({ at: fc.integer({ min: 1, max: 200 * DAY_MS }), percent: fc.integer({ min: 1, max: 60 }) }),
  { maxLength: 4 },
);

/** Returns withdrawals that the account could cover from its starting balance alone. */
function affordable(
  { accounts }: HouseholdState,
  spent: readonly { at: number; percent: number }[],
): OutsideChange[] {
  let left = accounts.find(({ id }) => id === 'checking')?.balance ?? 0;
  return spent.map(({ at, percent }) => {
    const amount = Math.floor((left * percent) / 100);
    left -= amount;
    return { at, productId: 'checking', amount: -amount, kind: 'withdrawal' };
  });
}

/** Converts the changes' times to instants and sorts the changes in chronological order. */
function from(start: HouseholdState, changes: readonly OutsideChange[]): OutsideChange[] {
  return changes
    .map((change) => ({ ...change, at: start.at + change.at }))
    .sort((left, right) => left.at - right.at);
}

/**
 * Simulates in steps, as the bank does. Each step receives the outside changes made since the previous step.
 */
function inSteps(
  start: HouseholdState,
  to: number,
  step: () => number,
): { events: EngineEvent[]; state: HouseholdState } {
  const events: EngineEvent[] = [];
  let state = { ...start, changes: [] as OutsideChange[] };
  while (state.at < to) {
    const until = Math.min(to, state.at + step());
    const since = state.at;
    const changes = start.changes.filter(({ at }) => at > since && at <= until);
    const next = simulate(JSON.parse(JSON.stringify({ ...state, changes })) as HouseholdState, until);
    events.push(...next.events);
    state = next.state;
  }
  return { events, state };
}

describe('the engine', () => {
  test(
    'gives the same result in thirty steps of a day and in one of thirty days',
    () => {
      fc.assert(
        fc.property(households, meanwhile, (created, changes) => {
          const to = created.at + 30 * DAY_MS;
          const start = { ...created, changes: from(created, changes).filter(({ at }) => at <= to) };
          expect(inSteps(start, to, () => DAY_MS)).toEqual(simulate(start, to));
        }),
        { numRuns: RUNS },
      );
    },
    TIMEOUT_MS,
  );

  test(
    'gives the same result in steps of any length and in one',
    () => {
      fc.assert(
        fc.property(
          households,
          meanwhile,
          fc.infiniteStream(fc.integer({ min: 1, max: 40 * DAY_MS })),
          (created, changes, lengths) => {
            const to = created.at + 200 * DAY_MS;
            const start = { ...created, changes: from(created, changes) };
            expect(inSteps(start, to, () => lengths.next().value)).toEqual(simulate(start, to));
          },
        ),
        { numRuns: RUNS },
      );
    },
    TIMEOUT_MS,
  );

  test(
    'names a time before which nothing happens automatically',
    () => {
      fc.assert(
        fc.property(households, (created) => {
          const end = created.at + 20 * DAY_MS;
          let state = created;
          for (let next = nextDueAt(state); next !== null && next <= end; next = nextDueAt(state)) {
            expect(next).toBeGreaterThan(state.at);
            expect(simulate(state, next - 1).events).toEqual([]);
            state = simulate(state, next).state;
          }
          expect(simulate(state, end).events).toEqual([]);
        }),
        { numRuns: RUNS },
      );
    },
    TIMEOUT_MS,
  );

  test(
    'keeps the ledger: entries sum to zero, balances equal their lines, and no account is overdrawn',
    () => {
      fc.assert(
        fc.property(households, meanwhile, refunds, spending, (created, changes, given, spent) => {
          const start = {
            ...created,
            changes: from(created, [...changes, ...given, ...affordable(created, spent)]),
          };
          const { events, state } = simulate(start, start.at + 400 * DAY_MS);
          const balances = new Map(start.accounts.map(({ id, balance }) => [id, balance]));
          for (const { id, balance } of [...start.cards, ...start.debts]) balances.set(id, -balance);
          const wrong: unknown[] = [];
          const mind = (holds: boolean, event: unknown) => holds || wrong.push(event);
          const others = [...start.changes];
          const takeIn = (until: number) => {
            while (others[0] && others[0].at <= until) {
              const { productId, amount } = others.shift() ?? { productId: '', amount: 0 };
              balances.set(productId, (balances.get(productId) ?? 0) + amount);
            }
          };
          let last = start.at;
          const keys = new Set<string>();
          for (const event of events) {
            const { at, dueAt = 0, key, description, lines = [] } = event;
            takeIn(at);
            mind(at >= last && at >= dueAt && at <= state.at && !keys.has(key), event);
            mind(description.length > 2, event);
            last = at;
            keys.add(key);
            mind(lines.reduce((sum, { amount }) => sum + amount, 0) === 0, event);
            mind(new Set(lines.map(({ currency }) => currency)).size <= 1, event);
            for (const { ledger, amount } of lines) {
              mind(Number.isInteger(amount) && amount !== 0, event);
              balances.set(ledger, (balances.get(ledger) ?? 0) + amount);
            }
            for (const { id } of start.accounts) mind((balances.get(id) ?? 0) >= 0, event);
          }
          takeIn(state.at);
          expect(wrong).toEqual([]);
          for (const { id, balance } of state.accounts) expect(balances.get(id)).toBe(balance);
          for (const { id, balance } of [...state.cards, ...state.debts])
            expect((balances.get(id) ?? 0) + balance).toBe(0);
        }),
        { numRuns: RUNS },
      );
    },
    TIMEOUT_MS,
  );
});
