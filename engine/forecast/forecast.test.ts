import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDay, Zone } from '../calendar/calendar.ts';
import { personaHistory } from '../household/personas.ts';
import { computeNetWorth, getHoldings } from '../insights/net-worth.ts';
import { Exchange } from '../money/exchange.ts';
import { simulate } from '../simulation/simulate.ts';
import type { HouseholdState } from '../simulation/state.ts';
import {
  account,
  buildSpendingProfile,
  card,
  debt,
  deposit,
  household,
  payment,
} from '../testing/households.ts';
import { buildForecast } from './forecast.ts';
import { getSpending, type SpendingRow } from './history.ts';
import { knownFuture } from './known-future.ts';

const TODAY = parseDay('2026-03-02');

/** Returns one purchase for each of the last `days` days before today. */
function daily(days: number, amountOn: (index: number) => number, productId = 'checking'): SpendingRow[] {
  return Array.from({ length: days }, (_, index) => ({
    day: TODAY - days + index,
    amount: amountOn(index),
    category: index % 2 === 0 ? 'Food' : null,
    isRule: false,
    productId,
  }));
}

/**
 * Returns a household with a paycheck each Friday, rent on the first, and a card and a loan that are paid
 * from checking.
 */
function busy(parts: Partial<HouseholdState> = {}): HouseholdState {
  return household({
    on: '2026-03-02',
    accounts: [
      account('checking', 250_000),
      account('savings', 900_000, 'SAVINGS'),
      account('fund', 500_000, 'INVESTMENT'),
      { ...account('euros', 30_000), currency: 'EUR' },
    ],
    cards: [
      card('card', '2026-03-01', { balance: 40_000, autopay: { accountId: 'checking', pays: 'statement' } }),
    ],
    debts: [
      debt('loan', '2026-01-10', {
        balance: 500_000,
        rate: 6,
        payment: 22_161,
        term: 24,
        autopay: { accountId: 'checking', extra: 0 },
      }),
    ],
    autoDeposits: [deposit('pay', 'checking', 90_000, '2026-03-06', { frequency: 'WEEKLY', isPay: true })],
    scheduledPayments: [
      payment('rent', 'checking', 140_000, '2026-04-01'),
      payment('save', 'checking', 20_000, '2026-03-03', { to: { kind: 'account', id: 'savings' } }),
    ],
    spendingProfile: buildSpendingProfile('checking', 'card'),
    ...parts,
  });
}

function counter(): () => string {
  let next = 0;
  return () => `product-${++next}`;
}

const foresee = (history: SpendingRow[], days = 90, state = busy(), seed = 1) =>
  buildForecast({ state, history, to: TODAY + days, seed });

/** Forecasts with the known future that includes net worth. */
function buildNetWorthForecast(
  history: SpendingRow[],
  days: number,
  state: HouseholdState,
  accountId?: string,
) {
  const to = TODAY + days;
  const future = knownFuture(state, to, { hasHoldings: true });
  return buildForecast({ state, history, to, seed: 1, future, ...(accountId && { accountId }) });
}

describe('the accounts that a forecast spends from', () => {
  it('are those that the simulation uses, whatever paid for past purchases', () => {
    const products = ['checking', 'pocket', 'savings', 'euros', 'card', 'old card'];
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...products), { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 2_000, max: 60_000 }),
        fc.integer({ min: 1, max: 1_000 }),
        fc.constantFrom('card', null),
        (paidWith, price, seed, cardId) => {
          const start = busy();
          const state: HouseholdState = {
            ...start,
            seed,
            accounts: [...start.accounts, account('pocket', 3_000)],
            cards: [...start.cards, card('old card', '2026-03-01')],
            spendingProfile: buildSpendingProfile('checking', cardId, { luck: false }),
          };
          const history = paidWith.flatMap((productId) => daily(80, () => price, productId));
          const forecast = buildForecast({ state, history, to: TODAY + 120, seed, paths: 20 });
          const { events } = simulate(state, new Zone(state.timeZone).getStart(TODAY + 121));
          const debited = new Set(
            events.flatMap(({ lines = [] }) =>
              lines.filter(({ amount }) => amount < 0).map(({ ledger }) => ledger),
            ),
          );
          for (const { accountId } of forecast.belowZero) expect(debited).toContain(accountId);
          for (const { id } of state.accounts) {
            if (debited.has(id) || id === 'fund') continue;
            const alone = buildForecast({ state, history, to: TODAY + 120, seed, paths: 5, accountId: id });
            for (const day of alone.days)
              expect([day.low, day.median, day.high]).toEqual(Array(3).fill(day.known));
          }
        },
      ),
      { numRuns: 40 },
    );
  });

  it('are not emptied below the floor at which the simulation stops purchases', () => {
    const state = busy({
      cards: [],
      debts: [],
      autoDeposits: [],
      scheduledPayments: [],
      spendingProfile: buildSpendingProfile('checking', null, { floor: 10_000 }),
    });
    const { days, belowZero } = foresee(
      daily(100, () => 20_000),
      90,
      state,
    );
    expect(belowZero).toEqual([]);
    const { median = 0 } =
      buildForecast({
        state,
        history: daily(100, () => 20_000),
        to: TODAY + 90,
        seed: 1,
        accountId: 'checking',
      }).days.at(-1) ?? {};
    expect(median).toBe(10_000);
    expect(days).toHaveLength(91);
  });
});

