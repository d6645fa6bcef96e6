import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dayText, parseDay } from '../../calendar/calendar.ts';
import { monthlyPayment } from '../../money/amortization.ts';
import { getBiweeklyPlan } from './biweekly.ts';
import {
  computePastSaving,
  computeSaving,
  type DebtTerms,
  getContract,
  getOutcome,
  getSchedule,
  type Lump,
  type PlanRow,
  recastPayment,
} from './debt-plans.ts';

const cents = (amount: number) => Math.round(amount * 100);

function loan(amount: number, rate: number, term: number, parts: Partial<DebtTerms> = {}): DebtTerms {
  const payment = monthlyPayment(amount, rate, term);
  return { balance: amount, rate, payment, term, start: parseDay('2026-01-01'), next: 1, ...parts };
}

const columns = ({ number, payment, interest, principal, balance }: PlanRow) => [
  number,
  payment,
  interest,
  principal,
  balance,
];

/** The columns of a printed schedule: number, payment, interest, principal, and balance. */
type Printed = [number, number, number, number, number];

describe('published examples', () => {
  const examples: [source: string, terms: [number, number, number], printed: Printed[]][] = [
    [
      "MoneyVox, tableau d'amortissement: 10,000 at 5 % over 12 months",
      [10_000, 5, 12],
      [
        [1, 856.07, 41.67, 814.4, 9185.6],
        [2, 856.07, 38.27, 817.8, 8367.8],
        [3, 856.07, 34.87, 821.2, 7546.6],
        [4, 856.07, 31.44, 824.63, 6721.97],
        [5, 856.07, 28.01, 828.06, 5893.91],
        [6, 856.07, 24.56, 831.51, 5062.4],
        [7, 856.07, 21.09, 834.98, 4227.42],
        [8, 856.07, 17.61, 838.46, 3388.96],
        [9, 856.07, 14.12, 841.95, 2547.01],
        [10, 856.07, 10.61, 845.46, 1701.55],
        [11, 856.07, 7.09, 848.98, 852.57],
        [12, 856.12, 3.55, 852.57, 0],
      ],
    ],
    [
      'Chase, mortgage education: 200,000 at 5 % over 30 years',
      [200_000, 5, 360],
      [
        [1, 1073.64, 833.33, 240.31, 199_759.69],
        [2, 1073.64, 832.33, 241.31, 199_518.38],
        [3, 1073.64, 831.33, 242.31, 199_276.07],
      ],
    ],
    [
      'NumPy Financial, ipmt: 2,500 at 8.24 % over 12 months (its first months, before it drifts by not rounding)',
      [2_500, 8.24, 12],
      [
        [1, 217.75, 17.17, 200.58, 2299.42],
        [2, 217.75, 15.79, 201.96, 2097.46],
        [3, 217.75, 14.4, 203.35, 1894.11],
      ],
    ],
    [
      'Las Positas College, Math for Liberal Arts 8.05, example 1: 15,000 at 9 % over 5 years',
      [15_000, 9, 60],
      [[1, 311.38, 112.5, 198.88, 14_801.12]],
    ],
    [
      'Mississippi State University Extension, P3920: 100,000 at 7 % over 30 years',
      [100_000, 7, 360],
      [[1, 665.3, 583.33, 81.97, 99_918.03]],
    ],
    [
      'CFPB, closing disclosure H-25(B): 162,000 at 3.875 % over 30 years, the first interest on half a cent',
      [162_000, 3.875, 360],
      [[1, 761.78, 523.13, 238.65, 161_761.35]],
    ],
    [
      'A programming exercise printed with its table: 1,000 at 9 % over 6 months',
      [1_000, 9, 6],
      [
        [1, 171.07, 7.5, 163.57, 836.43],
        [2, 171.07, 6.27, 164.8, 671.63],
        [3, 171.07, 5.04, 166.03, 505.6],
        [4, 171.07, 3.79, 167.28, 338.32],
        [5, 171.07, 2.54, 168.53, 169.79],
        [6, 171.06, 1.27, 169.79, 0],
      ],
    ],
  ];

  test.each(examples)('%s', (_source, [amount, rate, months], printed) => {
    const rows = getSchedule(loan(cents(amount), rate, months));
    expect(printed.map(([number]) => rows[number - 1]).map((row) => row && columns(row))).toEqual(
      printed.map(([number, ...amounts]) => [number, ...amounts.map(cents)]),
    );
  });

  test('CFPB, amortize: 180,000 at 4.25 % costs 885.49 and leaves about 163,453.85 after five years', () => {
    const rows = getSchedule(loan(18_000_000, 4.25, 360)).slice(0, 60);
    expect(rows[59]?.payment).toBe(88_549);
    // The CFPB tool doesn't round each month.
    expect(Math.abs((rows[59]?.balance ?? 0) - 16_345_385)).toBeLessThanOrEqual(40);
    expect(Math.abs(rows.reduce((sum, { interest }) => sum + interest, 0) - 3_658_336)).toBeLessThanOrEqual(
      40,
    );
  });
});

