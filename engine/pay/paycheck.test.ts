import { describe, expect, test } from 'vitest';
import { toMinor } from '../money/minor.ts';
import { addPaycheck, computePaycheck, NO_PAY_TO_DATE, type Paycheck, type PayDetails } from './paycheck.ts';
import { getTaxTable } from './tax-tables.ts';

const TABLE = getTaxTable(2026, 2.5);

const details = (parts: Partial<PayDetails> = {}): PayDetails => ({
  grossPerYear: toMinor(62_400),
  filingStatus: 'single',
  retirementPercent: 0,
  matchPercent: 0,
  matchUpTo: 0,
  health: 0,
  hsa: 0,
  statePercent: 0,
  ...parts,
});

/** The worked example: 6% to the 401(k), half matched, health 1,440.00 a year, HSA 100.00 a payday. */
const EXAMPLE = details({
  retirementPercent: 6,
  matchPercent: 50,
  matchUpTo: 6,
  health: Math.round(toMinor(1_440) / 26),
  hsa: toMinor(100),
  statePercent: 4,
});

/** Returns a year of biweekly paychecks. */
function getYear(terms: PayDetails): Paycheck[] {
  let toDate = NO_PAY_TO_DATE;
  return Array.from({ length: 26 }, () => {
    const paycheck = computePaycheck(terms, 'BIWEEKLY', TABLE, toDate);
    toDate = addPaycheck(toDate, paycheck);
    return paycheck;
  });
}

const sum = (year: readonly Paycheck[], pick: (paycheck: Paycheck) => number) =>
  year.reduce((total, paycheck) => total + pick(paycheck), 0);

