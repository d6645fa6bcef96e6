import { expect, test } from 'vitest';
import { toMinor } from '../money/minor.ts';
import { computeTaxReturn } from './tax-return.ts';
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
