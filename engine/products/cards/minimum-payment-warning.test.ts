import { describe, expect, test } from 'vitest';
import {
  minimumWarning,
  paymentFor36Months,
  payoffByAmount,
  payoffByMinimum,
  payoffIn36Months,
} from './minimum-payment-warning.ts';

describe('paying only the minimum', () => {
  test('ends a small balance in payments of 25.00, as computed by hand', () => {
    // 24% a year is 2% a month: 102.00 − 25 = 77.00, 78.54 − 25 = 53.54, 54.61 − 25 = 29.61, 30.20 − 25 =
    // 5.20, 5.30.
    expect(payoffByMinimum(10_000, 2_500, 24)).toEqual({ months: 5, total: 10_530, interest: 530 });
  });

  test('is 1% of the balance plus the interest while that exceeds 25.00, as computed by hand', () => {
    // 3,000.00 + 60.00 − 90.00 = 2,970.00, then 2,970.00 + 59.40 − (29.70 + 60.00) = 2,939.70. At first, the
    // balance falls by 1% a month.
    const first = payoffByMinimum(300_000, 9_000, 24);
    const later = payoffByMinimum(297_000, 2_970 + 6_000, 24);
    expect(first.months).toBe(later.months + 1);
    expect(first.total).toBe(later.total + 9_000);
  });

  test('costs no interest at a rate of zero', () => {
    expect(payoffByMinimum(10_000, 2_500, 0)).toEqual({ months: 4, total: 10_000, interest: 0 });
  });

  test.each([
    // balance, minimum, rate, months
    [150_000, 4_249, 21.99],
    [500_000, 14_163, 21.99],
    [5_000, 2_500, 100],
  ])('%i at a minimum of %i and %d %% ends and pays exactly what is owed', (balance, minimum, apr) => {
    const { months, total, interest } = payoffByMinimum(balance, minimum, apr);
    expect(months).toBeGreaterThan(1);
    expect(total).toBe(balance + interest);
  });
});

describe('a fixed payment', () => {
  test('ends in 36 months at the payment for 36 months, with a last payment a few cents off', () => {
    const payment = paymentFor36Months(150_000, 21.99);
    const paid = payoffByAmount(150_000, payment, 21.99);
    expect(paid?.months).toBe(36);
    expect(Math.abs((paid?.total ?? 0) - payment * 36)).toBeLessThan(36);
  });

  test.each([
    [163_971, 21.2],
    [150_000, 21.99],
    [300_000, 24],
  ])('costs 36 times the payment for 36 months: %i at %d %%', (balance, apr) => {
    const { payment, months, total, interest } = payoffIn36Months(balance, apr);
    expect({ months, total, interest }).toEqual({
      months: 36,
      total: 36 * payment,
      interest: 36 * payment - balance,
    });
  });

  test('for 1,000.00 in 36 months is 35.45 at the blended rate of appendix M2', () => {
    // Part 1026, appendix M2: 500 at 0% for 6 of 36 months and at 17% after that, 250 at 17%, and 250 at 21%.
    const blended = (500 * (30 / 36) * 17 + 250 * 17 + 250 * 21) / 1_000;
    expect(paymentFor36Months(100_000, blended)).toBe(3_545);
  });

  test('never ends below the interest', () => {
    expect(payoffByAmount(100_000, 2_000, 24)).toBeNull();
    expect(payoffByAmount(100_000, 2_001, 24)).not.toBeNull();
  });
});

describe('the minimum payment warning', () => {
  test('is missing if the minimum pays off the statement', () => {
    expect(minimumWarning({ balance: 2_000, minimum: 2_000, rates: 20 })).toBeNull();
    expect(minimumWarning({ balance: 0, minimum: 0, rates: 20 })).toBeNull();
  });

  test('uses months below two years, without the 36-month option', () => {
    expect(minimumWarning({ balance: 10_000, minimum: 2_500, rates: 24 })).toEqual({
      minimum: { months: 5, total: 10_530, interest: 530 },
      time: { count: 5, unit: 'month' },
      in36: null,
    });
  });

  test('uses years beyond that, with the 36-month payment and its savings', () => {
    const warning = minimumWarning({ balance: 300_000, minimum: 9_000, rates: 24 });
    expect(warning?.time.unit).toBe('year');
    expect(warning?.time.count).toBe(Math.round((warning?.minimum.months ?? 0) / 12));
    // 3,000.00 × 2 % ÷ (1 − 1.02^−36) = 60.00 ÷ 0.5097769 = 117.70.
    expect(warning?.in36).toEqual({
      payment: 11_770,
      total: 423_720,
      saving: (warning?.minimum.total ?? 0) - 423_720,
    });
    expect(warning?.in36?.saving).toBeGreaterThan(0);
  });
});

describe('an introductory rate', () => {
  const rates = { intro: 0, months: 11, own: 24 };

  test('costs interest only after it ends', () => {
    // 1,000.00 − 11 × 25.00 = 725.00 without interest, and from then on a balance of 725.00 at 24%.
    const slow = payoffByMinimum(100_000, 2_500, rates);
    const later = payoffByMinimum(72_500, 2_500, 24);
    expect(slow).toEqual({
      months: 11 + later.months,
      total: 27_500 + later.total,
      interest: later.interest,
    });
    expect(slow.interest).toBeLessThan(payoffByMinimum(100_000, 2_500, 24).interest);
  });

  test('counts for its share of the 36 months, as in appendix M2', () => {
    // 6 of 36 months at 0% and 30 at 18% are 15% on average.
    expect(paymentFor36Months(100_000, { intro: 0, months: 6, own: 18 })).toBe(
      paymentFor36Months(100_000, 15),
    );
    expect(paymentFor36Months(100_000, { intro: 0, months: 40, own: 18 })).toBe(
      paymentFor36Months(100_000, 0),
    );
  });

  test('can end before a payment that then doesn’t cover the interest', () => {
    expect(payoffByAmount(100_000, 1_000, rates)).toBeNull();
    expect(payoffByAmount(100_000, 10_000, rates)).toEqual({ months: 10, total: 100_000, interest: 0 });
    expect(payoffByAmount(100_000, 1_000, { ...rates, months: 120 })?.interest).toBe(0);
  });
});
