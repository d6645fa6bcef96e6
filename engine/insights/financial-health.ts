import { MONTHS_A_YEAR } from '../calendar/calendar.ts';
import type { PolicyKind } from '../insurance/terms.ts';
import { interpolate } from '../money/interpolate.ts';

/**
 * The financial health score follows the FinHealth Score of the Financial Health Network
 * (finhealthnetwork.org/tools/financial-health-score, "FinHealth Score Toolkit"): eight indicators, two for
 * each of spend, save, borrow, and plan. Each gives 0 to 100 points, and the score is their average. The levels
 * of each indicator, their points, and the bands are the framework's. The framework asks eight survey
 * questions. Here, the bank's own records answer them, and the thresholds below decide the level.
 */

export const HEALTH_PARTS = ['spend', 'save', 'borrow', 'plan'] as const;
export type HealthPart = (typeof HEALTH_PARTS)[number];

/** The indicators in the framework's order, with their parts. */
const INDICATOR_PARTS = {
  spending: 'spend',
  bills: 'spend',
  liquid_savings: 'save',
  long_term_savings: 'save',
  debt: 'borrow',
  credit: 'borrow',
  insurance: 'plan',
  planning: 'plan',
} as const satisfies Record<string, HealthPart>;

export type IndicatorName = keyof typeof INDICATOR_PARTS;

const INDICATORS = Object.keys(INDICATOR_PARTS) as IndicatorName[];

/** The habits that count as planning ahead. */
export const PLANNING_HABITS = ['budget', 'goal', 'automatic_saving', 'automatic_payments'] as const;
export type PlanningHabit = (typeof PLANNING_HABITS)[number];

/** The facts behind the score. Amounts are in minor units of one currency. */
export type HealthFacts = {
  currency: string;
  hasAccount: boolean;
  /** The full calendar months that the income and the spending cover, at most 12. */
  months: number;
  income: number;
  spending: number;
  /** The bills and debt payments due in the last 12 months. */
  bills: { due: number; onTime: number };
  /** Checking and savings, without holds. Negative if overdrawn. */
  liquid: number;
  /** Investments, retirement accounts, and certificates of deposit. */
  longTerm: number;
  /** The age in full years; null if the date of birth is unknown. */
  age: number | null;
  /** The monthly debt payments, and the monthly income as the credit policy counts it; null if unknown. */
  debt: { isOwed: boolean; payments: number; income: number | null };
  /** Null without cards, loans, and mortgages. */
  creditScore: number | null;
  /** `prepaid`: the missing policies whose premium a paycheck or an escrow account already pays. */
  insurance: {
    usual: readonly PolicyKind[];
    missing: readonly PolicyKind[];
    prepaid?: readonly PolicyKind[];
  };
  habits: Readonly<Record<PlanningHabit, boolean>>;
};

/** A level of an indicator. `from` is its threshold in the unit of the indicator's value. */
export type HealthLevel = { points: number; from: number; text: string };

export type Indicator = {
  name: IndicatorName;
  part: HealthPart;
  /** Null if the bank can't measure the indicator yet. It doesn't count then. */
  points: number | null;
  /**
   * The measured figure. spending: spending in percent of income. bills: percent paid on time. liquid_savings:
   * months of spending. long_term_savings: percent of the target. debt: payments in percent of income. credit:
   * the credit score. insurance: percent of the usual policies. planning: the number of habits.
   */
  value: number | null;
  level: HealthLevel | null;
  /** The next higher level; null at the highest one. */
  next: HealthLevel | null;
};

export type HealthBand = (typeof HEALTH_BANDS)[number];

/** The bands of the framework. */
export const HEALTH_BANDS = [
  { from: 0, name: 'Financially vulnerable' },
  { from: 40, name: 'Financially coping' },
  { from: 80, name: 'Financially healthy' },
] as const;

/** A fact without which there is no score: an account, or a full calendar month with income or spending. */
export type MissingFact = 'account' | 'month';

export type FinancialHealth = {
  /** 0 to 100; null if something is missing. */
  score: number | null;
  band: HealthBand | null;
  missing: MissingFact | null;
  indicators: readonly Indicator[];
  /** The average of each part's indicators; null if none is measured. */
  parts: Readonly<Record<HealthPart, number | null>>;
  /** The indicator whose next level adds the most points; null if there is nothing to improve. */
  best: Indicator | null;
};

