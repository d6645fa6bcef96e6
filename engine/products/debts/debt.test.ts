import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addMonths, dayText, parseDay, Zone } from '../../calendar/calendar.ts';
import { monthlyPayment, roundHalfAway, schedule } from '../../money/amortization.ts';
import { simulate } from '../../simulation/simulate.ts';
import type { DebtState, EngineEvent, HouseholdState, OutsideChange } from '../../simulation/state.ts';
import { account, debt, household, monthsLater, start } from '../../testing/households.ts';
import { periodInterest } from './debt-interest.ts';

const zone = new Zone('America/New_York');
const RICH = 9_000_000_000;

const paid = (day: string, amount: number, minutes = 600): OutsideChange => ({
  at: zone.at(parseDay(day), minutes),
  productId: 'car',
  amount,
  kind: 'loan_payment',
});

/**
 * Returns a household with a car loan of 10,000.00 at 12% over one year from January 1: 1% a month, in
 * installments of 888.49.
 */
function car(parts: Partial<DebtState> = {}, rest: Partial<HouseholdState> = {}): HouseholdState {
  const terms = { balance: 1_000_000, rate: 12, payment: 88_849, term: 12 };
  return household({
    on: '2026-01-01',
    accounts: [account('checking', RICH)],
    debts: [debt('car', '2026-01-01', { ...terms, ...parts })],
    ...rest,
  });
}

const autopay = { accountId: 'checking', extra: 0 };
const live = (state: HouseholdState, until: string) => simulate(state, start(until));
const ofKind = (events: EngineEvent[], ...kinds: string[]) =>
  events.filter(({ kind }) => kinds.includes(kind));
const onCar = ({ lines = [] }: EngineEvent) => lines.find(({ ledger }) => ledger === 'car')?.amount ?? 0;
/** Returns the day and amount of each posting on the loan. */
const posted = (events: EngineEvent[], ...kinds: string[]) =>
  ofKind(events, ...kinds).map((event): [string, number] => [
    dayText(zone.getDay(event.at - 1)),
    onCar(event),
  ]);

/** Returns the interest and installments in the ledger, and the remaining balance. */
function rows(state: HouseholdState, until: number) {
  const { events, state: end } = simulate(state, zone.getStart(until));
  const interest = ofKind(events, 'interest').map(onCar);
  const payments = ofKind(events, 'loan_payment', 'mortgage_payment').map(onCar);
  return { interest: interest.map((amount) => -amount), payments, owed: end.debts[0]?.balance };
}

