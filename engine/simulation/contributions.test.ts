import { describe, expect, test } from 'vitest';
import { parseDay } from '../calendar/calendar.ts';
import { toMinor } from '../money/minor.ts';
import { getTaxTable } from '../pay/tax-tables.ts';
import {
  addCatchUp,
  getEarlyWithdrawalEnd,
  isContribution,
  isConversion,
  isRollover,
  type TaxTreatment,
} from '../pay/tax-treatments.ts';
import { account, deposit, household } from '../testing/households.ts';
import { addContribution, getContributionRoom } from './contributions.ts';
import type { AutoDepositState, HouseholdState } from './state.ts';

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

  test('of a Roth IRA fall with income, if the household has income limits', () => {
    const pay = (grossPerYear: number, filingStatus: 'single' | 'joint', retirementPercent = 0) => ({
      ...deposit('job', 'checking', 100, '2026-01-01'),
      pay: {
        ...{ grossPerYear: toMinor(grossPerYear), filingStatus, retirementPercent, matchPercent: 0 },
        ...{ matchUpTo: 0, health: toMinor(100), hsa: 0, statePercent: 0 },
      },
    });
    const getRoom = (rule: AutoDepositState, parts: Partial<HouseholdState> = { incomeLimits: true }) =>
      getContributionRoom(
        household({ on: '2026-06-01', autoDeposits: [rule], ...parts }),
        taxAdvantaged('roth_ira'),
        DAY,
      );
    // 12 × 100.00 of health insurance lowers income. Halfway through the range, half of 7,500.00 is left.
    expect(getRoom(pay(161_700, 'single'))).toBe(toMinor(3_750));
    expect(getRoom(pay(154_200, 'single'))).toBe(toMinor(7_500));
    expect(getRoom(pay(169_190, 'single'))).toBe(toMinor(200));
    expect(getRoom(pay(169_200, 'single'))).toBe(0);
    expect(getRoom(pay(244_200, 'joint'))).toBe(toMinor(6_750));
    // 10% for the 401(k) lowers income to 152,280.00 − 1,200.00.
    expect(getRoom(pay(169_200, 'single', 10))).toBe(toMinor(7_500));
    expect(getRoom(pay(400_000, 'single'), {})).toBe(toMinor(7_500));
    expect(
      getRoom({ ...pay(400_000, 'single'), recurrence: { ...pay(1, 'single').recurrence, paused: true } }),
    ).toBe(toMinor(7_500));
    const used = { 2026: { retirement: 0, ira: toMinor(5_000), hsa: 0, roth: toMinor(1_000) } };
    expect(getRoom(pay(161_700, 'single'), { incomeLimits: true, contributions: used })).toBe(toMinor(2_500));
    expect(getRoom(pay(244_200, 'joint'), { incomeLimits: true, contributions: used })).toBe(toMinor(2_500));
  });

  test('have no catch-up amounts without an age', () => {
    expect(addCatchUp(TABLE, null)).toBe(TABLE);
  });
});

test.each([
  ['401k', 'roth_ira', true, false],
  ['traditional_ira', 'roth_ira', true, false],
  ['roth_ira', 'traditional_ira', false, true],
  ['hsa', 'roth_ira', false, true],
  [undefined, 'roth_ira', false, true],
  ['401k', 'traditional_ira', false, false],
  ['401k', null, false, false],
] as const)(
  'money from %s to %s is a conversion: %s, and a contribution: %s',
  (from, to, converts, counts) => {
    expect(isConversion(from, to)).toBe(converts);
    expect(isContribution(from, to)).toBe(counts);
  },
);

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
