/** Federal tax amounts by year. Amounts are in minor units and rates in percent. */

import { toMinor } from '../money/minor.ts';

export const FILING_STATUSES = ['single', 'joint', 'head_of_household'] as const;
export type FilingStatus = (typeof FILING_STATUSES)[number];

/** The part of taxable income above an amount, and its rate in percent. */
export type Bracket = { above: number; percent: number };

/** The income in minor units from which an IRA amount is reduced, and the range over which it falls to zero. */
export type PhaseOut = { starts: number; width: number };

export type TaxTable = {
  year: number;
  /** True if amounts of this year are not published yet and were estimated from earlier years. */
  isEstimated: boolean;
  standardDeduction: Record<FilingStatus, number>;
  /** The amount by which the standard deduction is higher from age 65 on. */
  seniorDeduction: Record<FilingStatus, number>;
  brackets: Record<FilingStatus, readonly Bracket[]>;
  /** The brackets of long-term capital gains, by taxable income. */
  gainBrackets: Record<FilingStatus, readonly Bracket[]>;
  /** The highest wages of a year that are subject to Social Security tax. */
  wageBase: number;
  /** The highest employee contributions to 401(k) plans in a year. */
  retirementLimit: number;
  /** The highest contributions to traditional and Roth IRAs together in a year. */
  iraLimit: number;
  /** The income range within which the limit of Roth IRAs falls to zero. */
  rothPhaseOut: Record<FilingStatus, PhaseOut>;
  /** The amounts by which the limits are higher from an age on. */
  catchUp: { retirementFrom50: number; retirementFrom60: number; iraFrom50: number; hsaFrom55: number };
  /** The highest contributions to a health savings account in a year, for one person and for a family. */
  hsaLimit: { self: number; family: number };
  /** The child tax credit for each child, and the part of it that can be refunded. */
  childCredit: number;
  refundableChildCredit: number;
};

const RATES = [10, 12, 22, 24, 32, 35, 37] as const;

const getBrackets = (...tops: readonly number[]): Bracket[] =>
  RATES.map((percent, index) => ({ above: toMinor(index === 0 ? 0 : (tops[index - 1] ?? 0)), percent }));

const GAIN_RATES = [0, 15, 20] as const;

const getGainBrackets = (...tops: readonly number[]): Bracket[] =>
  GAIN_RATES.map((percent, index) => ({ above: toMinor(index === 0 ? 0 : (tops[index - 1] ?? 0)), percent }));

/**
 * The amounts of 2026: Rev. Proc. 2025-32 (standard deduction with its addition from age 65, brackets, long-term
 * gains, child tax credit), the Social Security Administration (wage base), Notice 2025-67 (401(k) and IRA), and
 * Rev. Proc. 2025-19 (HSA).
 */
const TABLE_2026: TaxTable = {
  year: 2026,
  isEstimated: false,
  standardDeduction: {
    single: toMinor(16_100),
    joint: toMinor(32_200),
    head_of_household: toMinor(24_150),
  },
  seniorDeduction: {
    single: toMinor(2_050),
    joint: toMinor(1_650),
    head_of_household: toMinor(2_050),
  },
  brackets: {
    single: getBrackets(12_400, 50_400, 105_700, 201_775, 256_225, 640_600),
    joint: getBrackets(24_800, 100_800, 211_400, 403_550, 512_450, 768_700),
    head_of_household: getBrackets(17_700, 67_450, 105_700, 201_750, 256_200, 640_600),
  },
  gainBrackets: {
    single: getGainBrackets(49_450, 545_500),
    joint: getGainBrackets(98_900, 613_700),
    head_of_household: getGainBrackets(66_200, 579_600),
  },
  wageBase: toMinor(184_500),
  retirementLimit: toMinor(24_500),
  iraLimit: toMinor(7_500),
  rothPhaseOut: {
    single: { starts: toMinor(153_000), width: toMinor(15_000) },
    joint: { starts: toMinor(242_000), width: toMinor(10_000) },
    head_of_household: { starts: toMinor(153_000), width: toMinor(15_000) },
  },
  catchUp: {
    retirementFrom50: toMinor(8_000),
    retirementFrom60: toMinor(11_250),
    iraFrom50: toMinor(1_100),
    hsaFrom55: toMinor(1_000),
  },
  hsaLimit: { self: toMinor(4_400), family: toMinor(8_750) },
  childCredit: toMinor(2_200),
  refundableChildCredit: toMinor(1_700),
};