describe('a debt paid by autopay', () => {
  test('follows the amortization schedule row by row and ends at exactly zero', () => {
    const loans = fc.record({
      amount: fc.integer({ min: 10_000, max: 50_000_000 }),
      rate: fc.integer({ min: 0, max: 2_999 }).map((hundredths) => hundredths / 100),
      months: fc.integer({ min: 1, max: 96 }),
      begun: fc.constantFrom(
        '2025-12-31',
        '2026-01-01',
        '2026-01-29',
        '2026-01-30',
        '2027-08-31',
        '2028-02-29',
      ),
      extra: fc.constantFrom(0, 0, 1_000),
      product: fc.constantFrom<'loan' | 'mortgage'>('loan', 'mortgage'),
    });
    fc.assert(
      fc.property(loans, ({ amount, rate, months, begun: start, extra, product }) => {
        const terms = {
          balance: amount,
          rate,
          payment: monthlyPayment(amount, rate, months),
          term: months,
          product,
        };
        const state = household({
          on: start,
          accounts: [account('checking', RICH)],
          debts: [debt('car', start, { ...terms, autopay: { accountId: 'checking', extra } })],
        });
        const plan = schedule(amount, rate, months, extra);
        expect(rows(state, monthsLater(start, months) + 40)).toEqual({
          interest: plan.map(({ interest }) => interest).filter((interest) => interest > 0),
          payments: plan.map(({ payment }) => payment),
          owed: 0,
        });
      }),
      { numRuns: 12 },
    );
  });

  test('1,000.00 at 12 % in three months of 340.02: 10.00, 6.70, and 3.37 of interest, 340.03 at the end', () => {
    // 1,000.00 + 10.00 − 340.02 = 669.98; + 6.70 − 340.02 = 336.66; + 3.37 = 340.03.
    const state = car({ balance: 100_000, payment: 34_002, term: 3, autopay });
    expect(rows(state, parseDay('2026-06-01'))).toEqual({
      interest: [1_000, 670, 337],
      payments: [34_002, 34_002, 34_003],
      owed: 0,
    });
  });

  test.each([
    ['2026-01-31', ['2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31']],
    ['2028-01-30', ['2028-02-29', '2028-03-30', '2028-04-30', '2028-05-30']],
    ['2028-02-29', ['2028-03-29', '2028-04-29', '2028-05-29', '2028-06-29']],
  ])('that started on %s is due at noon of %s', (start, dues) => {
    const state = household({
      on: start,
      accounts: [account('checking', RICH)],
      debts: [debt('car', start, { balance: 100_000, rate: 12, payment: 25_629, term: 4, autopay })],
    });
    const { events } = simulate(state, zone.getStart(monthsLater(start, 6)));
    expect(ofKind(events, 'loan_payment').map(({ at }) => at)).toEqual(
      dues.map((day) => zone.at(parseDay(day), 720)),
    );
  });

  test('that started long ago has no events before the household, and continues with its next installment', () => {
    const state = household({
      on: '2026-06-10',
      accounts: [account('checking', RICH)],
      debts: [
        debt('car', '2025-12-31', { balance: 1_000_000, rate: 12, payment: 88_849, term: 12, autopay }),
      ],
    });
    const { events, state: end } = live({ ...state, posted: 0 }, '2026-07-31');
    expect(events.map(({ key, at }) => [key, dayText(zone.getDay(at))])).toEqual([
      ['car:interest:6', '2026-06-30'],
      ['car:installment:6', '2026-06-30'],
    ]);
    expect(end.debts[0]?.next).toBe(7);
  });
});

describe('interest', () => {
  test.each([
    ['a twelfth of the year: 10,000.00 × 12 % ÷ 12', 30_000_000, 12, 10_000],
    ['fifteen days of thirty', 15_000_000, 12, 5_000],
    ['nothing at 0 %', 30_000_000, 0, 0],
    ['half a cent is a cent: 1.00 × 6 % ÷ 12', 3_000, 6, 1],
  ])('%s', (_name, balanceDays, rate, interest) => {
    expect(periodInterest(balanceDays, rate)).toBe(interest);
  });

  // 4,000.00 of 10,000.00 is paid after a number of days out of thirty. Interest: (10,000 × days + 6,000 ×
  // (30 − days)) ÷ 30 × 1%.
  test.each([
    ['at once: 60.00', '2026-01-01', 6_000],
    ['after 10 days: 73.33', '2026-01-11', 7_333],
    ['after 15 days: 80.00', '2026-01-16', 8_000],
    ['after 30 days: 100.00', '2026-01-31', 10_000],
    ['on the morning of the due date: 100.00', '2026-02-01', 10_000],
  ])('an extra payment %s', (_name, day, interest) => {
    const { events } = live(car({}, { changes: [paid(day, 400_000)] }), '2026-02-02');
    expect(posted(events, 'interest')).toEqual([['2026-02-01', -interest]]);
  });

  test('two extra payments in February and a balance held to the due date count thirty days', () => {
    // From February 1 to March 1: 10 days of 10,100.00, 5 days of 8,100.00, and 15 days of 7,100.00. 248,000
    // ÷ 30 × 1% = 82.67.
    const changes = [paid('2026-02-11', 200_000), paid('2026-02-16', 100_000)];
    const { events } = live(car({}, { changes }), '2026-03-02');
    expect(posted(events, 'interest')[1]).toEqual(['2026-03-01', -8_267]);
  });
});

