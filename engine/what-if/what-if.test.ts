import { describe, expect, it } from 'vitest';
import { addMonths, dayText, isFirstOfMonth, parseDay, Zone } from '../calendar/calendar.ts';
import { spendingModel } from '../forecast/spending.ts';
import { monthlyPayment, schedule, totalInterest } from '../money/amortization.ts';
import { getSchedule } from '../products/debts/debt-plans.ts';
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
import { type Decision, type Projection, simulateWhatIf } from './what-if.ts';

const ON = '2026-01-01';
const today = parseDay(ON);
const inMonths = (months: number) => addMonths(today, months) - 1;
const listEvents = ({ events }: Projection) => events.map((event) => `${dayText(event.day)} ${event.text}`);

/**
 * Builds a household with pay, rent, savings, a fund, a card with a carried balance, a home, and spending
 * habits.
 */
function busy(parts: Partial<HouseholdState> = {}): HouseholdState {
  const autopay = { accountId: 'everyday', extra: 0 };
  return household({
    on: ON,
    accounts: [
      account('everyday', 500_000),
      account('nest egg', 900_000, 'SAVINGS'),
      account('fund', 700_000, 'INVESTMENT'),
      { ...account('euros', 40_000), currency: 'EUR' },
    ],
    cards: [
      card('blue', ON, { balance: 90_000, autopay: { accountId: 'everyday', pays: 'minimum' } }),
      card('gold', ON, { autopay: { accountId: 'everyday', pays: 'statement' } }),
    ],
    debts: [
      debt('home', ON, {
        product: 'mortgage',
        balance: 20_000_000,
        rate: 5,
        term: 360,
        payment: monthlyPayment(20_000_000, 5, 360),
        autopay,
        property: { value: 25_000_000 },
      }),
    ],
    autoDeposits: [deposit('pay', 'everyday', 210_000, '2026-01-02', { frequency: 'WEEKLY', isPay: true })],
    scheduledPayments: [payment('power', 'everyday', 12_000, '2026-01-05')],
    spendingProfile: buildSpendingProfile('everyday', 'gold'),
    ...parts,
  });
}

function carLoan(extra = 0): HouseholdState {
  return household({
    on: ON,
    accounts: [account('everyday', 9_000_000)],
    debts: [
      debt('car', ON, {
        balance: 1_500_000,
        rate: 6.4,
        term: 48,
        payment: monthlyPayment(1_500_000, 6.4, 48),
        autopay: { accountId: 'everyday', extra },
      }),
    ],
  });
}

describe('the accounts that a what-if pays from', () => {
  it('are those that the simulation pays from, also with known past purchases', () => {
    const state = busy();
    const end = inMonths(6);
    const history = Array.from({ length: 120 }, (_, index) => ({
      day: today - 120 + index,
      amount: 40_000,
      category: 'Food',
      isRule: false,
      productId: 'nest egg',
    }));
    const { model } = spendingModel(history, today);
    const whatIf = simulateWhatIf(state, [], end, { ...(model && { spending: model }) });
    const { state: simulated } = simulate(state, new Zone(state.timeZone).getStart(end + 1), {
      record: false,
    });
    const cash = simulated.accounts
      .filter(({ type, currency }) => type !== 'INVESTMENT' && currency === 'USD')
      .reduce((sum, { balance }) => sum + balance, 0);
    expect(whatIf.points.at(-1)?.cash).toBe(cash);
    expect(whatIf.firstFailure).toBeNull();
  });
});

