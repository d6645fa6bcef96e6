import { describe, expect, test } from 'vitest';
import { parseDay } from '../../calendar/calendar.ts';
import { simulate } from '../../simulation/simulate.ts';
import { account, household, start } from '../../testing/households.ts';
import { savingsTiers } from '../rates.ts';
import { annualPercentageYield, savingsDisclosure, shiftTiers } from './savings-terms.ts';

const tiers = savingsTiers(parseDay('2026-11-22'));

describe('the terms of a savings account', () => {
  test('state the APY of a single rate, compounded monthly', () => {
    // (1 + 0.05 / 12)^12 − 1 = 5.116%
    expect(annualPercentageYield(10_000_000, [{ above: 0, percent: 5 }])).toBe(5.12);
    expect(annualPercentageYield(10_000_000, [{ above: 0, percent: 0 }])).toBe(0);
  });

  test.each([
    [1_000_00, 31_44, 3.14],
    [25_000_00, 890_81, 3.56],
    [100_000_00, 3_868_66, 3.87],
  ])('state the APY of a year’s interest: %i earns %i, which is %s%%', (balance, interest, apy) => {
    const saved = household({ on: '2027-01-01', accounts: [account('savings', balance, 'SAVINGS')] });
    const { state } = simulate(saved, start('2028-01-01'));
    expect((state.accounts[0]?.balance ?? 0) - balance).toBe(interest);
    // Regulation DD, appendix A, part I: 100 × (interest ÷ principal) for 365 days.
    expect(Math.round((interest * 10_000) / balance) / 100).toBe(apy);
    expect(annualPercentageYield(balance, tiers)).toBe(apy);
  });

  test('state one APY for the lowest tier and a range for each higher one', () => {
    const [first, second, third] = savingsDisclosure(tiers);
    expect(first).toEqual({ from: 0, to: 500_000, rate: 3.1, apy: { from: 3.14, to: 3.14 } });
    expect(second).toMatchObject({ from: 500_001, to: 2_500_000, rate: 3.6 });
    expect(third).toMatchObject({ from: 2_500_001, to: null, rate: 3.9 });
    expect(second?.apy.from).toBe(first?.apy.to);
    expect(third?.apy.from).toBe(second?.apy.to);
    expect(third?.apy.to).toBeCloseTo(3.97, 2);
  });

  test('state the APY of the lowest tier for an empty account', () => {
    expect(annualPercentageYield(0, tiers)).toBe(3.14);
  });

  test('follow changes of all rates, which never fall below zero', () => {
    expect(shiftTiers(tiers, -3.2).map(({ percent }) => Math.round(percent * 100) / 100)).toEqual([
      0, 0.4, 0.7,
    ]);
  });
});
