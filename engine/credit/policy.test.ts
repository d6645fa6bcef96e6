import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { APPLICANT as FACTS } from '../testing/applicants.ts';
import { type Decision, decide, largestAmount, whatWouldChange } from './decision.ts';
import { assess, type CreditRequest, type PolicyFacts } from './policy.ts';

const PERSONAL: CreditRequest = { type: 'PERSONAL', amount: 10_000_00, term: 36, collateralValue: null };
const HOUSE: CreditRequest = { type: 'HOME', amount: 240_000_00, term: 360, collateralValue: 300_000_00 };
const CAR: CreditRequest = { type: 'AUTO', amount: 20_000_00, term: 60, collateralValue: 20_000_00 };

/** Offers a line of credit on a home worth $100,000 with a mortgage of $40,000. */
const LINE: CreditRequest = {
  ...{ type: 'HOME_EQUITY', amount: 20_000_00, term: 360, collateralValue: 100_000_00 },
  ...{ lien: 40_000_00, prime: 6.5 },
};

const against = ({ reasons }: Pick<Decision, 'reasons'>) =>
  reasons.filter(({ effect }) => effect === 'against').map(({ code }) => code);

describe('the rate', () => {
  it.each([
    ['of a good score is the base rate', PERSONAL, {}, 11.5, 329_76],
    ['of an excellent score is a point lower', PERSONAL, { score: 740 }, 10.5, 325_02],
    ['of a fair score is two points higher', PERSONAL, { score: 679 }, 13.5, 339_35],
    ['of a weak score is four and a half higher', PERSONAL, { score: 540 }, 16, 351_57],
    ['rises by half a point a late payment', PERSONAL, { latePayments: 2, worstLate: 1 }, 12.5, 334_54],
    ['rises with cards in use', PERSONAL, { utilization: 30.1 }, 12, 332_14],
    ['rises more with cards used up', PERSONAL, { utilization: 80.1 }, 13, 336_94],
    ['rises beyond five years', { ...PERSONAL, term: 72 }, {}, 12, 195_50],
    ['of a car is lower when its value is stated', CAR, {}, 7.25, 398_39],
    ['of a car alone is higher', { ...CAR, collateralValue: null }, {}, 9.75, 422_48],
    ['of a car rises when it is worth less', { ...CAR, collateralValue: 19_000_00 }, {}, 8, 405_53],
    ['of a mortgage at 80% rises beyond twenty years', HOUSE, {}, 6.5, 1_516_96],
    ['of a mortgage at 95% rises', { ...HOUSE, amount: 285_000_00 }, {}, 7.25, 1_944_20],
    ['of a mortgage leaves cards alone', { ...HOUSE, term: 240 }, { utilization: 99 }, 6.25, 1_754_23],
  ] as const)('%s', (_, request, facts, rate, payment) => {
    const assessment = assess({ ...FACTS, ...facts }, request);
    expect([assessment.rate, assessment.payment]).toEqual([rate, payment]);
    const sum = assessment.rateParts.reduce((total, { percent }) => total + percent, 0);
    expect(sum).toBeCloseTo(assessment.rate, 10);
  });
});

describe('a home equity line of credit', () => {
  // CFPB, "What you should know about home equity lines of credit": 75% of 100,000 less a mortgage of 40,000
  // leaves 35,000. At 80% it leaves 40,000, and at 85%, our limit, 45,000.
  it.each([
    [35_000_00, 7.5, []],
    [40_000_00, 7.5, []],
    [40_000_01, 8, []],
    [45_000_00, 8, []],
    [45_000_01, 8, ['collateral']],
  ])('of %i cents has a rate of %d%', (amount, rate, reasons) => {
    const assessment = assess(FACTS, { ...LINE, amount });
    expect([assessment.rate, against(assessment)]).toEqual([rate, reasons]);
  });

  it('counts the installments that repay the whole limit over 20 years', () => {
    const { payment, interest } = assess(FACTS, LINE);
    expect(payment).toBe(161_12);
    // 120 months of 125.00, then the interest of the repayment period.
    expect(interest).toBe(120 * 125_00 + 18_668_03);
  });

  it('is offered with its margin, its draw period, and its cap, at a lower limit if necessary', () => {
    const { decision, offers } = decide(FACTS, { ...LINE, amount: 60_000_00 });
    expect(decision).toBe('countered');
    expect(offers).toMatchObject([
      { kind: 'less', amount: 45_000_00, term: 360, rate: 8, margin: 1.5, drawMonths: 120, rateCap: 18 },
    ]);
    expect(decide(FACTS, LINE).offers.map(({ kind }) => kind)).toEqual(['asked', 'less']);
  });
});