describe('a debt paid to zero between two due dates', () => {
  const changes = [paid('2026-01-16', 1_000_000)];

  test('owes the days until then on the due date, and is paid off when they are paid', () => {
    // 15 days of 10,000.00 at 1% a month: 50.00 of interest.
    const { events, state } = live(car({ autopay }, { changes }), '2026-12-01');
    expect(posted(events, 'interest', 'loan_payment')).toEqual([
      ['2026-02-01', -5_000],
      ['2026-02-01', 5_000],
    ]);
    expect(ofKind(events, 'repaid').map(({ at }) => dayText(zone.getDay(at)))).toEqual(['2026-02-01']);
    expect(state.debts[0]).toMatchObject({ balance: 0, arrears: [] });
  });

  test('without autopay owes those days as a manual installment, and more until it is paid', () => {
    // 50.00 for two of thirty days accrues 0.033 of interest.
    const late = [paid('2026-02-03', 5_000), paid('2026-03-01', 3, 900)];
    const { events, state } = live(car({}, { changes: [...changes, ...late] }), '2026-12-01');
    expect(ofKind(events, 'payment_missed').map(({ facts }) => facts)).toEqual([
      { amount: 5_000, due: '2026-02-01' },
      { amount: 3, due: '2026-03-01' },
    ]);
    expect(ofKind(events, 'repaid').map(({ at }) => dayText(zone.getDay(at)))).toEqual(['2026-03-01']);
    expect(state.debts[0]).toMatchObject({ balance: 0, arrears: [] });
  });

  test('owes its last installment in full, whatever was prepaid', () => {
    const ahead = [paid('2026-01-11', 90_000), paid('2026-02-11', 90_000)];
    const state = car({ balance: 200_000, payment: 101_505, term: 2 }, { changes: ahead });
    // February 1: (10 × 2,000.00 + 20 × 1,100.00) ÷ 30 × 1% = 14.00 of interest, and 2,000.00 + 14.00 −
    // 900.00 = 1,114.00. March 1: (10 × 1,114.00 + 20 × 214.00) ÷ 30 × 1% = 5.14 of interest, and 1,114.00 +
    // 5.14 − 900.00 = 219.14. 115.05 of the second 900.00 pays the rest of the February installment.
    const { facts } = ofKind(live(state, '2026-03-02').events, 'payment_missed').at(-1) ?? {};
    expect(facts).toEqual({ amount: 21_914, due: '2026-03-01' });
  });

  test('on the due date after interest posted owes nothing more, in one step or in many', () => {
    const state = car({}, { changes: [paid('2026-02-01', 1_010_000, 800)] });
    const once = live(state, '2026-08-01');
    expect(posted(once.events, 'interest')).toEqual([['2026-02-01', -10_000]]);
    const first = live(state, '2026-02-10');
    expect(simulate(first.state, start('2026-08-01')).state).toEqual(once.state);
  });

  test('that is owed again accrues interest from then on', () => {
    // The loan is paid off on January 1, before any interest accrues. On June 16, 6,000.00 is owed again:
    // 30.00 of interest for the 15 days to July 1.
    const secondPayment = { ...paid('2026-06-16', -600_000), kind: 'adjustment' };
    const { events } = live(
      car({}, { changes: [paid('2026-01-01', 1_000_000), secondPayment] }),
      '2026-07-02',
    );
    expect(posted(events, 'interest')).toEqual([['2026-07-01', -3_000]]);
    // The payoff doesn't count toward installments on the new balance.
    expect(ofKind(events, 'payment_missed')).toMatchObject([
      { facts: { due: '2026-07-01', amount: 88_849 } },
    ]);
  });

  test('that is owed again exactly when an installment would be due owes the next one first', () => {
    const secondPayment = { ...paid('2026-06-01', -600_000, 720), kind: 'adjustment' };
    const { events } = live(
      car({}, { changes: [paid('2026-01-01', 1_000_000), secondPayment] }),
      '2026-07-02',
    );
    expect(ofKind(events, 'payment_missed')).toMatchObject([{ facts: { due: '2026-07-01' } }]);
    expect(posted(events, 'interest')).toEqual([['2026-07-01', -6_000]]);
  });

  test('that is owed again earlier in a month than its payoff counts the days from then on', () => {
    // The loan is paid off on January 21, with 66.67 of interest for 20 days. On June 6, 6,000.00 is owed
    // again: 50.00 of interest for the 25 days to July 1.
    const changes = [
      { ...paid('2026-01-21', -6_667), kind: 'interest' },
      paid('2026-01-21', 1_006_667, 601),
      { ...paid('2026-06-06', -600_000), kind: 'adjustment' },
    ];
    const { events } = live(car({}, { changes }), '2026-07-02');
    expect(posted(events, 'interest')).toEqual([['2026-07-01', -5_000]]);
  });
});

