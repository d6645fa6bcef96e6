import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import cases from './amortization.cases.json' with { type: 'json' };
import { monthlyPayment, roundHalfAway, schedule } from './amortization.ts';

describe('amortization', () => {
  it.each(cases)(
    '$amount at $rate % over $months months costs $payment a month',
    ({ amount, rate, months, payment }) => {
      expect(monthlyPayment(amount, rate, months)).toBe(payment);
    },
  );

  it('rounds halves away from zero', () => {
    expect([0.5, 1.5, 2.4, -0.5, -2.5].map(roundHalfAway)).toEqual([1, 2, 2, -1, -3]);
  });

  it('rejects a term of zero months', () => {
    expect(() => monthlyPayment(100_00, 5, 0)).toThrow(RangeError);
  });

  it('ends at exactly zero and repays exactly the amount borrowed', () => {
    const loans = fc.record({
      amount: fc.integer({ min: 100, max: 99_999_999_99 }),
      rate: fc.integer({ min: 0, max: 3_000 }).map((hundredths) => hundredths / 100),
      months: fc.integer({ min: 1, max: 600 }),
    });
    fc.assert(
      fc.property(loans, ({ amount, rate, months }) => {
        const installments = schedule(amount, rate, months);
        expect(installments.at(-1)?.remaining).toBe(0);
        expect(installments.reduce((sum, { principal }) => sum + principal, 0)).toBe(amount);
        expect(installments.length).toBeLessThanOrEqual(months);
      }),
    );
  });
});