describe('the decision', () => {
  it.each([
    // 43% of 5,000 is 2,150.00. The loan payment of 329.76 leaves 1,820.24 for other debts.
    ['is yes at exactly the share of income allowed', PERSONAL, { monthlyDebt: 1_820_24 }, []],
    ['is not yes a cent above it', PERSONAL, { monthlyDebt: 1_820_25 }, ['debt']],
    // For a weak score, the limit is 36% of 5,000, or 1,800.00. The loan payment is 351.57.
    ['allows a weak score less of the income', PERSONAL, { score: 600, monthlyDebt: 1_448_44 }, ['debt']],
    ['is no below the least score', PERSONAL, { score: 539 }, ['score']],
    ['is no without an income', PERSONAL, { monthlyIncome: 0 }, ['debt', 'amount']],
    ['is no after three late payments', PERSONAL, { latePayments: 3, worstLate: 1 }, ['payments']],
    ['is no after sixty days late', PERSONAL, { latePayments: 1, worstLate: 60 }, ['payments']],
    ['bears thirty days late', PERSONAL, { latePayments: 1, worstLate: 30 }, []],
    // A quarter of the annual income of 60,000.
    [
      'is up to a quarter of the income at first',
      { ...PERSONAL, amount: 15_000_00 },
      { monthsOfHistory: 5 },
      [],
    ],
    [
      'is not more than a quarter of the income at first',
      { ...PERSONAL, amount: 15_000_01 },
      { monthsOfHistory: 5 },
      ['amount'],
    ],
    ['is not more than a yearly income', { ...PERSONAL, amount: 60_000_01, term: 84 }, {}, ['amount']],
    ['is not for longer than the type allows', { ...PERSONAL, term: 85 }, {}, ['term']],
    ['is not for more of a home than 95%', { ...HOUSE, amount: 285_000_01 }, {}, ['collateral']],
    ['is not for more of a car than 110%', { ...CAR, amount: 22_000_01 }, {}, ['collateral']],
  ] as const)('%s', (_, request, facts, stand) => {
    expect(against(assess({ ...FACTS, ...facts }, request))).toEqual(stand);
  });

  it('has weights of a hundred points in all, most important first', () => {
    for (const request of [PERSONAL, HOUSE]) {
      const weights = assess(FACTS, request).reasons.map(({ weight }) => weight);
      expect(weights.reduce((sum, weight) => sum + weight, 0)).toBe(100);
      expect(weights).toEqual([...weights].sort((left, right) => right - left));
    }
  });
});

describe('the reason about income', () => {
  const reasonFor = (income: PolicyFacts['income']) =>
    assess({ ...FACTS, income }, PERSONAL).reasons.find(({ code }) => code === 'income');

  it('states that deposits confirm the stated income', () => {
    expect(reasonFor(FACTS.income)).toMatchObject({
      text: 'Your deposits here confirm your stated income.',
      effect: 'for',
      value: 5_000_00,
      limit: 7_000_00,
    });
  });

  it('states that only part of the stated income counts', () => {
    expect(reasonFor({ basis: 'deposits', stated: 9_000_00, most: 5_000_00 })).toMatchObject({
      text: 'We counted part of your stated income. Your deposits here don’t confirm the rest.',
      effect: 'price',
    });
    expect(reasonFor({ basis: 'unverified', stated: 9_000_00, most: 5_000_00 })).toMatchObject({
      text: 'We counted part of your stated income. We need 3 months of deposits to count the rest.',
      effect: 'price',
    });
  });
});

