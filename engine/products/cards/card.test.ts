import { describe, expect, test } from 'vitest';
import { dayText, parseDay } from '../../calendar/calendar.ts';
import type { HouseholdState } from '../../simulation/state.ts';
import { card, household } from '../../testing/households.ts';
import { buildChange, getStatements, simulateUntil, tide } from '../../testing/tide-card.ts';
import { cycleInterest, firstCycle, minimumPayment } from './card.ts';

describe('a card in its first cycle', () => {
  test('is due thirty days after it was opened, and its statement closes 25 days before that', () => {
    expect(getStatements(tide([buildChange('2026-01-12', -10_000)]), '2026-03-01')).toEqual([
      {
        from: '2026-01-10',
        to: '2026-01-15',
        due: '2026-02-09',
        opening: 0,
        charges: 10_000,
        paid: 0,
        interest: 0,
        fees: 0,
        closing: 10_000,
        minimum: 2_500,
        rewards: 100,
      },
      expect.objectContaining({ from: '2026-01-16', to: '2026-02-12', due: '2026-03-09' }),
    ]);
  });

  test('has no interest on its opening balance', () => {
    const [first] = getStatements(tide([], { balance: 200_000 }), '2026-01-20');
    expect(first).toMatchObject({ opening: 200_000, interest: 0, fees: 0, closing: 200_000 });
  });

  test('without use has empty statements, no minimum, and no fees', () => {
    const { events } = simulateUntil(tide([]), '2027-01-10');
    expect(events.every(({ kind }) => kind === 'statement')).toBe(true);
    expect(events.map(({ facts }) => facts?.['minimum'])).toEqual(Array.from({ length: 12 }, () => 0));
  });
});

