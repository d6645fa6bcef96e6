import { roundHalfAway } from '../money/amortization.ts';

/** The types of bills and pay, which differ in when and by how much they usually go up. */
export const INCREASE_TYPES = [
  'rent',
  'school',
  'insurance',
  'subscription',
  'phone',
  'utilities',
  'pay',
] as const;
export type IncreaseType = (typeof INCREASE_TYPES)[number];
/** A bill whose increase is announced. Utilities vary with each bill, and pay rises with a paycheck. */
export type AnnouncedType = Exclude<IncreaseType, 'utilities' | 'pay'>;

export const isAnnounced = (type: IncreaseType): type is AnnouncedType =>
  type !== 'utilities' && type !== 'pay';

export type IncreaseTerms = {
  /** The number of months from one increase to the next, counted from the rule's first day. */
  every: 12 | 18 | 'january';
  /** Percentage points above inflation. Null if the increase is a step in the price. */
  points: number | null;
  /** The new amount is a multiple of this number of minor units. */
  roundTo: number;
  /** The number of days from the notice to the first payment of the new amount. */
  noticeDays: number;
};

export const INCREASE_TERMS: Record<AnnouncedType, IncreaseTerms> = {
  rent: { every: 12, points: 0.5, roundTo: 100, noticeDays: 60 },
  school: { every: 12, points: 0.5, roundTo: 100, noticeDays: 60 },
  insurance: { every: 12, points: 3, roundTo: 1, noticeDays: 30 },
  subscription: { every: 18, points: null, roundTo: 1, noticeDays: 30 },
  phone: { every: 'january', points: 0, roundTo: 50, noticeDays: 30 },
};

/** The raise of pay above inflation, in percentage points. A year's pay is a multiple of 10 units. */
export const RAISE_POINTS = 0.5;
const RAISE_ROUND_TO = 1_000;

/** The steps in the price of a subscription, in minor units. A price of 50.00 or more has no step. */
const PRICE_STEPS = [
  { below: 2_000, step: 100 },
  { below: 5_000, step: 200 },
];

/**
 * A month's utility bill in percent of the average bill of a year, January first. Heating raises the winter
 * bills, and cooling the summer bills. The average is 100.
 */
export const UTILITY_SEASONS = [118, 112, 100, 88, 86, 98, 110, 110, 96, 86, 92, 104] as const;
/** The maximum difference of a utility bill from its season, in thousandths. */
export const UTILITY_SPREAD = 80;

const MILLION = 1_000_000;
/** The maximum amount of a rule, in minor units. */
const MAX_AMOUNT = 99_999_999_999;

/**
 * Returns a bill's amount after its increase, in minor units. It is never below the amount before.
 * `inflation` is in percent per year.
 */
export function getIncreasedAmount(type: AnnouncedType, amount: number, inflation: number): number {
  const { points, roundTo } = INCREASE_TERMS[type];
  if (points === null) return amount + (PRICE_STEPS.find(({ below }) => amount < below)?.step ?? 0);
  return raiseAmount(amount, inflation + points, roundTo);
}

/** Returns a year's pay after a raise, in minor units. It is never below the pay before. */
export const getRaisedPay = (perYear: number, inflation: number): number =>
  raiseAmount(perYear, inflation + RAISE_POINTS, RAISE_ROUND_TO);

/**
 * Raises an amount by a percentage, and rounds it half away from zero to a multiple of `roundTo`. The rate is
 * in whole millionths, so that the result is exact.
 */
function raiseAmount(amount: number, percent: number, roundTo: number): number {
  const rate = Math.round(percent * 10_000);
  const grown = roundHalfAway((amount * (MILLION + rate)) / (MILLION * roundTo)) * roundTo;
  return Math.min(MAX_AMOUNT, Math.max(amount, grown));
}

/**
 * The facts on which a utility bill depends. `prices` is the rise in prices as a factor, and `drawn` is in
 * thousandths.
 */
export type UtilityMonth = { usual: number; prices: number; month: number; drawn: number };

/** Returns a month's utility bill, in minor units. `month` is 1 to 12. */
export function getUtilityBill({ usual, prices, month, drawn }: UtilityMonth): number {
  const season = UTILITY_SEASONS[month - 1] ?? 100;
  const amount = roundHalfAway((usual * prices * season * (1_000 + drawn)) / 100_000);
  return Math.min(MAX_AMOUNT, Math.max(1, amount));
}