describe('the reason about collateral', () => {
  it('tells a borrower near the limit that a larger down payment lowers the rate', () => {
    const high = assess({ ...FACTS, monthlyIncome: 20_000_00 }, { ...HOUSE, amount: 280_000_00 });
    expect(high.reasons.find(({ code }) => code === 'collateral')?.text).toBe(
      "The loan is a large share of your purchase's value. A larger down payment would lower the rate.",
    );
  });
});

describe('the offers', () => {
  const listOffers = ({ offers }: Decision) =>
    offers.map(({ kind, amount, term }) => [kind, amount / 100, term]);

  it('of an approval are the requested, a shorter, and a longer term', () => {
    const decision = decide(FACTS, PERSONAL);
    expect(decision).toMatchObject({ decision: 'approved', version: '2026-11', score: 700 });
    expect(listOffers(decision)).toEqual([
      ['asked', 10_000, 36],
      ['shorter', 10_000, 24],
      ['longer', 10_000, 54],
    ]);
    expect(decision.offers[0]).toMatchObject({ rate: 11.5, payment: 329_76, interest: 1_871_38 });
  });

  it('for a mortgage have whole years and state the down payment', () => {
    const rich = { ...FACTS, monthlyIncome: 9_000_00 };
    const decision = decide(rich, { ...HOUSE, term: 350 });
    expect(listOffers(decision)).toEqual([
      ['asked', 240_000, 360],
      ['shorter', 240_000, 240],
      ['less', 180_000, 360],
    ]);
    expect(decision.offers.map(({ downPayment }) => downPayment / 100)).toEqual([60_000, 60_000, 120_000]);
  });

  it('of a counteroffer are smaller, or as large with a longer term', () => {
    // The limit of 2,150.00 minus 1,900.00 of debts leaves 250.00 a month. This pays for 7,581.29 over 36
    // months, or for 10,000.00 over at least 54 months.
    const decision = decide({ ...FACTS, monthlyDebt: 1_900_00 }, PERSONAL);
    expect(decision.decision).toBe('countered');
    expect(listOffers(decision)).toEqual([
      ['less', 7_500, 36],
      ['longer', 10_000, 54],
    ]);
  });

  it('of a counteroffer are the largest at the longest term if that is still smaller', () => {
    // The remaining 100.00 a month pays for 3,032.53 over 36 months, or for 5,664.84 over 84 months at 12%.
    const decision = decide({ ...FACTS, monthlyDebt: 2_050_00 }, PERSONAL);
    expect(listOffers(decision)).toEqual([
      ['less', 3_000, 36],
      ['longer', 5_600, 84],
    ]);
  });

  it('are empty if nothing useful is possible', () => {
    for (const facts of [{ score: 500 }, { monthlyDebt: 2_145_00 }, { monthlyIncome: 0 }]) {
      expect(decide({ ...FACTS, ...facts }, PERSONAL)).toMatchObject({ decision: 'declined', offers: [] });
    }
  });
});

describe('what would change the decision', () => {
  it('is the largest amount, the lowest income, and the smallest debt reduction', () => {
    const facts = { ...FACTS, monthlyDebt: 1_900_00 };
    const change = whatWouldChange(facts, PERSONAL);
    // (1,900.00 + 329.76) ÷ 43% = 5,185.49. The monthly debt is 79.76 above the limit.
    expect(change).toMatchObject({ neededIncome: 5_185_49, neededDebtReduction: 79_76 });
    expect(assess(facts, { ...PERSONAL, amount: change.largestAmount }).isApproved).toBe(true);
    expect(assess(facts, { ...PERSONAL, amount: change.largestAmount + 1 }).isApproved).toBe(false);
    // From a score of 740, the debt-to-income limit is 45%, and the rate is one point lower.
    expect(change.neededScore).toBe(740);
  });

  it('is empty if no single change is enough', () => {
    expect(whatWouldChange({ ...FACTS, score: 500, monthlyDebt: 10_000_00 }, PERSONAL)).toEqual({
      largestAmount: 0,
      neededIncome: null,
      neededDebtReduction: null,
      neededScore: null,
    });
  });
});

