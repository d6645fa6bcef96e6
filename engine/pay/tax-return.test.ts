import { describe, expect, test } from 'vitest';
import { dayText, parseDay } from '../calendar/calendar.ts';
import { toMinor } from '../money/minor.ts';
import { getChildCredit } from './child-credit.ts';
import { computeTaxPenalty, computeTaxReturn, getSettlementDay, getTaxDeadline } from './tax-return.ts';
import { getTaxTable } from './tax-tables.ts';

const TABLE = getTaxTable(2026, 2.5);

test('the return of the worked example has 49 dollars due', () => {
  const figures = { wages: 5_461_612, interest: 41_237, withheld: 437_398 };
  expect(computeTaxReturn(figures, 'single', TABLE)).toEqual({
    wages: toMinor(54_616),
    interest: toMinor(412),
    dividends: 0,
    distributions: 0,
    unemployment: 0,
    gain: 0,
    adjustments: 0,
    agi: toMinor(55_028),
    deduction: toMinor(16_100),
    taxable: toMinor(38_928),
    tax: toMinor(4_423),
    childCredit: 0,
    refundableCredit: 0,
    earlyTax: 0,
    missedTax: 0,
    withheld: toMinor(4_374),
    due: toMinor(49),
  });
});

// Rev. Proc. 2025-32, section 4.14(3): the additional amount is 1,650, or 2,050 for unmarried taxpayers.
test.each([
  ['single', 18_150],
  ['joint', 33_850],
  ['head_of_household', 26_200],
] as const)('the standard deduction from age 65 on is right for %s', (status, deduction) => {
  const figures = { wages: toMinor(40_000), interest: 0, withheld: 0, isSenior: true };
  const { taxable, ...lines } = computeTaxReturn(figures, status, TABLE);
  expect(lines.deduction).toBe(toMinor(deduction));
  expect(taxable).toBe(toMinor(40_000 - deduction));
  expect(getTaxTable(2027, 2.5).seniorDeduction.single).toBe(toMinor(2_100));
});

test('the return after a job loss has a refund of 872 dollars', () => {
  const figures = { wages: 15 * 210_062, interest: 41_237, withheld: 15 * 16_823 };
  expect(computeTaxReturn(figures, 'single', TABLE)).toMatchObject({
    agi: toMinor(31_921),
    taxable: toMinor(15_821),
    tax: toMinor(1_651),
    withheld: toMinor(2_523),
    due: toMinor(-872),
  });
});

test('a return below the standard deduction refunds all withheld tax', () => {
  const figures = { wages: toMinor(9_000), interest: 0, withheld: toMinor(120) };
  expect(computeTaxReturn(figures, 'single', TABLE)).toMatchObject({
    taxable: 0,
    tax: 0,
    due: toMinor(-120),
  });
});

describe('the tax on ordinary income', () => {
  // Rev. Proc. 2025-32, section 4.01, tables 1 to 3: the tax at the top of each bracket of 2026.
  test.each([
    ['single', 12_400, 1_240],
    ['single', 50_400, 5_800],
    ['single', 105_700, 17_966],
    ['single', 201_775, 41_024],
    ['single', 256_225, 58_448],
    ['single', 640_600, 192_979.25],
    ['joint', 24_800, 2_480],
    ['joint', 100_800, 11_600],
    ['joint', 211_400, 35_932],
    ['joint', 403_550, 82_048],
    ['joint', 512_450, 116_896],
    ['joint', 768_700, 206_583.75],
    ['head_of_household', 17_700, 1_770],
    ['head_of_household', 67_450, 7_740],
    ['head_of_household', 105_700, 16_155],
    ['head_of_household', 201_750, 39_207],
    ['head_of_household', 256_200, 56_631],
    ['head_of_household', 640_600, 191_171],
  ] as const)('for %s with a taxable income of %d is %d', (status, taxable, tax) => {
    const wages = toMinor(taxable) + TABLE.standardDeduction[status];
    const result = computeTaxReturn({ wages, interest: 0, withheld: 0 }, status, TABLE);
    // A return is in whole dollars.
    expect(result).toMatchObject({ taxable: toMinor(taxable), tax: toMinor(Math.round(tax)) });
  });
});

describe('the child tax credit', () => {
  test.each([
    // Schedule 8812 (Form 1040), line 10: 425 counts as 1,000, and 1,025 as 2,000. Line 11 takes 5%.
    [200_425, 2_150],
    [201_025, 2_100],
  ])('of one child falls by 50 dollars for each part of 1,000 dollars: %i', (income, credit) => {
    expect(getChildCredit(1, toMinor(income), 'single', TABLE)).toBe(toMinor(credit));
  });
});