describe('a forecast', () => {
  it('shows scheduled items exactly as the engine simulates them without purchases', () => {
    const state = busy();
    const { days, leftOut } = foresee(
      daily(100, () => 3_000),
      120,
      state,
    );
    const simulated: Record<string, number>[] = [];
    simulate({ ...state, spendingProfile: null }, new Zone(state.timeZone).getStart(TODAY + 121), {
      onDayEnd: (_, { accounts }) =>
        simulated.push(
          Object.fromEntries(
            accounts.filter(({ type }) => type !== 'INVESTMENT').map(({ id, balance }) => [id, balance]),
          ),
        ),
    });
    expect(days.map(({ accounts }) => accounts)).toEqual(simulated);
    expect(days.map(({ known }) => known)).toEqual(
      simulated.map(({ checking = 0, savings = 0 }) => checking + savings),
    );
    expect(days[0]?.day).toBe(TODAY);
    expect(days.at(-1)?.day).toBe(TODAY + 120);
    expect(leftOut).toEqual(['EUR']);
  });

  it('converts accounts in other currencies and excludes those without a rate', () => {
    const euros = { ...account('euros', 100_000), currency: 'EUR' };
    const pounds = { ...account('pounds', 50_000), currency: 'GBP' };
    const state = household({ on: '2026-03-02', accounts: [account('checking', 10_000), euros, pounds] });
    const history = daily(100, () => 1_000).map((row) => ({ ...row, productId: 'euros' }));
    const { days, leftOut, inputs } = buildForecast({
      state,
      history,
      to: TODAY + 30,
      seed: 1,
      rates: { EUR: 1.1 },
    });
    // Ten euros a day equal eleven dollars.
    expect(days[0]).toMatchObject({ known: 120_000, median: 120_000 });
    expect(days[30]).toMatchObject({ known: 120_000, median: 120_000 - 30 * 1_100 });
    expect(inputs.averageWeek).toBe(7_700);
    expect(leftOut).toEqual(['GBP']);
  });

  it('subtracts ten dollars each day if each past day cost ten dollars', () => {
    const state = household({ on: '2026-03-02', accounts: [account('checking', 10_000)] });
    const { days, lowest, belowZero, inputs } = foresee(
      daily(60, () => 1_000),
      14,
      state,
    );
    expect(days.map(({ known }) => known)).toEqual(Array(15).fill(10_000));
    const expected = Array.from({ length: 15 }, (_, index) => 10_000 - index * 1_000);
    for (const line of ['median', 'low', 'high'] as const)
      expect(days.map((day) => day[line])).toEqual(expected);
    expect(lowest).toEqual({
      known: { day: TODAY, amount: 10_000 },
      median: { day: TODAY + 14, amount: -4_000 },
    });
    expect(belowZero).toEqual([{ accountId: 'checking', day: TODAY + 11, probability: 1 }]);
    expect(inputs).toEqual({
      from: TODAY - 60,
      to: TODAY - 1,
      days: 60,
      spendingDays: 60,
      averageWeek: 7_000,
      categories: [
        { category: 'Food', averageWeek: 3_500 },
        { category: null, averageWeek: 3_500 },
      ],
    });
  });

  it('covers a single account on request: its balance and its purchases', () => {
    const state = household({
      on: '2026-03-02',
      accounts: [account('checking', 50_000), account('savings', 900_000, 'SAVINGS')],
    });
    const history = daily(60, () => 1_000);
    const options = { state, history, to: TODAY + 10, seed: 1 };
    const last = (accountId: string) => buildForecast({ ...options, accountId }).days.at(-1);
    expect(last('checking')).toMatchObject({ known: 50_000, low: 40_000, median: 40_000, high: 40_000 });
    expect(last('savings')).toMatchObject({ known: 900_000, low: 900_000, high: 900_000 });
    expect(() => last('fund')).toThrow(RangeError);
  });

  it('distinguishes the days of the week', () => {
    const state = household({ on: '2026-03-02', accounts: [account('checking', 100_000)] });
    // The only past purchases are $50 each Saturday. The next Saturday is 2026-03-07.
    const history = daily(210, (index) => ((TODAY - 210 + index + 4) % 7 === 6 ? 5_000 : 0));
    const { days } = foresee(history, 13, state);
    expect(days.map(({ low }) => low)).toEqual([
      ...Array(5).fill(100_000),
      ...Array(7).fill(95_000),
      ...Array(2).fill(90_000),
    ]);
  });

  it('moves card purchases to the due date of their statement', () => {
    const autopay = { accountId: 'checking', pays: 'statement' as const };
    const state = household({
      on: '2026-03-02',
      accounts: [account('checking', 100_000)],
      // The statement due on March 31 closes on March 6. The next statement closes on April 5 and is due on
      // April 30.
      cards: [card('card', '2026-03-01', { autopay })],
    });
    const { days } = foresee(
      daily(60, () => 1_000, 'card'),
      60,
      state,
    );
    const on = (text: string) => days.find(({ day }) => day === parseDay(text))?.median;
    expect(on('2026-03-30')).toBe(100_000);
    expect(on('2026-03-31')).toBe(96_000);
    expect(on('2026-04-29')).toBe(96_000);
    expect(on('2026-04-30')).toBe(66_000);
  });

  it('reduces net worth on the day of each purchase, however the card is paid', () => {
    for (const pays of ['statement', 'minimum'] as const) {
      const cards = [card('card', '2026-03-01', { autopay: { accountId: 'checking', pays } })];
      const state = household({ on: '2026-03-02', accounts: [account('checking', 100_000)], cards });
      const history = daily(60, () => 1_000, 'card');
      const { netWorth } = buildNetWorthForecast(history, 60, state);
      expect(netWorth?.map(({ median }) => median)).toEqual(
        Array.from({ length: 61 }, (_, index) => 100_000 - index * 1_000),
      );
      expect(buildNetWorthForecast(history, 60, state, 'checking').netWorth).toBeNull();
    }
  });

  it('is the same with a shared known future, and without its holdings has no net worth', () => {
    const history = daily(60, () => 1_000);
    const { netWorth, ...shared } = buildNetWorthForecast(history, 60, busy());
    expect(netWorth).toHaveLength(61);
    expect(foresee(history, 60, busy())).toEqual({ ...shared, netWorth: null });
  });

  it('includes homes, investments, and debts in net worth, as the engine simulates them', () => {
    const state = busy();
    const { netWorth } = buildNetWorthForecast([], 60, state);
    const exchange = new Exchange('USD');
    const simulated: number[] = [];
    simulate({ ...state, spendingProfile: null }, new Zone(state.timeZone).getStart(TODAY + 61), {
      onDayEnd: (_, end) => simulated.push(computeNetWorth(getHoldings(end), exchange).total),
    });
    expect(netWorth?.map(({ known }) => known)).toEqual(simulated);
    expect(netWorth?.every(({ known, low, high }) => known === low && known === high)).toBe(true);
  });

  it('subtracts nothing for purchases with a card that pays only its minimum', () => {
    const cards = [card('card', '2026-03-01', { autopay: { accountId: 'checking', pays: 'minimum' } })];
    const state = household({ on: '2026-03-02', accounts: [account('checking', 100_000)], cards });
    const { days } = foresee(
      daily(60, () => 1_000, 'card'),
      60,
      state,
    );
    expect(days.every(({ known, low }) => known === low)).toBe(true);
  });

  it('shows only scheduled items if there is too little history', () => {
    const { days, noModel, inputs } = foresee(daily(19, () => 2_000));
    expect(noModel).toMatch(/at least 20 days/);
    expect(inputs.spendingDays).toBe(19);
    expect(
      days.every(({ known, median, low, high }) => known === median && known === low && known === high),
    ).toBe(true);
  });

  it('ignores rules, today, and anything older than a year', () => {
    const ruled = daily(60, () => 2_000).map((row) => ({ ...row, isRule: true }));
    const old = daily(60, () => 2_000).map((row) => ({ ...row, day: row.day - 400 }));
    const today = { ...daily(1, () => 9_999)[0], day: TODAY } as SpendingRow;
    expect(foresee([...ruled, ...old, today]).inputs).toMatchObject({ spendingDays: 0, averageWeek: 0 });
  });

  it("reports a bill that can't be paid in any case", () => {
    const state = household({
      on: '2026-03-02',
      accounts: [account('checking', 100_000)],
      scheduledPayments: [payment('rent', 'checking', 60_000, '2026-03-10')],
    });
    const { belowZero } = foresee([], 90, state);
    expect(belowZero).toEqual([{ accountId: 'checking', day: parseDay('2026-04-10'), probability: 1 }]);
  });

  it('requires an account and an end after today', () => {
    expect(() => foresee([], 10, household({ on: '2026-03-02' }))).toThrow(RangeError);
    expect(() => foresee([], -1)).toThrow(RangeError);
  });

  it('is deterministic per seed, has its median in a widening band, and equals the known line without spending', () => {
    const histories = fc.array(fc.integer({ min: 0, max: 20_000 }), { minLength: 60, maxLength: 300 });
    fc.assert(
      fc.property(histories, fc.integer({ min: 1, max: 1_000_000 }), (amounts, seed) => {
        const history = daily(amounts.length, (index) => amounts[index] ?? 0);
        const forecast = foresee(history, 90, busy(), seed);
        expect(foresee(history, 90, busy(), seed)).toEqual(forecast);
        for (const { low, median, high, known } of forecast.days)
          expect(low <= median && median <= high && high <= known).toBe(true);
        const width = (index: number) => {
          const day = forecast.days[index];
          return day ? day.high - day.low : 0;
        };
        expect(width(0)).toBe(0);
        expect(width(90)).toBeGreaterThanOrEqual(width(10));
        const none = foresee(
          history.map((row) => ({ ...row, amount: 0 })),
          90,
          busy(),
          seed,
        );
        expect(none.days.every(({ low, high, known }) => low === known && high === known)).toBe(true);
      }),
      { numRuns: Number(process.env['SANDBANK_PROVE_RUNS'] ?? 8) },
    );
  });
});

