import { describe, expect, test } from 'vitest';
import { dayText, parseDay } from '../calendar/calendar.ts';
import { toMinor } from '../money/minor.ts';
import { computeTaxPenalty, computeTaxReturn, getSettlementDay, getTaxDeadline } from './tax-return.ts';
import { getTaxTable } from './tax-tables.ts';

const TABLE = getTaxTable(2026, 2.5);

test('the return of the worked example has 49 dollars due', () => {
  const figures = { wages: 5_461_612, interest: 41_237, withheld: 437_398 };
  expect(computeTaxReturn(figures, 'single', TABLE)).toEqual({
    wages: toMinor(54_616),
    interest: toMinor(412),
    agi: toMinor(55_028),
    deduction: toMinor(16_100),
    taxable: toMinor(38_928),
    tax: toMinor(4_423),
    withheld: toMinor(4_374),
    due: toMinor(49),
  });
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