describe('a what-if', () => {
  it("without decisions equals the engine's simulation", () => {
    const state = busy();
    const days: { day: number; cash: number; debt: number; property: number; investments: number }[] = [];
    const to = inMonths(30) + 9;
    simulate(state, new Zone(state.timeZone).getStart(to + 1), {
      onDayEnd: (day, { accounts, cards, debts }) => {
        const [everyday, savings, fund] = accounts.map(({ balance }) => balance);
        if (!isFirstOfMonth(day + 1) && day !== to) return;
        days.push({
          day,
          cash: (everyday ?? 0) + (savings ?? 0),
          debt: [...cards, ...debts].reduce((sum, { balance }) => sum + balance, 0),
          property: debts[0]?.property?.value ?? 0,
          investments: fund ?? 0,
        });
      },
    });
    const { points, leftOut, stopped } = simulateWhatIf(state, [], to);
    expect(points.slice(1).map(({ netWorth: _, ...point }) => point)).toEqual(days);
    expect(points[0]).toMatchObject({ day: today, cash: 1_400_000, debt: 20_090_000, investments: 700_000 });
    for (const { netWorth, cash, investments, property, debt: owed } of points)
      expect(netWorth).toBe(cash + investments + property - owed);
    expect({ leftOut, stopped }).toEqual({ leftOut: ['EUR'], stopped: false });
  });

  it('converts other currencies, including debts, and excludes those without a rate', () => {
    const state = household({
      on: '2026-03-02',
      accounts: [
        account('everyday', 100_000),
        { ...account('euros', 50_000), currency: 'EUR' },
        { ...account('pounds', 50_000), currency: 'GBP' },
      ],
      cards: [card('card', '2026-03-01', { balance: 10_000, currency: 'EUR' })],
    });
    const day = new Zone(state.timeZone).getDay(state.at);
    const { points, leftOut, debtFreeOn } = simulateWhatIf(state, [], day + 1, { rates: { EUR: 1.1 } });
    expect(points[0]).toMatchObject({ cash: 155_000, debt: 11_000, netWorth: 144_000 });
    expect({ leftOut, debtFreeOn }).toEqual({ leftOut: ['GBP'], debtFreeOn: null });
  });

  it('revalues other currencies on the days their rates change, without changing balances', () => {
    const state = household({
      on: '2026-03-02',
      accounts: [account('everyday', 100_000), { ...account('euros', 50_000), currency: 'EUR' }],
      cards: [card('card', '2027-03-01', { balance: 10_000, currency: 'EUR' })],
    });
    const on = parseDay('2026-04-10');
    const move: Decision = { id: 'a', on, kind: 'shock', shock: 'currency_move', size: -20 };
    const secondMove: Decision = { ...move, id: 'b', on: parseDay('2026-05-10'), size: 50 };
    const { points, events } = simulateWhatIf(state, [move, secondMove], parseDay('2026-06-01'), {
      rates: { EUR: 1.1 },
    });
    const cash = points.map((point) => [dayText(point.day), point.cash]);
    expect(cash).toEqual([
      ['2026-03-02', 155_000],
      ['2026-03-31', 155_000],
      ['2026-04-30', 144_000],
      ['2026-05-31', 166_000],
      ['2026-06-01', 166_000],
    ]);
    expect(points.slice(0, 3).map(({ debt: owed }) => owed)).toEqual([11_000, 11_000, 8_800]);
    expect(events.filter(({ kind }) => kind === 'shock').map(({ day }) => dayText(day))).toEqual([
      '2026-04-10',
      '2026-05-10',
    ]);
  });

  it('with an extra payment repays a loan like its payoff plan', () => {
    const plan = schedule(1_500_000, 6.4, 48, 20_000);
    const decision: Decision = { id: 'a', on: today, kind: 'extra_payment', debtId: 'car', monthly: 20_000 };
    const projection = simulateWhatIf(carLoan(), [decision], inMonths(60));
    expect(projection.interestPaid).toBe(totalInterest(plan));
    expect(projection.debtFreeOn).toBe(addMonths(today, plan.length));
    expect(plan.length).toBeLessThan(48);
    expect(simulateWhatIf(carLoan(20_000), [], inMonths(60)).points).toEqual(projection.points);
    expect(listEvents(projection)).toEqual([`${dayText(addMonths(today, plan.length))} car is paid off`]);
  });

  it('with a one-time payment owes that much less from its day on', () => {
    const [baseline, projection] = [
      [],
      [
        {
          id: 'a',
          on: today + 45,
          kind: 'lump_payment' as const,
          debtId: 'car',
          amount: 400_000,
          accountId: 'everyday',
        },
      ],
    ].map((decisions) => simulateWhatIf(carLoan(), decisions, inMonths(60)));
    expect((baseline?.points[1]?.debt ?? 0) - (projection?.points[1]?.debt ?? 0)).toBe(0);
    expect((baseline?.points[2]?.debt ?? 0) - (projection?.points[2]?.debt ?? 0)).toBe(400_000);
    expect(projection?.points.at(-1)?.debt).toBe(0);
    expect(projection?.debtFreeOn).toBeLessThan(baseline?.debtFreeOn ?? 0);
    expect(projection?.points.at(-1)?.cash).toBe(9_000_000 - 1_500_000 - (projection?.interestPaid ?? 0));
  });

  it("with recurring and one-time extra payments matches the debt's plan to the cent", () => {
    const lumps = [
      { day: today + 45, amount: 400_000 },
      { day: today + 200, amount: 55_555 },
    ];
    const paid = lumps.map(({ day, amount }): Decision => {
      return { id: `${day}`, on: day, kind: 'lump_payment', debtId: 'car', amount, accountId: 'everyday' };
    });
    const projection = simulateWhatIf(carLoan(12_345), paid, inMonths(60));
    const [car] = carLoan().debts;
    if (!car) throw new Error('The household has a car loan.');
    const rows = getSchedule(car, { extra: 12_345, lumps });
    expect(projection.interestPaid).toBe(rows.reduce((sum, { interest }) => sum + interest, 0));
    expect(projection.debtFreeOn).toBe(rows.at(-1)?.day);
    for (const { day, debt: owed } of projection.points.slice(1))
      expect(owed).toBe(rows.findLast((row) => row.day <= day)?.balance ?? 1_500_000);
  });

  it('starts now if the household was simulated to an earlier time', () => {
    const now = new Zone('America/New_York').at(today + 40, 15 * 60);
    const bill: Decision = {
      id: 'a',
      on: today + 40,
      kind: 'purchase',
      name: 'Sofa',
      ...terms({ amount: 1 }),
    };
    const projection = simulateWhatIf(busy(), [bill], inMonths(3), { now });
    const { state } = simulate(busy(), now);
    expect(projection).toEqual(simulateWhatIf(state, [bill], inMonths(3)));
    expect(listEvents(projection)).toContain('2026-02-10 Sofa purchased');
    expect(projection.points[0]?.day).toBe(today + 40);
  });

  it("doesn't depend on the order of decisions and is deterministic", () => {
    const decisions: Decision[] = [
      { id: 'loan', on: today + 70, kind: 'take_loan', name: 'Boat', ...terms({ amount: 600_000 }) },
      { id: 'more', on: today + 90, kind: 'extra_payment', debtId: 'what-if:loan', monthly: 10_000 },
      {
        id: 'save',
        on: today + 40,
        kind: 'save',
        from: 'everyday',
        to: 'nest egg',
        amount: 5_000,
        frequency: 'WEEKLY',
      },
    ];
    const projection = simulateWhatIf(busy(), decisions, inMonths(24));
    expect(simulateWhatIf(busy(), [...decisions].reverse(), inMonths(24))).toEqual(projection);
    expect(listEvents(projection)).toContain('2026-03-12 Loan opened: Boat');
  });

  it('of forty years can be canceled', () => {
    const calls: [number, number][] = [];
    const { points, stopped } = simulateWhatIf(busy(), [], inMonths(480), {
      onMonth: (done, of) => {
        calls.push([done, of]);
        return done < 3;
      },
    });
    expect(calls).toEqual([
      [1, 480],
      [2, 480],
      [3, 480],
    ]);
    expect(points.map(({ day }) => dayText(day))).toEqual([
      '2026-01-01',
      '2026-01-31',
      '2026-02-28',
      '2026-03-31',
    ]);
    expect(stopped).toBe(true);
  });

  it('reports a lost and a new job, and repeated events only once', () => {
    const poor = household({
      on: ON,
      accounts: [account('everyday', 20_000)],
      autoDeposits: [deposit('pay', 'everyday', 30_000, '2026-01-02', { isPay: true })],
      scheduledPayments: [payment('rent', 'everyday', 30_000, '2026-01-10')],
    });
    const shock: Decision = { id: 'a', on: today + 60, kind: 'shock', shock: 'job_loss', size: 0, months: 4 };
    const projection = simulateWhatIf(poor, [shock], inMonths(12));
    expect(listEvents(projection)).toEqual([
      '2026-03-02 Job lost',
      '2026-04-13 rent could not be paid, and 2 more times',
      '2026-07-02 New job',
    ]);
    expect(projection.firstFailure && dayText(projection.firstFailure)).toBe('2026-04-13');
    expect(projection.lowestCash).toEqual({ day: today, amount: 20_000 });
  });
});