const someFacts = fc.record({
  income: fc.constant(FACTS.income),
  monthlyIncome: fc.integer({ min: 0, max: 20_000_00 }),
  monthlyDebt: fc.integer({ min: 0, max: 6_000_00 }),
  monthsOfHistory: fc.integer({ min: 0, max: 60 }),
  latePayments: fc.integer({ min: 0, max: 4 }),
  worstLate: fc.constantFrom(0, 1, 30, 60),
  score: fc.integer({ min: 520, max: 800 }),
  utilization: fc.option(fc.integer({ min: 0, max: 120 })),
});
const someRequest = fc.record({
  type: fc.constantFrom('PERSONAL', 'AUTO', 'HOME', 'EDUCATION', 'OTHER'),
  amount: fc.integer({ min: 100, max: 400_000_00 }),
  term: fc.integer({ min: 1, max: 400 }),
  collateralValue: fc.option(fc.integer({ min: 5_000_00, max: 500_000_00 })),
}) as fc.Arbitrary<CreditRequest>;
const RANK = { declined: 0, countered: 1, approved: 2 };

describe('for any facts', () => {
  it.each([
    ['more income', ({ monthlyIncome }: PolicyFacts, by: number) => ({ monthlyIncome: monthlyIncome + by })],
    [
      'less debt',
      ({ monthlyDebt }: PolicyFacts, by: number) => ({ monthlyDebt: Math.max(0, monthlyDebt - by) }),
    ],
    ['a better score', ({ score }: PolicyFacts, by: number) => ({ score: score + (by % 200) })],
    [
      'a longer history',
      ({ monthsOfHistory }: PolicyFacts, by: number) => ({ monthsOfHistory: monthsOfHistory + by }),
    ],
    ['fewer late payments', () => ({ latePayments: 0, worstLate: 0 })],
    [
      'less used of cards',
      ({ utilization }: PolicyFacts) => ({ utilization: utilization && utilization / 2 }),
    ],
  ])('%s never makes the decision worse', (_, better) => {
    fc.assert(
      fc.property(someFacts, someRequest, fc.integer({ min: 1, max: 3_000_00 }), (facts, request, by) => {
        const improved = { ...facts, ...better(facts, by) };
        expect(RANK[decide(improved, request).decision]).toBeGreaterThanOrEqual(
          RANK[decide(facts, request).decision],
        );
        expect(largestAmount(improved, request)).toBeGreaterThanOrEqual(largestAmount(facts, request));
      }),
      { numRuns: 60 },
    );
  });

  it('every offer is approved by the policy, and an approval includes the request', () => {
    fc.assert(
      fc.property(someFacts, someRequest, (facts, request) => {
        const { decision, offers } = decide(facts, request);
        expect(offers.length > 0).toBe(decision !== 'declined');
        expect(offers.length).toBeLessThanOrEqual(3);
        expect(offers[0]?.kind === 'asked').toBe(decision === 'approved');
        for (const { amount, term, rate, payment } of offers) {
          expect(assess(facts, { ...request, amount, term })).toMatchObject({
            isApproved: true,
            rate,
            payment,
          });
          expect(amount).toBeLessThanOrEqual(request.amount);
        }
      }),
      { numRuns: 100 },
    );
  });

  it('the largest amount is approved, and a cent more is not', () => {
    fc.assert(
      fc.property(someFacts, someRequest, (facts, request) => {
        const amount = largestAmount(facts, request);
        if (amount > 0) expect(assess(facts, { ...request, amount }).isApproved).toBe(true);
        expect(assess(facts, { ...request, amount: amount + 1 }).isApproved).toBe(false);
      }),
      { numRuns: 100 },
    );
  });
});