describe('grace and interest', () => {
  const first = buildChange('2026-01-12', -10_000);
  const second = buildChange('2026-01-20', -20_000);

  test('no interest if the statement was paid in full by its due date', () => {
    const state = tide([first, second, buildChange('2026-02-09', 10_000)]);
    expect(getStatements(state, '2026-02-20')[1]).toMatchObject({
      opening: 10_000,
      charges: 20_000,
      paid: 10_000,
      interest: 0,
      fees: 0,
      closing: 20_000,
    });
  });

  test('one cent less loses the grace period, but the portion repaid in time has no interest', () => {
    // 4 × 100.00 + 20 × 300.00 (January 20 to February 8) + 4 × 200.01 = 7,200.04. Of this, 24 × 99.99 was
    // repaid by the due date: 4,800.28 × 24% ÷ 365 = 3.15635 (12 CFR 1026.54(a)(1)(ii)).
    const state = tide([first, second, buildChange('2026-02-09', 9_999)]);
    expect(getStatements(state, '2026-02-20')[1]).toMatchObject({ interest: 316, closing: 20_317 });
  });

  test('part of a statement repaid on day 24 of 30 leaves interest on the rest alone', () => {
    // The cycle of the statement due on April 9 is from March 16 to April 14, 30 days. 600.00 of 1,000.00 is
    // repaid on its day 24. 400.00 × 30 days × 21.49% ÷ 365 = 7.06521. Without the rule of 12 CFR
    // 1026.54(a)(1)(ii), 1,000.00 × 23 days + 400.00 × 7 days would cost 15.19.
    const changes = [buildChange('2026-02-20', -100_000), buildChange('2026-04-08', 60_000)];
    const [, , , april] = getStatements(tide(changes, { apr: 21.49 }), '2026-04-20');
    expect(april).toMatchObject({ from: '2026-03-16', to: '2026-04-14', opening: 100_000, interest: 707 });
    expect(cycleInterest(100_000 * 23 + 40_000 * 7, 21.49)).toBe(1_519);
  });

  test('half of a statement repaid near the due date leaves interest on the other half for the whole cycle', () => {
    // help.cubase.org/cubase/grace_period.htm: of a balance of 200.00 with grace, 100.00 is paid before the
    // due date. The interest is on 100.00 for all days of the cycle, here the 30 days from March 16.
    const changes = [buildChange('2026-02-20', -20_000), buildChange('2026-04-08', 10_000)];
    const [, , , april] = getStatements(tide(changes), '2026-04-20');
    expect(april).toMatchObject({ opening: 20_000, interest: cycleInterest(10_000 * 30, 24) });
  });

  test('two payments before the due date have no interest, later payments do', () => {
    // 70.00 is repaid in time and bears no interest: 4 × 30 (January 16 to 19) + 12 × 230 (January 20 to 31)
    // + 9 × 230 (February 1 to 9) + 3 × 200 (February 10 to 12, after the last 30.00 was paid late) =
    // 5,550.00. The minimum was met, so there is no late fee. 5,550.00 × 24% ÷ 365 = 3.64932.
    const state = tide([
      first,
      second,
      buildChange('2026-02-01', 4_000),
      buildChange('2026-02-08', 3_000),
      buildChange('2026-02-10', 3_000),
    ]);
    expect(getStatements(state, '2026-02-20')[1]).toMatchObject({ interest: 365, fees: 0 });
  });

  test("a payment on a statement without a grace period doesn't reduce earlier interest", () => {
    const unpaid = [first, second, buildChange('2026-02-05', 2_500)];
    const [, , third] = getStatements(tide([...unpaid, buildChange('2026-03-01', 10_000)]), '2026-03-20');
    // 16 × 279.54 (February 13 to 28) + 15 × 179.54 (March 1 to 15).
    expect(third).toMatchObject({
      interest: cycleInterest(16 * 27_954 + 15 * 17_954, 24),
    });
  });

  test('one day late loses the grace period and costs a fee', () => {
    // 4 × 100.00 + 21 × 300.00 + 3 × 225.00 (from February 10, including the late fee of 25.00) = 7,375.00.
    // 7,375.00 × 24% ÷ 365 = 4.84932.
    const state = tide([first, second, buildChange('2026-02-10', 10_000)]);
    expect(getStatements(state, '2026-02-20')[1]).toMatchObject({
      interest: 485,
      fees: 2_500,
      closing: 22_985,
    });
  });

  test('matches a published example to the cent', () => {
    // Edinboro University, MATH 104, notes on chapter 11.3, problem 21: 2,100.00 for 30 days at a daily rate
    // of 0.039698% (14.49% a year) accrues 25.01 of interest.
    expect(cycleInterest(210_000 * 30, 14.49)).toBe(2_501);
  });

  test('a payment on the business day after a due date on a bank holiday is on time', () => {
    // The due date moves from February 9 to February 16, 2026, which is Presidents' Day.
    const due = parseDay('2026-02-16');
    const paidOn = (day: string, rest: Partial<HouseholdState> = { bankHolidays: true }) => {
      const bank = tide(
        [buildChange('2026-01-12', -10_000), buildChange(day, 10_000)],
        { firstDue: due, due },
        rest,
      );
      const { events, state } = simulateUntil(bank, '2026-03-01');
      return [events.some(({ kind }) => kind === 'payment_missed'), state.cards[0]?.cycle.revolving];
    };
    expect(paidOn('2026-02-17')).toEqual([false, false]);
    expect(paidOn('2026-02-18')).toEqual([true, true]);
    expect(paidOn('2026-02-17', {})).toEqual([true, true]);
  });

  test('the last day to pay stays as it was when the statement closed', () => {
    const due = parseDay('2026-02-16');
    const bank = tide([buildChange('2026-01-12', -10_000)], { firstDue: due, due }, { bankHolidays: true });
    const closed = simulateUntil(bank, '2026-02-01');
    expect(closed.events.find(({ kind }) => kind === 'statement')?.facts).toMatchObject({
      due: '2026-02-16',
      pay_by: '2026-02-17',
    });
    const { bankHolidays: _, ...without } = closed.state;
    const { events } = simulateUntil(
      { ...without, changes: [buildChange('2026-02-17', 10_000)] },
      '2026-03-01',
    );
    expect(events.filter(({ kind }) => kind === 'payment_missed')).toEqual([]);
  });

  test('without a grace period uses the average daily balance, including new purchases', () => {
    // 4 × 100.00 (January 16 to 19) + 16 × 300.00 (to February 4) + 8 × 275.00 (to February 12) = 7,400.00
    // over 28 days. 20 × 25.00 was repaid by the due date, which leaves 6,900.00 × 24% ÷ 365 = 4.53699. The
    // minimum is 25.00, because 1% of 279.54 plus 4.54 is less.
    const state = tide([first, second, buildChange('2026-02-05', 2_500)]);
    expect(getStatements(state, '2026-02-20')[1]).toMatchObject({
      interest: 454,
      closing: 27_954,
      minimum: 2_500,
    });
  });

  test('residual interest follows a statement paid in full after one that was not, then none', () => {
    const changes = [
      first,
      second,
      buildChange('2026-02-05', 2_500),
      buildChange('2026-03-01', 27_954),
      buildChange('2026-04-01', 294),
    ];
    const [, , third, fourth, fifth] = getStatements(tide(changes), '2026-05-20');
    // February 13 to 28: 16 × 279.54 × 24% ÷ 365 = 2.94091.
    expect(third).toMatchObject({ paid: 27_954, interest: 294, closing: 294, minimum: 294 });
    expect(fourth).toMatchObject({ opening: 294, paid: 294, interest: 0, closing: 0 });
    expect(fifth).toMatchObject({ interest: 0, closing: 0 });
  });

  test('a credit balance has no interest and is used up by charges', () => {
    const state = tide([first, buildChange('2026-01-13', 50_000), buildChange('2026-01-20', -45_000)]);
    expect(getStatements(state, '2026-03-20')).toMatchObject([
      { charges: 10_000, paid: 50_000, closing: -40_000, minimum: 0 },
      { opening: -40_000, charges: 45_000, interest: 0, fees: 0, closing: 5_000, minimum: 2_500 },
      // 25 × 50.00 (February 13 to March 9) + 6 × 75.00 (with the late fee) = 1,700.00. 1,700.00 × 24% ÷ 365
      // = 1.11781.
      { opening: 5_000, fees: 2_500, interest: 112, closing: 7_612 },
    ]);
  });

  test.each([
    ['30 days at 1,000.00 and 24 %: 19.72603', 3_000_000, 24, 1_973],
    ['0 %', 3_000_000, 0, 0],
    ['half a cent is rounded up: 365 × 0.50 × 1 %', 18_250, 1, 1],
    ['28 days at 264.29, 29.99 %: 6.08014', 740_012, 29.99, 608],
  ])('interest of a cycle: %s', (_name, balanceDays, apr, interest) => {
    expect(cycleInterest(balanceDays, apr)).toBe(interest);
  });
});