/** Returns two years of a student's household: the engine's final state, and the spending history. */
function getStudent(seed: number) {
  const now = '2026-11-21T14:00:00Z';
  const options = { persona: 'student' as const, seed, now, timeZone: 'America/New_York', newId: counter() };
  const { household: past, state } = personaHistory(options);
  const zone = new Zone(state.timeZone);
  const own = new Set([...state.accounts, ...state.cards].map(({ id }) => id));
  const rules = new Set(state.scheduledPayments.map(({ name }) => name));
  const history = past.entries
    .filter(({ kind }) => kind === 'payment' || kind === 'card_charge')
    .flatMap(({ at, category = null, description, lines }) =>
      lines
        .filter(({ ledger }) => own.has(ledger))
        .map(({ ledger: productId, amount }) => ({
          day: zone.getDay(Date.parse(at)),
          amount: Math.round(-amount * 100),
          category,
          isRule: rules.has(description),
          productId,
        })),
    );
  return { state, history, today: zone.getDay(state.at), zone };
}

describe('simulated households', () => {
  it('stay in the 80% band about eight times in ten', () => {
    const inside = [1, 2, 3].map((seed) => {
      const { state, history, today, zone } = getStudent(seed);
      const last = buildForecast({ state, history, to: today + 75, seed }).days.at(-1);
      const ends = [101, 102, 103, 104, 105, 106].map((other) => {
        const future = simulate({ ...state, seed: other }, zone.getStart(today + 76), { record: false });
        return future.state.accounts.reduce((sum, { balance }) => sum + balance, 0);
      });
      return ends.filter((end) => last && end >= last.low && end <= last.high).length;
    });
    const sum = inside.reduce((total, count) => total + count, 0);
    expect(sum).toBeGreaterThanOrEqual(12);
  });
});

