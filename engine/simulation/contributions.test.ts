import { describe, expect, test } from 'vitest';
import { parseDay } from '../calendar/calendar.ts';
import { toMinor } from '../money/minor.ts';
import { getTaxTable } from '../pay/tax-tables.ts';
import { addCatchUp, getEarlyWithdrawalEnd, isRollover, type TaxTreatment } from '../pay/tax-treatments.ts';
import { account, household } from '../testing/households.ts';
import { addContribution, getContributionRoom } from './contributions.ts';

const DAY = parseDay('2026-06-01');
const TABLE = getTaxTable(2026, 2.5);
const taxAdvantaged = (taxTreatment: TaxTreatment) => ({
  ...account(taxTreatment, 0, 'INVESTMENT'),
  taxTreatment,
});

describe('contribution limits', () => {
  test.each([
    ['401k', null, 24_500],
    ['401k', '1990-01-01', 24_500],
    ['401k', '1976-12-31', 32_500],
    ['401k', '1977-01-01', 24_500],
    ['401k', '1966-01-01', 35_750],
    ['401k', '1963-01-01', 35_750],
    ['401k', '1962-01-01', 32_500],
    ['traditional_ira', '1990-01-01', 7_500],
    ['roth_ira', '1976-12-31', 8_600],
    ['hsa', '1990-01-01', 4_400],
    ['hsa', '1971-06-01', 5_400],
  ] as const)('of a %s, born on %s, are %i dollars', (treatment, born, limit) => {
    const state = household({
      on: '2026-06-01',
      accounts: [taxAdvantaged(treatment)],
      ...(born && { birthDate: parseDay(born) }),
    });
    expect(getContributionRoom(state, taxAdvantaged(treatment), DAY)).toBe(toMinor(limit));
  });

  test('are shared by both kinds of IRA, and start again each year', () => {
    const state = household({ on: '2026-06-01', accounts: [] });
    addContribution(state, taxAdvantaged('traditional_ira'), DAY, toMinor(7_000));
    expect(getContributionRoom(state, taxAdvantaged('roth_ira'), DAY)).toBe(toMinor(500));
    expect(getContributionRoom(state, taxAdvantaged('401k'), DAY)).toBe(toMinor(24_500));
    expect(getContributionRoom(state, taxAdvantaged('roth_ira'), parseDay('2027-01-01'))).toBeGreaterThan(
      toMinor(7_500),
    );
    expect(getContributionRoom(state, account('taxable', 0, 'INVESTMENT'), DAY)).toBe(
      Number.POSITIVE_INFINITY,
    );
  });

  test('count the contributions of paychecks', () => {
    const state = household({
      on: '2026-06-01',
      payToDate: {
        year: 2026,
        paychecks: { job: { ficaWages: 0, retirement: toMinor(24_000), hsa: toMinor(4_000) } },
      },
    });
    expect(getContributionRoom(state, taxAdvantaged('401k'), DAY)).toBe(toMinor(500));
    expect(getContributionRoom(state, taxAdvantaged('hsa'), DAY)).toBe(toMinor(400));
    expect(getContributionRoom(state, taxAdvantaged('roth_ira'), DAY)).toBe(toMinor(7_500));
  });

  test('have no catch-up amounts without an age', () => {
    expect(addCatchUp(TABLE, null)).toBe(TABLE);
  });
});

test('withdrawals are early until half a year after the 59th birthday', () => {
  expect(getEarlyWithdrawalEnd(parseDay('1967-02-15'))).toBe(parseDay('2026-08-15'));
});

test.each([
  ['401k', 'traditional_ira', true],
  ['roth_ira', 'roth_ira', true],
  ['traditional_ira', 'roth_ira', false],
  ['hsa', '401k', false],
  [undefined, 'roth_ira', false],
  ['roth_ira', null, false],
] as const)('money from %s to %s is a rollover: %s', (from, to, expected) => {
  expect(isRollover(from, to)).toBe(expected);
});