describe('capital gains', () => {
  const compute = (gains: { shortTermGain?: number; longTermGain?: number }, wages = 66_100) =>
    computeTaxReturn(
      {
        wages: toMinor(wages),
        interest: 0,
        withheld: 0,
        ...(gains.shortTermGain !== undefined && { shortTermGain: toMinor(gains.shortTermGain) }),
        ...(gains.longTermGain !== undefined && { longTermGain: toMinor(gains.longTermGain) }),
      },
      'single',
      TABLE,
    );

  test('held for a year or less are taxed like wages', () => {
    // Taxable income of 50,000 plus 400 at 12%, and 9,600 at 22%.
    expect(compute({}).tax).toBe(toMinor(5_752));
    expect(compute({ shortTermGain: 10_000 })).toMatchObject({
      gain: toMinor(10_000),
      tax: toMinor(5_752 + 48 + 2_112),
    });
  });

  test('held for longer are taxed at 0% up to 49,450 of taxable income, and then at 15%', () => {
    expect(compute({ longTermGain: 10_000 }).tax).toBe(toMinor(5_752 + 1_500));
    // 40,000 of other income leaves 9,450 at 0%, and 550 at 15% are 82.50, so 83 dollars.
    expect(compute({}, 56_100).tax).toBe(toMinor(4_552));
    expect(compute({ longTermGain: 10_000 }, 56_100).tax).toBe(toMinor(4_635));
  });

  test('are taxed at 20% above 545,500 of taxable income', () => {
    // The gain reaches from 500,000 to 600,000: 45,500 at 15% and 54,500 at 20%.
    const before = compute({}, 516_100).tax;
    expect(compute({ longTermGain: 100_000 }, 516_100).tax).toBe(before + toMinor(6_825 + 10_900));
  });

  test('are netted: a short-term loss lowers a long-term gain', () => {
    expect(compute({ shortTermGain: -4_000, longTermGain: 10_000 }).tax).toBe(toMinor(5_752 + 900));
    expect(compute({ shortTermGain: 10_000, longTermGain: -4_000 }).gain).toBe(toMinor(6_000));
  });

  test('that are losses lower income by up to 3,000 dollars', () => {
    expect(compute({ longTermGain: -8_000 })).toMatchObject({
      gain: toMinor(-3_000),
      agi: toMinor(63_100),
      tax: toMinor(5_752 - 360),
    });
  });

  test('of the joint return start to be taxed above 98,900', () => {
    const figures = { wages: toMinor(132_200), interest: 0, withheld: 0, longTermGain: toMinor(1_000) };
    const without = computeTaxReturn({ ...figures, longTermGain: 0 }, 'joint', TABLE);
    expect(without.taxable).toBe(toMinor(100_000));
    expect(computeTaxReturn(figures, 'joint', TABLE).tax - without.tax).toBe(toMinor(150));
  });
});

describe('dividends', () => {
  const compute = (dividends: number, qualifiedDividends: number, longTermGain = 0) =>
    computeTaxReturn(
      {
        wages: toMinor(66_100),
        interest: 0,
        withheld: 0,
        dividends: toMinor(dividends),
        qualifiedDividends: toMinor(qualifiedDividends),
        longTermGain: toMinor(longTermGain),
      },
      'single',
      TABLE,
    );

  test('that are not qualified are taxed like wages', () => {
    expect(compute(10_000, 0)).toMatchObject({
      dividends: toMinor(10_000),
      agi: toMinor(76_100),
      tax: toMinor(5_752 + 48 + 2_112),
    });
  });

  test('that are qualified are taxed like long-term gains', () => {
    expect(compute(10_000, 10_000).tax).toBe(toMinor(5_752 + 1_500));
    // 400 of the other 4,000 are taxed at 12%, and 3,600 at 22%.
    expect(compute(10_000, 6_000).tax).toBe(toMinor(5_752 + 48 + 792 + 900));
    expect(compute(4_000, 4_000, 6_000).tax).toBe(toMinor(5_752 + 1_500));
  });

  test('stay taxed at their own rate in a year with losses', () => {
    expect(compute(4_000, 4_000, -8_000)).toMatchObject({
      gain: toMinor(-3_000),
      // 5,392 on wages minus the loss; 2,450 of the dividends at 0%, and 1,550 at 15% are 232.50.
      tax: toMinor(5_625),
    });
  });
});

describe('the child tax credit', () => {
  const compute = (children: number, wages: number, filingStatus: 'single' | 'joint' = 'single') =>
    computeTaxReturn({ wages: toMinor(wages), interest: 0, withheld: 0, children }, filingStatus, TABLE);

  test('lowers the tax by 2,200 dollars per child', () => {
    expect(compute(1, 66_100)).toMatchObject({
      tax: toMinor(5_752),
      childCredit: toMinor(2_200),
      refundableCredit: 0,
      due: toMinor(3_552),
    });
  });

  test.each([
    ['single', 200_000, 4_400],
    ['single', 200_001, 4_350],
    ['single', 201_000, 4_350],
    ['single', 243_000, 2_250],
    ['single', 288_000, 0],
    ['joint', 400_000, 4_400],
    ['joint', 410_500, 3_850],
  ] as const)('of two children, %s with an income of %i, is %i', (status, wages, credit) => {
    expect(compute(2, wages, status).childCredit).toBe(toMinor(credit));
  });

  test('is refunded above the tax, up to 15% of the wages above 2,500 and 1,700 per child', () => {
    expect(compute(2, 10_000)).toMatchObject({
      tax: 0,
      childCredit: 0,
      refundableCredit: toMinor(1_125),
      due: toMinor(-1_125),
    });
    expect(compute(2, 30_000)).toMatchObject({
      tax: toMinor(1_420),
      childCredit: toMinor(1_420),
      refundableCredit: toMinor(2_980),
    });
    expect(compute(2, 2_000).refundableCredit).toBe(0);
    expect(compute(3, 35_000).refundableCredit).toBe(toMinor(4_580));
  });
});