describe('the rate of an adjustable mortgage', () => {
  const variable = { margin: 2, everyMonths: 12, capPerReset: 2, capForLife: 5, first: 5 };
  const home = (seed: number, parts: Partial<DebtState> = {}, shocks: HouseholdState['shocks'] = []) =>
    car(
      {
        balance: 20_000_000,
        rate: 5,
        payment: 107_364,
        term: 360,
        product: 'mortgage',
        autopay,
        variable,
        ...parts,
      },
      { seed, shocks },
    );

  test('is reset every twelve months within its caps, and the installment repays the rest', () => {
    for (const seed of [1, 2, 3, 4]) {
      const owed = new Map<string, number>();
      const { events } = simulate(home(seed), start('2036-01-02'), {
        onDayEnd: (day, { debts }) => owed.set(dayText(day), debts[0]?.balance ?? 0),
      });
      let [rate, payment] = [5, 107_364];
      for (const { at, facts = {} } of ofKind(events, 'rate_reset')) {
        const day = zone.getDay(at);
        const months = 360 - 12 * (Number(dayText(day).slice(0, 4)) - 2_026);
        expect(dayText(day).slice(5)).toBe('01-01');
        expect(facts).toMatchObject({ from: rate, payment_before: payment });
        rate = Number(facts['to']);
        expect(Math.abs(rate - Number(facts['from']))).toBeLessThanOrEqual(2);
        expect(Math.abs(rate - 5)).toBeLessThanOrEqual(5);
        payment = monthlyPayment(owed.get(dayText(day)) ?? 0, rate, months);
        expect(facts['payment']).toBe(payment);
      }
      expect(ofKind(events, 'rate_reset').length).toBeGreaterThan(5);
    }
  });

  test('follows rate changes and never passes the lifetime cap', () => {
    const shock = { id: 'up', kind: 'rate_change' as const, on: parseDay('2026-02-01'), size: 30 };
    const rates = ofKind(live(home(1, {}, [shock]), '2032-01-02').events, 'rate_reset').map(
      ({ facts }) => facts?.['to'],
    );
    expect(rates).toEqual([7, 9, 10]);
  });

  test('is repaid to exactly zero, whatever the rates did', () => {
    for (const seed of [5, 6, 7]) {
      const state = home(seed, {
        balance: 1_000_000,
        payment: 29_971,
        term: 36,
        variable: { ...variable, everyMonths: 6 },
      });
      const { state: end } = live(state, '2029-01-02');
      expect(end.debts[0]?.balance).toBe(0);
      expect(end.debts[0]?.arrears).toEqual([]);
    }
  });

  test('follows the home price index month by month', async () => {
    const { propertyReturn } = await import('../rates.ts');
    // A home's value changes by less than 5% in one month.
    for (let month = 0; month < 600; month += 1)
      expect(Math.abs(propertyReturn(3, addMonths(parseDay('2026-01-01'), month)))).toBeLessThan(0.05);
    const state = home(3, { property: { value: 25_000_000 } });
    let value = 25_000_000;
    for (let month = 1; month <= 24; month += 1)
      value = roundHalfAway(value * (1 + propertyReturn(3, addMonths(parseDay('2026-01-01'), month) - 1)));
    expect(live(state, '2028-01-01').state.debts[0]?.property?.value).toBe(value);
  });
});