/**
 * The levels from the highest to the lowest. Points: FinHealth Score Toolkit, "Scoring Logic". Thresholds:
 *
 * - spending: percent of income that is left: 20% is the savings part of the 50/30/20 rule, 5% either way
 *   counts as about equal.
 * - bills: percent of due dates paid on time.
 * - liquid_savings: the framework's months and weeks; a week is a quarter of a month.
 * - long_term_savings: percent of the target in `getSavingsTarget`.
 * - debt: percent of income that is left after debt payments. 36% and 43% are the usual underwriting limits
 *   (CFPB, "What is a debt-to-income ratio?"). The highest level is for households without debt.
 * - credit: FICO's bands, as in `BANDS`.
 * - insurance: percent of the usual policies in force.
 * - planning: the number of habits in `PLANNING_HABITS`.
 */
export const HEALTH_LEVELS: Record<IndicatorName, readonly HealthLevel[]> = {
  spending: [
    { points: 100, from: 20, text: 'Much less than income' },
    { points: 75, from: 5, text: 'A little less than income' },
    { points: 50, from: -5, text: 'About equal to income' },
    { points: 25, from: -20, text: 'A little more than income' },
    { points: 0, from: Number.NEGATIVE_INFINITY, text: 'Much more than income' },
  ],
  bills: [
    { points: 100, from: 100, text: 'All on time' },
    { points: 60, from: 90, text: 'Nearly all on time' },
    { points: 40, from: 75, text: 'Most on time' },
    { points: 20, from: 50, text: 'Some on time' },
    { points: 0, from: 0, text: 'Few on time' },
  ],
  liquid_savings: [
    { points: 100, from: 6, text: '6 months or more' },
    { points: 75, from: 3, text: '3 to 6 months' },
    { points: 50, from: 1, text: '1 to 3 months' },
    { points: 25, from: 0.25, text: '1 to 4 weeks' },
    { points: 0, from: Number.NEGATIVE_INFINITY, text: 'Less than 1 week' },
  ],
  long_term_savings: [
    { points: 100, from: 100, text: 'On target' },
    { points: 75, from: 75, text: 'Close to the target' },
    { points: 50, from: 50, text: 'Halfway to the target' },
    { points: 25, from: 25, text: 'A quarter of the target' },
    { points: 0, from: Number.NEGATIVE_INFINITY, text: 'Far from the target' },
  ],
  debt: [
    { points: 100, from: Number.POSITIVE_INFINITY, text: 'No debt' },
    { points: 85, from: 64, text: 'Manageable' },
    { points: 40, from: 57, text: 'A bit more than manageable' },
    { points: 0, from: Number.NEGATIVE_INFINITY, text: 'Far more than manageable' },
  ],
  credit: [
    { points: 100, from: 800, text: 'Exceptional' },
    { points: 80, from: 740, text: 'Very good' },
    { points: 60, from: 670, text: 'Good' },
    { points: 40, from: 580, text: 'Fair' },
    { points: 0, from: 300, text: 'Poor' },
  ],
  insurance: [
    { points: 100, from: 100, text: 'All usual policies' },
    { points: 50, from: 50, text: 'Most usual policies' },
    { points: 25, from: 1, text: 'One usual policy' },
    { points: 0, from: 0, text: 'No insurance' },
  ],
  planning: [
    { points: 100, from: 4, text: 'All four habits' },
    { points: 65, from: 3, text: 'Three of four habits' },
    { points: 35, from: 2, text: 'Two of four habits' },
    { points: 15, from: 1, text: 'One of four habits' },
    { points: 0, from: 0, text: 'No planning habits' },
  ],
};

const PERCENT = 100;

/**
 * The long-term savings in percent of a year's income by age: Fidelity's milestones (fidelity.com, "How much do
 * I need to retire?"), from nothing at 22.
 */
const SAVINGS_MILESTONES = [
  [22, 0],
  [30, 100],
  [40, 300],
  [50, 600],
  [60, 800],
  [67, 1000],
] as const;
/** The target in percent without a date of birth: one year's income, as at age 30. */
const TARGET_WITHOUT_AGE = 100;
/** The lowest target in percent: a quarter of a year's income. */
const LOWEST_TARGET = 25;

/** Returns the target of long-term savings in percent of a year's income, between milestones on a straight line. */
export function getSavingsTarget(age: number | null): number {
  if (age === null) return TARGET_WITHOUT_AGE;
  return Math.max(LOWEST_TARGET, Math.round(interpolate(SAVINGS_MILESTONES, age)));
}

/** Returns the average spending of a month in minor units, rounded. */
export const getMonthlySpending = ({ spending, months }: HealthFacts): number =>
  months === 0 ? 0 : Math.round(spending / months);

