import { describe, expect, it } from 'vitest';
import { parseDay } from '../calendar/calendar.ts';
import { markMinor } from '../money/minor.ts';
import { getDisclosure } from '../products/debts/apr.ts';
import { getInsuranceCost, getPmiRate } from '../products/debts/mortgage-insurance.ts';
import { APPLICANT } from '../testing/applicants.ts';
import { getClosing, listInstallments } from './closing.ts';
import { decide, type Offer } from './decision.ts';
import { assess, type CreditRequest, type PolicyFacts } from './policy.ts';

/** An applicant with a good score and $12,000 of monthly income. */
const FACTS: PolicyFacts = {
  ...APPLICANT,
  monthlyIncome: 12_000_00,
  income: { basis: 'deposits', stated: 12_000_00, most: 20_000_00 },
};
const HOME: CreditRequest = { type: 'HOME', amount: 320_000_00, term: 360, collateralValue: 400_000_00 };
/** Property tax of 2,100.00 in April and October, and insurance of 1,680.00 in September. */
const BILLS = { tax: 4_200_00, insurance: 1_680_00 };

const getOffer = (request: CreditRequest, facts = FACTS): Offer => {
  const [offer] = decide(facts, request).offers;
  if (!offer) throw new Error('There is no offer.');
  return offer;
};

describe('an accepted mortgage', () => {
  it('with one point has the payment, the APR, and the cash to close of the published example', () => {
    const offer = getOffer(HOME);
    expect(offer).toMatchObject({
      rate: 6.5,
      originationFee: 995_00,
      underwritingFee: 850_00,
      mostPoints: 2,
    });
    expect(offer.pmiRate).toBeUndefined();
    const closing = getClosing(offer, { points: 1, bills: BILLS, firstMonth: 1 });
    expect(closing).toMatchObject({
      rate: 6.25,
      payment: 1_970_30,
      fees: { origination: 995_00, underwriting: 850_00, points: 3_200_00 },
      premium: 0,
      escrow: { payment: 490_00, cushion: 980_00, target: 1_960_00 },
      monthly: 2_460_30,
      cashToClose: 80_000_00 + 995_00 + 850_00 + 3_200_00 + 1_960_00,
    });
    const disclosure = getDisclosure({ amount: 320_000_00, rate: 6.25, months: 360, fees: 5_045_00 });
    expect(disclosure?.amountFinanced).toBe(314_955_00);
    expect(disclosure?.apr).toBeCloseTo(6.401, 3);
  });

  it('without choices costs the down payment and the fees', () => {
    const closing = getClosing(getOffer(HOME), { points: 0, bills: null, firstMonth: 1 });
    expect(closing).toMatchObject({ rate: 6.5, payment: 2_022_62, monthly: 2_022_62, escrow: null });
    expect(closing.cashToClose).toBe(81_845_00);
  });

  it('of an earlier offer without fees costs the down payment only', () => {
    const offer = { amount: 80_000_00, term: 240, rate: 6.25, downPayment: 20_000_00 };
    const earlier = { ...offer, amount: markMinor(80_000_00), downPayment: markMinor(20_000_00) };
    expect(getClosing(earlier, { points: 0, bills: null, firstMonth: 1 }).cashToClose).toBe(20_000_00);
  });
});

describe('the installments of an accepted offer', () => {
  const offer = { amount: markMinor(36_000_00), term: 360 };
  const terms = { rate: 6.85, payment: markMinor(235_89) };
  const list = (due: string, oddDays: number) =>
    listInstallments(offer, terms, { firstDue: parseDay(due), oddDays });

  it('end with the remaining balance, which is less after a first period that is a day shorter', () => {
    expect(list('2026-12-29', 0).at(-1)?.payment).toBe(239_54);
    const shorter = list('2026-12-28', -1);
    expect([shorter[0]?.interest, shorter.at(-1)?.payment]).toEqual([198_65, 186_84]);
  });

  it('include the interest of additional days once', () => {
    // 36,000.00 × 6.85% × 10 ÷ 360.
    const [first, second] = list('2027-01-08', 10);
    expect([first?.payment, second?.payment]).toEqual([235_89 + 68_50, 235_89]);
    expect(list('2027-01-08', 10).at(-1)?.payment).toBe(239_54);
  });
});