describe('a schedule', () => {
  test('at 0% divides the amount by the months, and the last installment takes the remainder', () => {
    expect(getSchedule(loan(10_000, 0, 3)).map(columns)).toEqual([
      [1, 3_333, 0, 3_333, 6_667],
      [2, 3_333, 0, 3_333, 3_334],
      [3, 3_334, 0, 3_334, 0],
    ]);
  });

  test('of one month is one payment, and of nothing is empty', () => {
    expect(getSchedule(loan(100_000, 12, 1)).map(columns)).toEqual([[1, 101_000, 1_000, 100_000, 0]]);
    expect(getSchedule(loan(0, 5, 12, { payment: 0 }))).toEqual([]);
    expect(getOutcome(loan(0, 5, 12, { payment: 0 }))).toMatchObject({ months: 0, lastDay: null, paid: 0 });
  });

  test('of 600 months repays exactly the amount borrowed', () => {
    const rows = getSchedule(loan(99_999_999_999, 100, 600));
    expect(rows).toHaveLength(600);
    expect(rows.reduce((sum, { principal }) => sum + principal, 0)).toBe(99_999_999_999);
  });

  test("continues in the middle, with this month's prepayments and past-due amounts", () => {
    // 15 days of 10,000.00 and 15 days of 6,000.00 at 1% a month: 80.00.
    const held = { balanceDays: 15_000_000, days: 15 };
    const [row, following] = getSchedule(
      loan(600_000, 12, 12, {
        payment: 88_849,
        next: 4,
        held,
        overdue: 10_000,
        start: parseDay('2025-12-31'),
      }),
    );
    expect(row).toMatchObject({ number: 4, interest: 8_000, payment: 98_849, balance: 509_151 });
    expect(dayText(row?.day ?? 0)).toBe('2026-04-30');
    expect(following).toMatchObject({ number: 5, payment: 88_849 });
  });

  test('skips a pause, during which interest accrues, and ends with the rest', () => {
    const rows = getSchedule(loan(1_000_000, 12, 12, { pausedUntil: parseDay('2026-03-01') }));
    expect(rows.slice(0, 3).map(columns)).toEqual([
      [1, 0, 10_000, -10_000, 1_010_000],
      [2, 0, 10_100, -10_100, 1_020_100],
      [3, 88_849, 10_201, 78_648, 941_452],
    ]);
    expect(rows.at(-1)).toMatchObject({ number: 12, balance: 0 });
    expect(rows.at(-1)?.payment).toBeGreaterThan(200_000);
  });

  test('includes an extra payment between due dates or on one, never more than is owed', () => {
    const lumps: Lump[] = [
      { day: parseDay('2026-02-01'), amount: 100_000 },
      { day: parseDay('2026-01-16'), amount: 400_000 },
      { day: parseDay('2026-02-10'), amount: 9_000_000 },
    ];
    const rows = getSchedule(loan(1_000_000, 12, 12), { lumps });
    // The installment includes 80.00 of interest. Then 4,191.51 accrues 12.57 of interest in nine days.
    expect(rows.map(({ kind, payment, interest, balance }) => [kind, payment, interest, balance])).toEqual([
      ['lump', 400_000, 0, 600_000],
      ['installment', 88_849, 8_000, 519_151],
      ['lump', 100_000, 0, 419_151],
      ['lump', 419_151, 0, 0],
      ['installment', 1_257, 1_257, 0],
    ]);
  });

  test('lowered by an extra payment has the installment of the remaining balance', () => {
    const lump: Lump = { day: parseDay('2026-04-01'), amount: 300_000, effect: 'lower' };
    const rows = getSchedule(loan(1_000_000, 12, 12), { lumps: [lump] });
    const after = rows.findIndex(({ kind }) => kind === 'lump');
    const payment = recastPayment(rows[after]?.balance ?? 0, 12, 12, 4);
    expect(payment).toBe(monthlyPayment(rows[after]?.balance ?? 0, 12, 9));
    expect(rows[after + 1]?.payment).toBe(payment);
    expect(rows.at(-1)?.number).toBe(12);
    expect(Math.abs((rows.at(-1)?.payment ?? 0) - payment)).toBeLessThan(20);
  });

  test('lowered during a pause repays the rest after it, with the interest of the pause', () => {
    const paused = loan(1_000_000, 12, 12, { pausedUntil: parseDay('2026-03-01') });
    const lumps: Lump[] = [{ day: parseDay('2026-01-16'), amount: 0, effect: 'lower' }];
    const rows = getSchedule(paused, { lumps });
    // After two months at 1%, 10,000.00 has grown to 10,201.00, which is repaid in ten installments.
    expect(rows.map(({ payment }) => payment).slice(0, 3)).toEqual([0, 0, monthlyPayment(1_020_100, 12, 10)]);
    expect(rows).toHaveLength(12);
    expect(Math.abs((rows.at(-1)?.payment ?? 0) - (rows[2]?.payment ?? 0))).toBeLessThan(20);
  });

  test('that starts on the 31st is due on the last day of short months', () => {
    const rows = getSchedule(loan(100_000, 5, 3, { start: parseDay('2026-01-31') }));
    expect(rows.map(({ day }) => dayText(day))).toEqual(['2026-02-28', '2026-03-31', '2026-04-30']);
  });
});