describe('a paycheck', () => {
  test('has the figures of the worked example', () => {
    expect(computePaycheck(EXAMPLE, 'BIWEEKLY', TABLE)).toEqual({
      gross: 240_000,
      retirement: 14_400,
      health: 5_538,
      hsa: 10_000,
      federalWages: 210_062,
      ficaWages: 224_462,
      socialSecurityWages: 224_462,
      socialSecurity: 13_917,
      medicare: 3_255,
      federalTax: 16_823,
      stateTax: 8_402,
      net: 167_665,
      match: 7_200,
    });
  });

  test('adds up to the boxes of the worked example’s W-2', () => {
    const year = getYear(EXAMPLE);
    expect(sum(year, ({ federalWages }) => federalWages)).toBe(5_461_612);
    expect(sum(year, ({ federalTax }) => federalTax)).toBe(437_398);
    expect(sum(year, ({ socialSecurityWages }) => socialSecurityWages)).toBe(5_836_012);
    expect(sum(year, ({ socialSecurity }) => socialSecurity)).toBe(361_842);
    expect(sum(year, ({ ficaWages }) => ficaWages)).toBe(5_836_012);
    expect(sum(year, ({ medicare }) => medicare)).toBe(84_630);
    expect(sum(year, ({ retirement }) => retirement)).toBe(374_400);
    expect(sum(year, ({ stateTax }) => stateTax)).toBe(218_452);
  });

  test('withholds Additional Medicare Tax from 30,000 of a bonus of 50,000 after wages of 180,000', () => {
    // IRS, Questions and Answers for the Additional Medicare Tax: the example of employee M.
    const terms = details({ grossPerYear: toMinor(600_000) });
    const toDate = { ...NO_PAY_TO_DATE, ficaWages: toMinor(180_000) };
    const { gross, medicare } = computePaycheck(terms, 'MONTHLY', TABLE, toDate);
    expect(gross).toBe(toMinor(50_000));
    expect(medicare).toBe(toMinor(50_000 * 0.0145 + 30_000 * 0.009));
  });

  test('withholds at most 11,439.00 for Social Security in 2026', () => {
    // Social Security Administration, 2026 fact sheet: 6.2% of the wage base of 184,500.
    const terms = details({ grossPerYear: toMinor(240_000) });
    let toDate = NO_PAY_TO_DATE;
    let total = 0;
    for (let month = 0; month < 12; month += 1) {
      const paycheck = computePaycheck(terms, 'MONTHLY', TABLE, toDate);
      toDate = addPaycheck(toDate, paycheck);
      total += paycheck.socialSecurity;
    }
    expect(total).toBe(toMinor(11_439));
  });

  test('withholds less with children, and never a negative amount', () => {
    const parent = (children: number, yearly: number) =>
      computePaycheck(
        details({ grossPerYear: toMinor(yearly), filingStatus: 'joint', children }),
        'MONTHLY',
        TABLE,
      ).federalTax;
    // A twelfth of 7,160.00 minus 2,200.00.
    expect(parent(1, 96_000)).toBe(41_333);
    expect(parent(4, 96_000)).toBe(0);
    expect(parent(1, 480_000)).toBe(parent(0, 480_000));
  });

  test('withholds 596.67 from 8,000.00 a month if married filing jointly', () => {
    const terms = details({ grossPerYear: toMinor(96_000), filingStatus: 'joint' });
    expect(computePaycheck(terms, 'MONTHLY', TABLE).federalTax).toBe(59_667);
  });

  test('stops Social Security tax at the wage base', () => {
    const year = getYear(details({ grossPerYear: toMinor(200_000) }));
    const taxes = year.map(({ socialSecurity }) => socialSecurity);
    expect(year[0]?.gross).toBe(769_231);
    expect(taxes.slice(0, 23)).toEqual(Array(23).fill(47_692));
    expect(year[23]?.socialSecurityWages).toBe(757_687);
    expect(taxes.slice(23)).toEqual([46_977, 0, 0]);
    expect(sum(year, ({ socialSecurity }) => socialSecurity)).toBe(1_143_893);
  });

  test('has 0.9% more Medicare tax on wages above 200,000.00', () => {
    const terms = details({ grossPerYear: toMinor(260_000) });
    const year = getYear(terms);
    expect(year[19]?.medicare).toBe(14_500);
    expect(year[20]?.medicare).toBe(14_500 + 9_000);
  });

  test('stops 401(k) contributions and the match at the limit of the year', () => {
    const year = getYear(
      details({ grossPerYear: toMinor(260_000), retirementPercent: 10, matchPercent: 100, matchUpTo: 4 }),
    );
    expect(sum(year, ({ retirement }) => retirement)).toBe(toMinor(24_500));
    expect(year.slice(23).map(({ retirement, match }) => [retirement, match])).toEqual([
      [100_000, 40_000],
      [50_000, 40_000],
      [0, 0],
    ]);
  });

  test('stops HSA contributions at the limit for one person', () => {
    const year = getYear(details({ hsa: toMinor(200) }));
    expect(sum(year, ({ hsa }) => hsa)).toBe(toMinor(4_400));
    const family = getYear(details({ hsa: toMinor(200), filingStatus: 'joint' }));
    expect(sum(family, ({ hsa }) => hsa)).toBe(toMinor(5_200));
  });

  test.each(['WEEKLY', 'BIWEEKLY', 'MONTHLY'] as const)('adds up to gross pay, %s', (frequency) => {
    for (let pay = 1_000; pay < 2_000_000; pay = Math.round(pay * 1.37)) {
      const terms = details({
        grossPerYear: toMinor(pay),
        retirementPercent: (pay % 50) + 0.25,
        health: Math.round(toMinor(pay) / 600),
        hsa: Math.round(toMinor(pay) / 500),
        statePercent: pay % 11,
        filingStatus: 'head_of_household',
      });
      const check = computePaycheck(terms, frequency, TABLE);
      const { gross, retirement, health, hsa, federalTax, socialSecurity, medicare, stateTax, net } = check;
      expect(retirement + health + hsa + federalTax + socialSecurity + medicare + stateTax + net).toBe(gross);
      expect(net).toBeGreaterThan(0);
    }
  });
});

describe('a tax table', () => {
  test('rises with inflation after 2026, rounded down to 50 dollars, and is estimated', () => {
    const table = getTaxTable(2028, 3);
    expect(table.isEstimated).toBe(true);
    // 16,100 × 1.03² = 17,080.49; 24,500 × 1.03² = 25,992.05.
    expect(table.standardDeduction.single).toBe(toMinor(17_050));
    expect(table.retirementLimit).toBe(toMinor(25_950));
    expect(getTaxTable(2026, 3).isEstimated).toBe(false);
  });

  test('has the published wage base of 2027, and estimates later ones from it', () => {
    expect(getTaxTable(2027, 9).wageBase).toBe(toMinor(192_300));
    expect(getTaxTable(2028, 3).wageBase).toBe(toMinor(198_050));
  });

  test('has the thresholds of Publication 15-T', () => {
    const { standardDeduction, brackets } = TABLE;
    const thresholds = (status: 'single' | 'joint', adjustment: number) =>
      brackets[status].map(({ above }) => (above + standardDeduction[status]) / 100 - adjustment);
    expect(thresholds('single', 8_600)).toEqual([7_500, 19_900, 57_900, 113_200, 209_275, 263_725, 648_100]);
    expect(thresholds('joint', 12_900).slice(0, 3)).toEqual([19_300, 44_100, 120_100]);
  });
});