describe('mortgage insurance', () => {
  it.each([
    [850, 0.46],
    [760, 0.46],
    [759, 0.58],
    [740, 0.58],
    [720, 0.7],
    [700, 0.79],
    [680, 0.98],
    [660, 1.23],
    [640, 1.31],
    [639, 1.5],
    [540, 1.5],
  ])('with a score of %i costs %d% of the loan per year', (score, rate) => {
    expect(getPmiRate(score)).toBe(rate);
  });

  it('is required from one cent above 80% of the value', () => {
    expect(getOffer({ ...HOME, amount: 320_000_01 }).pmiRate).toBe(0.79);
    expect(assess(FACTS, HOME).premium).toBeUndefined();
  });

  it('counts in the monthly payment, in the APR, and in the debt-to-income ratio', () => {
    const request = { ...HOME, amount: 332_500_00, collateralValue: 350_000_00 };
    const offer = getOffer(request);
    const closing = getClosing(offer, { points: 0, bills: null, firstMonth: 1 });
    // 332,500.00 × 0.79% ÷ 12.
    expect(closing).toMatchObject({ premium: 218_90, monthly: closing.payment + 218_90 });
    const { premium, last } = getInsuranceCost(
      { borrowed: 332_500_00, value: 350_000_00, rate: offer.rate, term: 360 },
      0.79,
    );
    expect(premium).toBe(218_90);
    const apr = getDisclosure({
      ...{ amount: 332_500_00, rate: offer.rate, months: 360, fees: 1_845_00 },
      addedTo: (number) => (number <= last ? premium : 0),
    })?.apr;
    expect(apr).toBeGreaterThan(offer.rate + 0.5);
    // 43% of the income is 5,160.00.
    const left = 5_160_00 - closing.monthly;
    expect(assess({ ...FACTS, monthlyDebt: left }, request).isApproved).toBe(true);
    expect(assess({ ...FACTS, monthlyDebt: left + 1 }, request).isApproved).toBe(false);
  });
});

describe('the fees of an offer', () => {
  const CAR: CreditRequest = { type: 'AUTO', amount: 15_600_00, term: 48, collateralValue: 15_600_00 };

  it.each([
    ['a car loan, as in the published example', CAR, 250_00],
    ['a small car loan', { ...CAR, amount: 5_000_00 }, 100_00],
    ['a personal loan', { ...CAR, type: 'PERSONAL', collateralValue: null }, 156_00],
    [
      'a large personal loan',
      { ...CAR, type: 'PERSONAL', amount: 100_000_00, collateralValue: null },
      1_000_00,
    ],
    ['a small mortgage', { ...HOME, amount: 50_000_00 }, 500_00],
  ] as const)('%s', (_, request, fee) => {
    expect(getOffer(request as CreditRequest).originationFee).toBe(fee);
  });

  it('are zero for education loans and home equity lines', () => {
    expect(getOffer({ ...CAR, type: 'EDUCATION', collateralValue: null })).not.toHaveProperty(
      'originationFee',
    );
    const line = { ...HOME, type: 'HOME_EQUITY' as const, amount: 40_000_00, lien: 100_000_00, prime: 6.5 };
    expect(getOffer(line)).not.toHaveProperty('originationFee');
  });

  it('make the APR of a car loan 7.233% at a rate of 6.4%', () => {
    const apr = getDisclosure({ amount: 15_600_00, rate: 6.4, months: 48, fees: 250_00 })?.apr;
    expect(apr).toBeCloseTo(7.233, 3);
  });
});