describe('extra payments', () => {
  test('of 100.00 a month end a loan sooner and save interest', () => {
    const car = loan(1_200_000, 6.4, 48);
    const { months, interest, without } = computeSaving(car, { extra: 10_000 });
    expect(without).toMatchObject({ months: 48, paid: 1_200_000 + without.interest });
    expect(getOutcome(car, { extra: 10_000 })).toMatchObject({ months: 48 - months });
    expect(months).toBe(13);
    expect(interest).toBe(without.interest - getOutcome(car, { extra: 10_000 }).interest);
    expect(interest).toBeGreaterThan(0);
  });

  test('never cost anything', () => {
    const extras = fc.record({
      amount: fc.integer({ min: 1, max: 99_999_999_999 }),
      rate: fc.integer({ min: 0, max: 10_000 }).map((hundredths) => hundredths / 100),
      months: fc.integer({ min: 1, max: 600 }),
      extra: fc.integer({ min: 0, max: 10_000_000 }),
    });
    fc.assert(
      fc.property(extras, ({ amount, rate, months, extra }) => {
        const saving = computeSaving(loan(amount, rate, months), { extra });
        expect(saving.months).toBeGreaterThanOrEqual(0);
        expect(saving.interest).toBeGreaterThanOrEqual(0);
        expect(saving.with.rows.at(-1)?.balance).toBe(0);
      }),
      { numRuns: 60 },
    );
  });

  test('of the past have their savings, and the part saved so far', () => {
    const car = loan(1_000_000, 12, 12);
    const payments = [
      { day: parseDay('2026-02-01'), extra: 0 },
      { day: parseDay('2026-02-16'), extra: 300_000 },
    ];
    const saved = computePastSaving(car, payments, parseDay('2026-03-31'));
    // 3,000.00 at 1% a month for half of February: 15.00.
    expect(saved.interestByNow).toBe(1_500);
    // The saving includes the interest that is charged on the given day.
    expect(computePastSaving(car, payments, parseDay('2026-03-01')).interestByNow).toBe(1_500);
    expect(computePastSaving(car, payments, parseDay('2026-02-28')).interestByNow).toBe(0);
    expect(saved.months).toBe(3);
    expect(saved.interest).toBe(
      getOutcome(car).interest -
        getOutcome(car, { lumps: [{ day: payments[1]?.day ?? 0, amount: 300_000 }] }).interest,
    );
    expect(computePastSaving(car, [], parseDay('2026-03-31'))).toMatchObject({
      months: 0,
      interest: 0,
      interestByNow: 0,
    });
  });
});

describe('a biweekly plan', () => {
  test('equals a twelfth extra a month, and saves 67 months and 85,617.89 of the worked example', () => {
    const home = loan(320_000_00, 6.25, 360);
    const { half, extra } = getBiweeklyPlan(home.payment);
    expect([half, extra]).toEqual([985_15, 164_19]);
    const saving = computeSaving(home, { extra });
    expect(saving.with.months).toBe(293);
    expect(saving.with.interest).toBe(303_685_16);
    expect(saving.interest).toBe(85_617_89);
  });
});

describe('the contract', () => {
  const car = loan(1_000_000, 12, 12);

  test('has the installments so far, their interest, and the balance after them', () => {
    expect(getContract(car, 1)).toEqual({ rows: [], balance: 1_000_000, interest: 0 });
    const { rows, balance, interest } = getContract(car, 3);
    expect(rows).toHaveLength(2);
    expect(interest).toBe(10_000 + (rows[1]?.interest ?? 0));
    expect(balance).toBe(1_000_000 + interest - 2 * car.payment);
  });

  test('follows the past rates of an adjustable rate', () => {
    const plain = getContract(car, 13);
    const raised = getContract(car, 13, (passed, rate) => (passed === 6 ? 14 : rate));
    expect(raised.balance).toBe(0);
    expect(raised.interest).toBeGreaterThan(plain.interest);
  });
});
