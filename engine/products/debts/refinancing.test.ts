import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dayText, parseDay } from '../../calendar/calendar.ts';
import { monthlyPayment } from '../../money/amortization.ts';
import { type DebtTerms, getOutcome } from './debt-plans.ts';
import { compareRefinance, getTogether } from './refinancing.ts';

const start = parseDay('2026-01-01');

function loan(amount: number, rate: number, term: number, parts: Partial<DebtTerms> = {}): DebtTerms {
  return {
    balance: amount,
    rate,
    payment: monthlyPayment(amount, rate, term),
    term,
    start,
    next: 1,
    ...parts,
  };
}

describe('refinancing a loan', () => {
  test('breaks even in the month in which lower interest has covered the fee', () => {
    // 1% a month compared with 0.5%: interest of 100.00 and 50.75 in the first month, so about 50.00 is saved
    // each month.
    const old = loan(1_000_000, 12, 60);
    const { breakEvenMonth, costs, saved, costsMoreFrom } = compareRefinance([old], {
      amount: 1_015_000,
      rate: 6,
      term: 60,
      start,
      fee: 15_000,
      payoff: 1_000_000,
    });
    expect(costs.slice(0, 4).map(({ month, before, after }) => [month, before, after])).toEqual([
      [0, 0, 15_000],
      [1, 10_000, 20_075],
      [2, 19_878, 25_077],
      [3, 29_632, 30_006],
    ]);
    expect(costs[4]?.before).toBeGreaterThan(costs[4]?.after ?? 0);
    expect(breakEvenMonth).toBe(4);
    expect(costsMoreFrom).toBeNull();
    expect(saved).toBe((costs.at(-1)?.before ?? 0) - (costs.at(-1)?.after ?? 0));
  });

  test('never breaks even at the same rate with a fee', () => {
    const comparison = compareRefinance([loan(500_000, 8, 36)], {
      amount: 505_000,
      rate: 8,
      term: 36,
      start,
      fee: 5_000,
      payoff: 500_000,
    });
    expect(comparison.breakEvenMonth).toBeNull();
    expect(comparison.saved).toBeLessThan(-5_000);
    expect(comparison.lessAMonth).toBeLessThan(0);
  });

  test('over a longer term breaks even and costs more again in the end', () => {
    const { breakEvenMonth, costsMoreFrom, saved, lessAMonth } = compareRefinance([loan(1_000_000, 8, 24)], {
      amount: 1_000_000,
      rate: 7,
      term: 96,
      start,
      fee: 0,
      payoff: 1_000_000,
    });
    expect(breakEvenMonth).toBe(1);
    expect(costsMoreFrom).toBeGreaterThan(3);
    expect(saved).toBeLessThan(0);
    expect(lessAMonth).toBeGreaterThan(0);
  });

  test("pays the current month's interest with the payoff", () => {
    const old = loan(1_000_000, 12, 12, { start: parseDay('2025-12-16') });
    const { costs, before } = compareRefinance([old], {
      amount: 1_005_000,
      rate: 12,
      term: 12,
      start,
      fee: 0,
      payoff: 1_005_000,
    });
    expect(costs[0]).toMatchObject({ before: 0, after: 5_000 });
    expect(before.interest).toBe(getOutcome(old).interest);
  });

  test('compares one loan with several debts together', () => {
    const debts = [loan(300_000, 18, 24), loan(700_000, 9, 48, { start: parseDay('2025-12-20') })];
    const together = getTogether(debts);
    expect(together).toMatchObject({
      balance: 1_000_000,
      payment: debts.reduce((sum, { payment }) => sum + payment, 0),
    });
    expect(together.rate).toBeCloseTo(11.7, 10);
    expect(dayText(together.lastDay ?? 0)).toBe('2029-12-20');
    const { before, costs } = compareRefinance(debts, {
      amount: 1_010_000,
      rate: 8,
      term: 36,
      start,
      fee: 10_000,
      payoff: 1_000_000,
    });
    expect(before).toMatchObject({ payment: together.payment, interest: together.interest, months: 48 });
    expect(costs.at(-1)?.before).toBe(together.interest);
  });

  test('without debts costs its interest', () => {
    expect(getTogether([])).toEqual({ balance: 0, payment: 0, rate: 0, interest: 0, lastDay: null });
  });

  test('ends with the figures of its monthly costs, for any terms', () => {
    const terms = fc.record({
      amount: fc.integer({ min: 1_000, max: 50_000_000 }),
      rate: fc.integer({ min: 0, max: 3_000 }).map((hundredths) => hundredths / 100),
      months: fc.integer({ min: 1, max: 120 }),
    });
    fc.assert(
      fc.property(
        fc.array(terms, { minLength: 1, maxLength: 3 }),
        terms,
        fc.integer({ min: 0, max: 50_000 }),
        (old, offer, fee) => {
          const debts = old.map(({ amount, rate, months }) => loan(amount, rate, months));
          const payoff = debts.reduce((sum, { balance }) => sum + balance, 0);
          const { rate, months: term } = offer;
          const comparison = compareRefinance(debts, {
            amount: payoff + fee,
            rate,
            term,
            start,
            fee,
            payoff,
          });
          const end = comparison.costs.at(-1);
          expect(end?.before).toBe(comparison.before.interest);
          expect(end?.after).toBe(comparison.after.interest + fee);
          expect(comparison.saved).toBe((end?.before ?? 0) - (end?.after ?? 0));
          const first = comparison.costs.find(({ month, before, after }) => month > 0 && after <= before);
          expect(comparison.breakEvenMonth).toBe(first?.month ?? null);
        },
      ),
      { numRuns: 40 },
    );
  });
});
