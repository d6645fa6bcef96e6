import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CARD_PRODUCT_IDS, CARD_PRODUCTS } from '../products/cards/card-catalog.ts';
import {
  assessCard,
  buildCardFacts,
  type CardFacts,
  computeCreditLine,
  computeFullUsePayment,
  decideCard,
} from './card-policy.ts';
import type { CreditFacts } from './facts.ts';

/** An applicant with an income of 62,400.00 a year, debts of 850.00 a month, and a good score. */
const GOOD: CardFacts = {
  monthlyIncome: 5_200_00,
  income: { basis: 'deposits', stated: 5_200_00, most: 9_000_00 },
  monthlyDebt: 850_00,
  monthsOfHistory: 24,
  latePayments: 0,
  worstLate: 0,
  score: 700,
  utilization: 20,
  employment: 'EMPLOYED',
  otherLimits: 0,
  recentCards: 0,
};

const against = (facts: Partial<CardFacts>, product: (typeof CARD_PRODUCT_IDS)[number]) =>
  assessCard({ ...GOOD, ...facts }, product)
    .reasons.filter(({ effect }) => effect === 'against')
    .map(({ code }) => code);

describe('the initial limit', () => {
  test('is the lowest of three, as in the worked example: 1,386.00 of room is a line of 45,579', () => {
    expect(computeCreditLine(1_386_00, 24.49)).toBe(45_579_61);
    expect(computeFullUsePayment(5_000_00, 24.49)).toBe(152_04);
    const { limit, limits, debtLimit } = assessCard(GOOD, 'tide_cash');
    expect(debtLimit).toBe(43);
    expect(limits).toMatchObject({ product: 5_000_00, income: 12_480_00 });
    expect(limit).toBe(5_000_00);
  });

  test('is 20% of the income minus the limits of other cards, rounded down to 100', () => {
    expect(assessCard({ ...GOOD, otherLimits: 9_350_00 }, 'voyage').limit).toBe(3_100_00);
  });

  test('is a line whose full-use payment fits the debt-to-income ratio', () => {
    // 43% of 5,200.00 is 2,236.00, so 100.00 of room is left: 100.00 ÷ 2.9992% = 3,334.27.
    const { limit, payment } = assessCard({ ...GOOD, monthlyDebt: 2_136_00 }, 'voyage');
    expect(limit).toBe(3_300_00);
    expect(payment).toBeLessThanOrEqual(100_00);
  });
});

