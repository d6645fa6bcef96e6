/**
 * The parameters of the credit policy, version 2026-11. Rates and add-ons are in percentage points per year,
 * amounts in minor units, and terms in months. A home or car loan is secured if the value of the purchase is
 * stated.
 */
export const POLICY_VERSION = '2026-11';

export type LoanType = 'PERSONAL' | 'AUTO' | 'HOME' | 'EDUCATION' | 'OTHER' | 'HOME_EQUITY';

/** A fee for opening a loan: a percentage of the loan, up to an amount in minor units. */
export type Fee = { percent: number; most: number };

export type Product = {
  /**
   * The base rate, which applies to the "good" band before add-ons. For a line of credit, the margin above the
   * prime rate.
   */
  rate: number;
  /** The rate add-on of each score band, in the order of `SCORE_BANDS`. */
  bands: readonly [number, number, number, number];
  most: number;
  longest: number;
  /** Terms are multiples of this number of months. */
  step: number;
  /** Rate add-ons by loan-to-value ratio in percent. Requests above the last limit are declined. */
  loanToValue: readonly { upTo: number; adds: number }[] | null;
  /** The fees that are paid when the loan opens. Missing if there are none. */
  originationFee?: Fee;
  underwritingFee?: Fee;
  /** The most points that the customer can buy. Missing if the product has none. */
  mostPoints?: number;
};

const UNSECURED = { bands: [-1, 0, 2, 4.5], step: 1, loanToValue: null } as const;
const PERSONAL_FEE: Fee = { percent: 1, most: 1_000_00 };
const CAR_FEE: Fee = { percent: 2, most: 250_00 };

const PRODUCTS: Record<LoanType, { open: Product; secured?: Product }> = {
  PERSONAL: {
    open: { ...UNSECURED, rate: 11.5, most: 100_000_00, longest: 84, originationFee: PERSONAL_FEE },
  },
  OTHER: { open: { ...UNSECURED, rate: 12.75, most: 50_000_00, longest: 60, originationFee: PERSONAL_FEE } },
  EDUCATION: { open: { ...UNSECURED, rate: 5.5, most: 150_000_00, longest: 180 } },
  AUTO: {
    open: { ...UNSECURED, rate: 9.75, most: 60_000_00, longest: 84, originationFee: CAR_FEE },
    secured: {
      rate: 7.25,
      bands: [-0.75, 0, 1.25, 3],
      most: 150_000_00,
      longest: 96,
      step: 1,
      loanToValue: [
        { upTo: 100, adds: 0 },
        { upTo: 110, adds: 0.75 },
      ],
      originationFee: CAR_FEE,
    },
  },
  HOME: {
    open: { ...UNSECURED, rate: 9.5, most: 150_000_00, longest: 180, originationFee: PERSONAL_FEE },
    secured: {
      rate: 6.25,
      bands: [-0.25, 0, 0.5, 1.25],
      most: 3_000_000_00,
      longest: 360,
      step: 12,
      loanToValue: [
        { upTo: 80, adds: 0 },
        { upTo: 90, adds: 0.35 },
        { upTo: 95, adds: 0.75 },
      ],
      originationFee: { percent: 1, most: 995_00 },
      underwritingFee: { percent: 1, most: 850_00 },
      mostPoints: 2,
    },
  },
  HOME_EQUITY: {
    open: {
      rate: 1,
      bands: [-0.5, 0, 1, 2.25],
      most: 500_000_00,
      longest: 360,
      step: 360,
      loanToValue: [
        { upTo: 80, adds: 0 },
        { upTo: 85, adds: 0.5 },
      ],
    },
  },
};

/**
 * The terms of home equity lines of credit: the months in which the customer can draw, the total term, and the
 * highest rate, which Regulation Z requires (12 CFR 1026.30).
 */
export const CREDIT_LINE = { drawMonths: 120, months: 360, rateCap: 18 };