/** Wage bases published after the 2026 table, by year. */
const WAGE_BASES: readonly { year: number; wageBase: number }[] = [
  { year: 2026, wageBase: TABLE_2026.wageBase },
  { year: 2027, wageBase: toMinor(192_300) },
];

/** Estimated amounts are rounded down to 50 dollars. */
const STEP = toMinor(50);

/**
 * Returns the tax amounts of a year. Amounts after the last published year rise with inflation, in percent
 * per year, and are rounded down to 50 dollars. Years before 2026 use the amounts of 2026.
 */
export function getTaxTable(year: number, inflation: number): TaxTable {
  const base = TABLE_2026;
  if (year <= base.year) return { ...base, year, isEstimated: year < base.year };
  const raise = (amount: number, from = base.year) => raiseAmount(amount, year - from, inflation);
  const lastBase = WAGE_BASES.findLast((published) => published.year <= year);
  const getRaised = (brackets: readonly Bracket[]) =>
    brackets.map(({ above, percent }) => ({ above: raise(above), percent }));
  // The law fixes the width of the range.
  const getRaisedPhaseOut = ({ starts, width }: PhaseOut) => ({ starts: raise(starts), width });
  return {
    year,
    isEstimated: true,
    standardDeduction: {
      single: raise(base.standardDeduction.single),
      joint: raise(base.standardDeduction.joint),
      head_of_household: raise(base.standardDeduction.head_of_household),
    },
    seniorDeduction: {
      single: raise(base.seniorDeduction.single),
      joint: raise(base.seniorDeduction.joint),
      head_of_household: raise(base.seniorDeduction.head_of_household),
    },
    brackets: {
      single: getRaised(base.brackets.single),
      joint: getRaised(base.brackets.joint),
      head_of_household: getRaised(base.brackets.head_of_household),
    },
    gainBrackets: {
      single: getRaised(base.gainBrackets.single),
      joint: getRaised(base.gainBrackets.joint),
      head_of_household: getRaised(base.gainBrackets.head_of_household),
    },
    wageBase: lastBase ? raise(lastBase.wageBase, lastBase.year) : raise(base.wageBase),
    retirementLimit: raise(base.retirementLimit),
    iraLimit: raise(base.iraLimit),
    rothPhaseOut: {
      single: getRaisedPhaseOut(base.rothPhaseOut.single),
      joint: getRaisedPhaseOut(base.rothPhaseOut.joint),
      head_of_household: getRaisedPhaseOut(base.rothPhaseOut.head_of_household),
    },
    catchUp: {
      retirementFrom50: raise(base.catchUp.retirementFrom50),
      retirementFrom60: raise(base.catchUp.retirementFrom60),
      iraFrom50: raise(base.catchUp.iraFrom50),
      // The law fixes this amount (26 U.S.C. 223(b)(3)).
      hsaFrom55: base.catchUp.hsaFrom55,
    },
    hsaLimit: { self: raise(base.hsaLimit.self), family: raise(base.hsaLimit.family) },
    childCredit: raise(base.childCredit),
    refundableChildCredit: raise(base.refundableChildCredit),
  };
}

function raiseAmount(amount: number, years: number, inflation: number): number {
  if (years === 0) return amount;
  let raised = amount;
  for (let passed = 0; passed < years; passed += 1) raised *= 1 + inflation / 100;
  // Without the tiny factor, a product just below a multiple of 50 dollars would lose a whole step.
  return Math.floor((raised * (1 + Number.EPSILON)) / STEP) * STEP;
}

/**
 * Returns the income tax on a taxable income in hundredths of a minor unit, which is exact. The caller rounds
 * once.
 */
export function computeIncomeTaxHundredths(taxable: number, brackets: readonly Bracket[]): number {
  let tax = 0;
  brackets.forEach(({ above, percent }, index) => {
    const top = brackets[index + 1]?.above ?? Number.POSITIVE_INFINITY;
    const part = Math.min(taxable, top) - above;
    if (part > 0) tax += part * percent;
  });
  return tax;
}