describe('the history of spending', () => {
  it('counts manual and card purchases and excludes rules, debts, and transfers', () => {
    const row = (kind: string, description: string, parts: object = {}) => ({
      account_id: 'checking',
      amount: 12.34,
      date: '2026-02-03T03:30:00Z',
      kind,
      direction: 'out',
      description,
      merchant: null,
      category: 'Food',
      ...parts,
    });
    const rows = getSpending(
      [
        row('payment', 'Corner Grocer'),
        row('withdrawal', 'Cash'),
        row('payment', 'rent'),
        row('payment', 'March', { merchant: 'Landlord' }),
        row('transfer', 'To savings'),
        row('card_payment', 'Card autopay'),
        row('auto_deposit', 'pay', { direction: 'in' }),
      ],
      [{ card_id: 'card', amount: 5, at: '2026-02-01T12:00:00Z', category: null }],
      {
        timeZone: 'America/New_York',
        scheduledPayments: [
          payment('rent', 'checking', 1, '2026-04-01', { to: { kind: 'outside', name: 'Landlord' } }),
        ],
      },
    );
    const day = parseDay('2026-02-02');
    const paid = { day, amount: 1_234, category: 'Food', productId: 'checking' };
    expect(rows).toEqual([
      { day: day - 1, amount: 500, category: null, isRule: false, productId: 'card' },
      { ...paid, isRule: false },
      { ...paid, isRule: false },
      { ...paid, isRule: true },
      { ...paid, isRule: true },
      { ...paid, isRule: true },
      { ...paid, isRule: true },
    ]);
  });
});
