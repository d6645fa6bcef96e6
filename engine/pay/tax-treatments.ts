/** Defines the tax treatments of investment accounts, with their contribution limits and early withdrawals. */

import { addMonths, type DayNumber, getDate, MONTHS_A_YEAR } from '../calendar/calendar.ts';
import type { PhaseOut, TaxTable } from './tax-tables.ts';

export const TAX_TREATMENTS = ['401k', 'traditional_ira', 'roth_ira', 'hsa'] as const;
export type TaxTreatment = (typeof TAX_TREATMENTS)[number];

export const TAX_TREATMENT_NAMES: Record<TaxTreatment, string> = {
  '401k': '401(k)',
  traditional_ira: 'Traditional IRA',
  roth_ira: 'Roth IRA',
  hsa: 'Health savings account (HSA)',
};

/** The limits that contributions count against. Both kinds of IRA share one. */
export const CONTRIBUTION_KINDS = ['retirement', 'ira', 'hsa'] as const;
export type ContributionKind = (typeof CONTRIBUTION_KINDS)[number];

/** A year's contributions by limit, in minor units. `roth` is the part of the IRAs that went to Roth IRAs. */
export type YearOfContributions = Record<ContributionKind, number> & { roth?: number };

/** Returns the limit that counts contributions with a tax treatment. The bank has the same rule. */
export function getContributionKind(treatment: TaxTreatment): ContributionKind {
  if (treatment === '401k') return 'retirement';
  return treatment === 'hsa' ? 'hsa' : 'ira';
}

/** Returns true if money moves between two accounts without taxes or limits. The bank has the same rule. */
export function isRollover(
  from: TaxTreatment | null | undefined,
  to: TaxTreatment | null | undefined,
): boolean {
  if (!from || !to) return false;
  return getGroup(from) === getGroup(to);
}

/**
 * Returns true if money moves from a 401(k) or traditional IRA to a Roth IRA. It is income, but neither a
 * contribution nor an early withdrawal. The bank has the same rule.
 */
export const isConversion = (
  from: TaxTreatment | null | undefined,
  to: TaxTreatment | null | undefined,
): boolean => to === 'roth_ira' && (from === '401k' || from === 'traditional_ira');

/** Returns true if money that moves between two accounts counts against the limit of a year. */
export const isContribution = (
  from: TaxTreatment | null | undefined,
  to: TaxTreatment | null | undefined,
): boolean => Boolean(to) && !isRollover(from, to) && !isConversion(from, to);

const getGroup = (treatment: TaxTreatment) =>
  treatment === '401k' || treatment === 'traditional_ira' ? 'traditional' : treatment;

/** Adds the catch-up amounts for the age at the end of the year to a tax table. Null leaves the table unchanged. */
export function addCatchUp(table: TaxTable, age: number | null): TaxTable {
  if (age === null) return table;
  const { catchUp, hsaLimit } = table;
  const isOver60 = age >= 60 && age <= 63;
  const hsa = age >= 55 ? catchUp.hsaFrom55 : 0;
  return {
    ...table,
    retirementLimit:
      table.retirementLimit +
      (isOver60 ? catchUp.retirementFrom60 : age >= 50 ? catchUp.retirementFrom50 : 0),
    iraLimit: table.iraLimit + (age >= 50 ? catchUp.iraFrom50 : 0),
    hsaLimit: { self: hsaLimit.self + hsa, family: hsaLimit.family + hsa },
  };
}

/** Returns a limit of a year. `isFamily` selects the family limit of an HSA. */
export function getContributionLimit(table: TaxTable, kind: ContributionKind, isFamily: boolean): number {
  if (kind === 'hsa') return table.hsaLimit[isFamily ? 'family' : 'self'];
  return kind === 'ira' ? table.iraLimit : table.retirementLimit;
}

/** A reduced IRA amount is at least 200 dollars until it is zero. In minor units. */
const MIN_REDUCED_AMOUNT = 20_000;
/** Reduced IRA amounts are rounded up to 10 dollars. In minor units. */
const ROUNDING_STEP = 1_000;

/**
 * Reduces a yearly IRA amount in proportion to income within a phase-out range, rounded up to 10 dollars and at
 * least 200 dollars (26 U.S.C. 219(g)(2), 408A(c)(3)). Amounts are in minor units. The bank has the same rule.
 */
export function reduceForIncome(amount: number, income: number, { starts, width }: PhaseOut): number {
  if (income <= starts) return amount;
  if (income >= starts + width) return 0;
  const reduced = Math.ceil((amount * (starts + width - income)) / (width * ROUNDING_STEP)) * ROUNDING_STEP;
  return Math.min(amount, Math.max(MIN_REDUCED_AMOUNT, reduced));
}

/** Returns the customer's age at the end of a year. */
export const getAgeAtYearEnd = (year: number, born: DayNumber): number => year - getDate(born).year;

/** The age in months before which withdrawals are early: 59 and a half years (26 U.S.C. 72(t)). */
const EARLY_WITHDRAWAL_MONTHS = 59 * MONTHS_A_YEAR + 6;

/** The additional tax on an early withdrawal, in percent. */
export const EARLY_WITHDRAWAL_PERCENT = 10;

/** Returns the first day on which withdrawals are no longer early. */
export const getEarlyWithdrawalEnd = (born: DayNumber): DayNumber => addMonths(born, EARLY_WITHDRAWAL_MONTHS);