describe('a filed return', () => {
  const filed = (on: string) => ({
    year: 2026,
    filingStatus: 'single' as const,
    wages: 5_461_612,
    interest: 41_237,
    withheld: 437_398,
    inflation: 2.5,
    filedOn: parseDay(on),
  });
  const getDay = (on: string, due: number) => dayText(getSettlementDay(filed(on), due));

  test('is due on April 15, or on the next business day', () => {
    expect([2026, 2027, 2028].map((year) => dayText(getTaxDeadline(year)))).toEqual([
      '2027-04-15',
      '2028-04-17',
      '2029-04-16',
    ]);
  });

  test('is paid on the deadline, or on the business day after it was filed late', () => {
    expect(getDay('2027-02-20', 4_900)).toBe('2027-04-15');
    expect(getDay('2027-04-15', 4_900)).toBe('2027-04-16');
    expect(getDay('2027-05-07', 4_900)).toBe('2027-05-10');
  });

  test('is refunded 21 days after filing, or on the next business day', () => {
    expect(getDay('2027-02-16', -87_200)).toBe('2027-03-09');
    expect(getDay('2027-02-20', -87_200)).toBe('2027-03-15');
  });

  test('costs 5% of the tax due per month of late filing, and 0.5% per month of late payment', () => {
    const penalty = (on: string, paid: string) => computeTaxPenalty(filed(on), 100_000, parseDay(paid));
    expect(penalty('2027-04-15', '2027-04-15')).toBe(0);
    expect(penalty('2027-04-16', '2027-04-16')).toBe(5_000);
    expect(penalty('2027-03-01', '2027-05-16')).toBe(1_000);
    expect(penalty('2027-06-20', '2027-06-21')).toBe(15_000);
    expect(penalty('2030-04-15', '2040-04-15')).toBe(22_500 + 25_000);
    expect(computeTaxPenalty(filed('2028-01-01'), -100_000, parseDay('2028-01-02'))).toBe(0);
  });
});

describe('retirement accounts in the return', () => {
  const compute = (figures: object) =>
    computeTaxReturn({ wages: toMinor(66_100), interest: 0, withheld: 0, ...figures }, 'single', TABLE);

  test('tax withdrawals as income, and early ones with 10% more', () => {
    expect(compute({ distributions: toMinor(400), earlyDistributions: toMinor(400) })).toMatchObject({
      distributions: toMinor(400),
      agi: toMinor(66_500),
      tax: toMinor(5_752 + 48),
      earlyTax: toMinor(40),
      due: toMinor(5_840),
    });
    expect(compute({ distributions: toMinor(400) })).toMatchObject({ earlyTax: 0, due: toMinor(5_800) });
  });

  test('charge the additional tax although the income is below the standard deduction', () => {
    const figures = {
      wages: 0,
      interest: 0,
      withheld: 0,
      distributions: 500_000,
      earlyDistributions: 500_000,
    };
    expect(computeTaxReturn(figures, 'single', TABLE)).toMatchObject({ tax: 0, due: toMinor(500) });
  });

  test('lower income by contributions', () => {
    expect(compute({ deductions: toMinor(1_000) })).toMatchObject({
      adjustments: toMinor(1_000),
      agi: toMinor(65_100),
      tax: toMinor(5_752 - 120),
    });
  });
});

test('missed required distributions cost 25%, and 10% once they were withdrawn', () => {
  const figures = { wages: 0, interest: 0, withheld: 0, missedDistributions: 413_223 };
  const compute = (corrected: number) =>
    computeTaxReturn({ ...figures, correctedDistributions: corrected }, 'single', getTaxTable(2026, 2.5));
  // 25% of 4,132.23 is 1,033.06; 10% is 413.22; and 532.23 at 25% with 3,600.00 at 10% is 493.06.
  expect(compute(0)).toMatchObject({ missedTax: toMinor(1_033), due: toMinor(1_033) });
  expect(compute(413_223)).toMatchObject({ missedTax: toMinor(413), due: toMinor(413) });
  expect(compute(360_000)).toMatchObject({ missedTax: toMinor(493) });
});

test('unemployment benefits are income', () => {
  const figures = { wages: toMinor(66_100), interest: 0, withheld: 0, unemployment: 40_049 };
  expect(computeTaxReturn(figures, 'single', TABLE)).toMatchObject({
    unemployment: toMinor(400),
    agi: toMinor(66_500),
    tax: toMinor(5_752 + 48),
  });
});