describe('a decision', () => {
  test.each([
    [760, 'tide_cash', 18.99],
    [700, 'tide_cash', 21.49],
    [640, 'tide_cash', 24.49],
    [640, 'quarter_five', 26.49],
    [760, 'voyage', 20.99],
    [700, 'voyage', 23.99],
    [560, 'campus', 22.99],
    [400, 'anchor_secured', 26.99],
  ] as const)('with a score of %d for %s has an APR of %d%%', (score, product, apr) => {
    const facts = { ...GOOD, score, employment: 'STUDENT' as const };
    expect(decideCard(facts, product)).toMatchObject({ outcome: 'approved', apr });
  });

  test('states every reason against a card', () => {
    expect(against({ score: 600 }, 'tide_cash')).toEqual(['score']);
    expect(against({ score: 640 }, 'voyage')).toEqual(['score']);
    expect(against({}, 'campus')).toEqual(['student']);
    expect(against({ latePayments: 3, worstLate: 1 }, 'tide_cash')).toEqual(['payments']);
    expect(against({ latePayments: 1, worstLate: 60 }, 'tide_cash')).toEqual(['payments']);
    expect(against({ latePayments: 3, worstLate: 60 }, 'anchor_secured')).toEqual([]);
    expect(against({ latePayments: 1, worstLate: 90 }, 'anchor_secured')).toEqual(['payments']);
    expect(against({ recentCards: 2 }, 'tide_cash')).toEqual(['recent_cards']);
    expect(against({ otherLimits: 12_400_00 }, 'tide_cash')).toEqual(['limit']);
    expect(against({ monthlyIncome: 0 }, 'anchor_secured')).toEqual(['debt']);
    expect(against({ monthlyDebt: 2_300_00 }, 'anchor_secured')).toEqual(['debt']);
    expect(against({ monthlyDebt: 2_300_00 }, 'tide_cash')).toEqual(['debt', 'limit']);
  });

  test('offers the best other card that would be approved', () => {
    expect(decideCard({ ...GOOD, score: 640 }, 'voyage')).toMatchObject({
      outcome: 'countered',
      alternative: { product: 'quarter_five', apr: 26.49 },
    });
    expect(decideCard({ ...GOOD, score: 500 }, 'tide_cash')).toMatchObject({
      outcome: 'countered',
      alternative: { product: 'anchor_secured', limit: 200_00 },
    });
    expect(decideCard({ ...GOOD, recentCards: 2 }, 'tide_cash')).toMatchObject({
      outcome: 'declined',
      alternative: null,
    });
  });

  const anyFacts = fc.record({
    monthlyIncome: fc.integer({ min: 0, max: 50_000_00 }),
    monthlyDebt: fc.integer({ min: 0, max: 20_000_00 }),
    score: fc.integer({ min: 300, max: 850 }),
    latePayments: fc.integer({ min: 0, max: 5 }),
    otherLimits: fc.integer({ min: 0, max: 100_000_00 }),
    recentCards: fc.integer({ min: 0, max: 3 }),
  });

  test('has a reason against the card exactly if it is not approved, and limits within the product', () => {
    fc.assert(
      fc.property(anyFacts, fc.constantFrom(...CARD_PRODUCT_IDS), (parts, product) => {
        const facts = { ...GOOD, ...parts };
        const { outcome, limit, apr, reasons, payment, alternative } = decideCard(facts, product);
        const { limits, aprs } = CARD_PRODUCTS[product];
        expect(reasons.some(({ effect }) => effect === 'against')).toBe(outcome !== 'approved');
        expect(outcome === 'countered').toBe(alternative !== null);
        if (outcome !== 'approved') return;
        expect(limit).toBeGreaterThanOrEqual(limits.least);
        expect(limit).toBeLessThanOrEqual(limits.most);
        expect(aprs).toContain(apr);
        expect((facts.monthlyDebt + payment) * 100).toBeLessThanOrEqual(45 * facts.monthlyIncome + 100);
      }),
    );
  });

  test('is never worse with more income, less debt, or a better score', () => {
    fc.assert(
      fc.property(
        anyFacts,
        fc.constantFrom(...CARD_PRODUCT_IDS),
        fc.nat(10_000_00),
        fc.nat(200),
        (parts, product, more, points) => {
          const facts = { ...GOOD, ...parts };
          const before = assessCard(facts, product);
          const better = assessCard(
            {
              ...facts,
              monthlyIncome: facts.monthlyIncome + more,
              monthlyDebt: Math.max(0, facts.monthlyDebt - more),
              score: Math.min(850, facts.score + points),
            },
            product,
          );
          if (!before.isApproved) return;
          expect(better.isApproved).toBe(true);
          expect(better.limit).toBeGreaterThanOrEqual(before.limit);
          expect(better.apr).toBeLessThanOrEqual(before.apr);
        },
      ),
    );
  });
});

test('counts open cards and those opened in the last 90 days', () => {
  const line = {
    kind: 'card' as const,
    name: 'Card',
    rate: 20,
    balance: 0,
    limit: 1_000_00,
    payment: 0,
    months: [],
  };
  const credit: CreditFacts = {
    today: '2026-11-28',
    currency: 'USD',
    since: '2020-01-01',
    lines: [
      { ...line, id: '1', opened: '2026-08-30', closed: null },
      { ...line, id: '2', opened: '2026-08-31', closed: null },
      { ...line, id: '3', opened: '2026-10-01', closed: '2026-11-01' },
    ],
    payments: [],
    inquiries: [],
    income: [],
  };
  expect(
    buildCardFacts(credit, { annualIncome: 60_000_00, monthlyDebt: 0, employment: 'EMPLOYED' }),
  ).toMatchObject({
    otherLimits: 2_000_00,
    recentCards: 2,
  });
});
