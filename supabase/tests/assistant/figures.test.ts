import { describe, expect, it } from 'vitest';
import { payoffByAmount } from '../../../engine/products/cards/minimum-payment-warning.ts';
import { getPaymentWithin } from '../../functions/assistant/answers/debt-questions.ts';
import { inPace } from '../../functions/assistant/answers/plans.ts';

describe('the figures of an answer', () => {
  it('pay off a debt within the requested months', () => {
    expect(getPaymentWithin(129_000, 4.9, 12)).toBe(11_038);
    const balances = [9_900, 41_230, 129_000, 912_040];
    for (const balance of balances)
      for (const rate of [0, 4.9, 6.4, 18.99, 27.5])
        for (let months = 1; months <= 48; months += 1) {
          const payoff = payoffByAmount(balance, getPaymentWithin(balance, rate, months), rate);
          expect(payoff?.months).toBeLessThanOrEqual(months);
        }
  });

  it('keep a monthly amount that is asked per monthly paycheck', () => {
    for (let cents = 1; cents <= 2_000; cents += 1) expect(inPace(cents / 100, 12)).toBe(cents / 100);
  });

  it('round an amount per week up, so that the goal is reached in time', () => {
    expect(inPace(100, 52)).toBe(23.08);
    expect(inPace(52, 52)).toBe(12);
  });
});