describe('the minimum payment', () => {
  test.each([
    ['1 % and interest and fees', 500_000, 9_000, 3_000, 17_000],
    ['at least 25.00', 100_000, 0, 0, 2_500],
    ['exactly 25.00', 250_000, 0, 0, 2_500],
    ['all that is owed when that is less', 1_234, 0, 0, 1_234],
    ['1 % rounded: 3,456.78 → 34.57', 345_678, 0, 0, 3_457],
    ['nothing on a credit', -100, 0, 0, 0],
    ['nothing on nothing', 0, 0, 0, 0],
  ])('%s', (_name, balance, interest, fees, minimum) => {
    expect(minimumPayment(balance, interest, fees)).toBe(minimum);
  });
});

describe('the calendar of a card', () => {
  test('a card due on the 31st is due on the last day of short months and closes 25 days before', () => {
    const match = getStatements(
      household({
        on: '2027-12-31',
        cards: [card('tide', '2027-12-31', { firstDue: parseDay('2028-01-31') })],
      }),
      '2028-07-01',
    );
    expect(match.map(({ to, due }) => [to, due])).toEqual([
      ['2028-01-06', '2028-01-31'],
      ['2028-02-04', '2028-02-29'],
      ['2028-03-06', '2028-03-31'],
      ['2028-04-05', '2028-04-30'],
      ['2028-05-06', '2028-05-31'],
      ['2028-06-05', '2028-06-30'],
    ]);
  });

  test('cycles follow each other without a gap, for any due day', () => {
    for (const date of [1, 2, 14, 25, 26, 28, 29, 30, 31]) {
      const firstDue = parseDay('2026-01-01') + 30 + date;
      const result = getStatements(
        household({ on: '2026-01-01', cards: [card('tide', '2026-01-01', { firstDue })] }),
        '2028-03-20',
      );
      result.slice(1).forEach(({ from }, index) => {
        expect(from).toBe(dayText(parseDay(String(result[index]?.['to'])) + 1));
      });
    }
  });

  test('the due date shown is that of the open statement, then of the next one', () => {
    const due = (day: string) => dayText(simulateUntil(tide([]), day).state.cards[0]?.due ?? 0);
    expect([due('2026-01-11'), due('2026-02-09'), due('2026-02-10'), due('2026-03-10')]).toEqual([
      '2026-02-09',
      '2026-02-09',
      '2026-03-09',
      '2026-04-09',
    ]);
  });

  test('a card with a past due date starts with the statement that closes next', () => {
    expect(firstCycle(parseDay('2025-06-30'), parseDay('2026-01-10'))).toBe(8);
    // The statement due on February 28 closes on February 3.
    expect(firstCycle(parseDay('2025-06-30'), parseDay('2026-01-06'))).toBe(8);
    expect(firstCycle(parseDay('2025-06-30'), parseDay('2026-01-05'))).toBe(7);
  });
});