describe('cards of the catalog', () => {
  it('keep their introductory rate, annual fee, and deposit in a what-if', () => {
    const opened = parseDay('2025-02-10');
    const state = busy({
      cards: [
        card('tide', ON, { balance: 90_000, product: 'tide_cash', opened, apr: 21.49 }),
        card('voyage', ON, { product: 'voyage', opened, apr: 20.99 }),
        card('anchor', ON, {
          product: 'anchor_secured',
          opened,
          deposit: { amount: 50_000, accountId: 'everyday' },
        }),
      ],
    });
    const to = inMonths(12);
    const debts: number[] = [];
    simulate(state, new Zone(state.timeZone).getStart(to + 1), {
      onDayEnd: (day, { cards, debts: loans }) => {
        if (day === to) debts.push([...cards, ...loans].reduce((sum, { balance }) => sum + balance, 0));
      },
    });
    const { points } = simulateWhatIf(state, [], to);
    expect(points.at(-1)?.debt).toBe(debts[0]);
    // The deposit belongs to the customer from the first day on, also after its return.
    const without = simulateWhatIf(
      { ...state, cards: state.cards.filter(({ id }) => id !== 'anchor') },
      [],
      to,
    );
    const worth = (projection: Projection) => projection.points.map(({ netWorth }) => netWorth);
    expect(
      worth(simulateWhatIf(state, [], to)).map((amount, index) => amount - (worth(without)[index] ?? 0)),
    ).toEqual(worth(without).map(() => 50_000));
  });
});