/**
 * The score bands, best first. New customers start in the last band, because the bank has no credit record
 * for them.
 */
export const SCORE_BANDS = [
  { from: 740, text: 'excellent', debtToIncome: 45 },
  { from: 680, text: 'good', debtToIncome: 43 },
  { from: 620, text: 'fair', debtToIncome: 40 },
  { from: 540, text: 'weak', debtToIncome: 36 },
] as const;
export const MIN_SCORE = 540;

/**
 * Each late payment in the last twelve months raises the rate. A request is declined if there are more than
 * two late payments.
 */
export const MAX_LATE_PAYMENTS = 2;
export const LATE_ADDS = 0.5;
/** The worst acceptable delinquency in days. A request is declined if there is a 60-day delinquency. */
export const WORST_LATE = 30;

/** Rate add-ons by the percentage of all card limits in use. They apply to unsecured loans only. */
export const UTILIZATION = [
  { above: 80, adds: 1.5 },
  { above: 30, adds: 0.5 },
] as const;

/**
 * The rules for unsecured loans: the number of months with the bank that count as a long history, and the
 * largest loan as a percentage of annual income.
 */
export const LONG_HISTORY_MONTHS = 6;
export const SHARE_OF_INCOME = { short: 25, long: 100 };

/** Terms in months above which the rate rises. */
export const LONG_TERM = { loan: { above: 60, adds: 0.5 }, mortgage: { above: 240, adds: 0.25 } };

export type Employment = 'EMPLOYED' | 'SELF_EMPLOYED' | 'UNEMPLOYED' | 'RETIRED' | 'STUDENT';

/**
 * The rules for qualifying income by type of employment. Stated income counts up to `ofDeposits` percent of
 * the average monthly deposits, because deposits arrive after tax. `months` is the number of full months in
 * the average, at least three. `unverified` is the annual income that counts before there are three full
 * months, in minor units. It is about the median pay of full-time employees in the US (Bureau of Labor
 * Statistics, usual weekly earnings, 2024). Self-employed income varies, so it is averaged over a year.
 * Pensions count like wages (Regulation B, 12 CFR 1002.6(b)(5)).
 */
export const INCOME_RULES: Record<Employment, { ofDeposits: number; months: number; unverified: number }> = {
  EMPLOYED: { ofDeposits: 140, months: 3, unverified: 60_000_00 },
  RETIRED: { ofDeposits: 140, months: 3, unverified: 60_000_00 },
  SELF_EMPLOYED: { ofDeposits: 140, months: 12, unverified: 30_000_00 },
  STUDENT: { ofDeposits: 140, months: 3, unverified: 20_000_00 },
  UNEMPLOYED: { ofDeposits: 100, months: 3, unverified: 0 },
};
export const MIN_MONTHS_OF_INCOME = 3;

/** The smallest counteroffer, in minor units. */
export const MIN_OFFER = 500_00;

/** The weight of each part of the policy, out of 100. */
export const WEIGHTS = {
  unsecured: {
    debt: 30,
    income: 5,
    score: 25,
    payments: 15,
    collateral: 0,
    amount: 10,
    utilization: 5,
    history: 5,
    term: 5,
  },
  secured: {
    debt: 25,
    income: 5,
    score: 20,
    payments: 15,
    collateral: 20,
    amount: 5,
    utilization: 0,
    history: 5,
    term: 5,
  },
} as const;

/**
 * Returns the product for a request. It is secured if the loan type allows collateral and the value is
 * stated.
 */
export function getProduct(type: LoanType, collateralValue: number | null): Product {
  const { open, secured } = PRODUCTS[type];
  return secured && collateralValue !== null && collateralValue > 0 ? secured : open;
}

/** Rounds a term up to one that the product offers: whole years for mortgages. */
export function getTerm(term: number, { step }: Product): number {
  return Math.ceil(Math.max(1, term) / step) * step;
}