/** Returns the target of long-term savings in minor units. */
export function getSavingsGoal({ income, months, age }: HealthFacts): number {
  if (months === 0) return 0;
  const yearly = (income * MONTHS_A_YEAR) / months;
  return Math.round((yearly * getSavingsTarget(age)) / PERCENT);
}

/** The functions that compute each indicator's value in the unit of its thresholds; null if it can't be measured. */
const VALUES: Record<IndicatorName, (facts: HealthFacts) => number | null> = {
  spending: ({ income, spending }) =>
    income > 0 ? PERCENT - (spending * PERCENT) / income : spending > 0 ? Number.NEGATIVE_INFINITY : null,
  bills: ({ bills: { due, onTime } }) => (due > 0 ? (onTime * PERCENT) / due : null),
  liquid_savings: (facts) => {
    const monthly = getMonthlySpending(facts);
    return monthly > 0 ? facts.liquid / monthly : null;
  },
  long_term_savings: (facts) => {
    const goal = getSavingsGoal(facts);
    return goal > 0 ? (facts.longTerm * PERCENT) / goal : null;
  },
  debt: ({ debt: { isOwed, payments, income } }) => {
    if (!isOwed) return Number.POSITIVE_INFINITY;
    if (income === null) return null;
    return income > 0 ? PERCENT - (payments * PERCENT) / income : Number.NEGATIVE_INFINITY;
  },
  credit: ({ creditScore }) => creditScore,
  insurance: ({ insurance: { usual, missing } }) =>
    usual.length > 0 ? ((usual.length - missing.length) * PERCENT) / usual.length : null,
  planning: ({ habits }) => PLANNING_HABITS.filter((habit) => habits[habit]).length,
};

/** The values that are measured as what is left of the income, and shown as what is used. */
const SHOWN_AS_USED: ReadonlySet<IndicatorName> = new Set(['spending', 'debt']);

function measure(name: IndicatorName, facts: HealthFacts): Indicator {
  const value = VALUES[name](facts);
  const levels = HEALTH_LEVELS[name];
  const index = value === null ? -1 : levels.findIndex(({ from }) => value >= from);
  const shown = value !== null && SHOWN_AS_USED.has(name) ? PERCENT - value : value;
  return {
    name,
    part: INDICATOR_PARTS[name],
    points: levels[index]?.points ?? null,
    value: shown !== null && Number.isFinite(shown) ? shown : null,
    level: levels[index] ?? null,
    next: levels[index - 1] ?? null,
  };
}

const average = (points: readonly number[]): number | null =>
  points.length === 0 ? null : Math.round(points.reduce((sum, value) => sum + value, 0) / points.length);

const getPoints = (indicators: readonly Indicator[]): number[] =>
  indicators.flatMap(({ points }) => (points === null ? [] : [points]));

/**
 * Returns the points that the next level adds. Manageable debt has no next step, because a home or an
 * education can be worth a loan.
 */
function getGain({ name, points, next }: Indicator): number {
  if (points === null || next === null) return 0;
  return name === 'debt' && !Number.isFinite(next.from) ? 0 : next.points - points;
}

/** Returns true if the indicator has a step to a higher level. */
export const hasStep = (indicator: Indicator): boolean => getGain(indicator) > 0;

export function getHealthBand(score: number): HealthBand {
  return HEALTH_BANDS.findLast(({ from }) => score >= from) ?? HEALTH_BANDS[0];
}

/** Computes the financial health score, its parts, and the next best step. */
export function computeFinancialHealth(facts: HealthFacts): FinancialHealth {
  const indicators = INDICATORS.map((name) => measure(name, facts));
  const hasMonth = facts.months > 0 && (facts.income > 0 || facts.spending > 0);
  const missing = facts.hasAccount ? (hasMonth ? null : 'month') : 'account';
  const score = missing === null ? average(getPoints(indicators)) : null;
  const getPart = (part: HealthPart) =>
    average(getPoints(indicators.filter((indicator) => indicator.part === part)));
  const steps = indicators.filter(hasStep).toSorted((left, right) => getGain(right) - getGain(left));
  return {
    score,
    band: score === null ? null : getHealthBand(score),
    missing,
    indicators,
    parts: {
      spend: getPart('spend'),
      save: getPart('save'),
      borrow: getPart('borrow'),
      plan: getPart('plan'),
    },
    best: missing === null ? (steps[0] ?? null) : null,
  };
}