describe('daily spending', () => {
  const rows = (amount: number, productId: string) =>
    Array.from({ length: 365 }, (_, index) => {
      const isWeekend = index % 7 < 2;
      const spent = isWeekend ? amount * 2 : amount;
      return { day: today - 365 + index, amount: spent, category: null, isRule: false, productId };
    });
  const getModel = (amount: number, productId = 'everyday') =>
    spendingModel(rows(amount, productId), today).model ?? undefined;
  const still = (parts: Partial<HouseholdState> = {}) =>
    household({ on: ON, accounts: [account('everyday', 100_000)], ...parts });

  it('starts tomorrow and may overdraw', () => {
    const projection = simulateWhatIf(still(), [], today + 7 * 30, { spending: getModel(1_000) });
    expect(projection.points.at(-1)?.cash).toBe(100_000 - 30 * (5 * 1_000 + 2 * 2_000));
    expect(projection.events[0]).toMatchObject({ kind: 'account_short', subject: 'everyday' });
  });

  it('is random but deterministic per seed', () => {
    const uneven = rows(1_000, 'everyday').map((row, index) => ({
      ...row,
      amount: row.amount * (1 + (index % 5)),
    }));
    const spending = spendingModel(uneven, today).model ?? undefined;
    const live = (seed?: number) =>
      simulateWhatIf(still(), [], today + 90, { spending, seed }).points.at(-1)?.cash;
    expect(live(1)).toBe(live(1));
    expect(live(1)).not.toBe(live(2));
    expect(live(1)).not.toBe(live());
  });

  it('uses a card up to its limit, then the account', () => {
    const cards = [card('full', ON, { limit: 10_000 })];
    const projection = simulateWhatIf(still({ cards }), [], today + 20, {
      spending: getModel(1_000, 'full'),
    });
    expect(projection.points.at(-1)?.debt).toBeGreaterThan(8_000);
    expect(projection.points.at(-1)?.debt).toBeLessThanOrEqual(10_000);
    expect(projection.points.at(-1)?.netWorth).toBeLessThan(80_000);
  });

  it("isn't added to spending habits", () => {
    const bare = simulateWhatIf(busy(), [], inMonths(3)).points;
    expect(simulateWhatIf(busy(), [], inMonths(3), { spending: getModel(1_000) }).points).toEqual(bare);
  });
});

it('shows a loan without a scheduled payment as past due until a decision pays it on time', () => {
  const state = carLoan();
  const unpaid = { ...state, debts: state.debts.map((loan) => ({ ...loan, autopay: null })) };
  const baseline = simulateWhatIf(unpaid, [], inMonths(6));
  const { state: simulated } = simulate(unpaid, new Zone(state.timeZone).getStart(inMonths(6) + 1));
  expect(baseline.points.at(-1)).toMatchObject({
    cash: simulated.accounts[0]?.balance,
    debt: simulated.debts[0]?.balance,
  });
  expect(baseline.firstFailure && dayText(baseline.firstFailure)).toBe('2026-02-01');
  expect(baseline.feesPaid).toBeGreaterThan(0);
  expect(baseline.assumptions).toContain('No payment is set up for car, so it will become past due.');
  const decision: Decision = { id: 'pay', on: today, kind: 'pay_on_time', debtId: 'car' };
  const onTime = simulateWhatIf(unpaid, [decision], inMonths(6));
  expect(onTime.points).toEqual(simulateWhatIf(state, [], inMonths(6)).points);
  expect(onTime.firstFailure).toBeNull();
  const refused = simulateWhatIf(state, [decision], inMonths(6)).events;
  expect(refused[0]).toMatchObject({
    kind: 'refused',
    text: 'Paying car on time was left out: a payment is already set up.',
  });
});

it('makes the monthly payments of a loan without a scheduled payment in a debt plan', () => {
  const state = carLoan();
  const unpaid = { ...state, debts: state.debts.map((loan) => ({ ...loan, autopay: null })) };
  const plan: Decision = {
    id: 'plan',
    on: today,
    kind: 'debt_strategy',
    strategy: 'avalanche',
    monthly: 10_000,
    accountId: 'everyday',
  };
  const followed = simulateWhatIf(unpaid, [plan], inMonths(6));
  expect(followed.firstFailure).toBeNull();
  expect(followed.points).toEqual(simulateWhatIf(state, [plan], inMonths(6)).points);
});

function terms({ amount }: { amount: number }) {
  return { accountId: 'everyday', amount, rate: 7, months: 36 };
}
