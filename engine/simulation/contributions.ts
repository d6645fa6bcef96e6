import { type DayNumber, getDate } from '../calendar/calendar.ts';
import { roundHalfAway } from '../money/amortization.ts';
import { isPayFrequency, PAY_PERIODS } from '../pay/paycheck.ts';
import { getTaxTable, type TaxTable } from '../pay/tax-tables.ts';
import {
  addCatchUp,
  getAgeAtYearEnd,
  getContributionKind,
  getContributionLimit,
  reduceForIncome,
  type YearOfContributions,
} from '../pay/tax-treatments.ts';
import type { AccountState, HouseholdState } from './state.ts';
import { getInflation } from './yearly-adjustment.ts';

const NONE: YearOfContributions = { retirement: 0, ira: 0, hsa: 0 };

/** Returns the tax table of a year, with the limits at the customer's age if it is known. */
export function getHouseholdTable(state: HouseholdState, year: number): TaxTable {
  const table = getTaxTable(year, getInflation({ life: state.spendingProfile, prices: state.prices }));
  return addCatchUp(table, state.birthDate === undefined ? null : getAgeAtYearEnd(year, state.birthDate));
}

/** Returns the year's contributions that don't come from paychecks, in minor units. */
export const getDirectContributions = (
  { contributions }: HouseholdState,
  year: number,
): YearOfContributions => contributions?.[year] ?? NONE;

/**
 * Returns the amount in minor units that can still be contributed to an account in a day's year. Returns
 * Infinity for a taxable account.
 */
export function getContributionRoom(
  state: HouseholdState,
  { taxTreatment }: AccountState,
  day: DayNumber,
): number {
  if (!taxTreatment) return Number.POSITIVE_INFINITY;
  const { year } = getDate(day);
  const kind = getContributionKind(taxTreatment);
  const isFamily = state.autoDeposits.some(({ pay }) => pay && pay.filingStatus !== 'single');
  const table = getHouseholdTable(state, year);
  const limit = getContributionLimit(table, kind, isFamily);
  const paid = state.payToDate?.year === year ? Object.values(state.payToDate.paychecks) : [];
  const fromPay = kind === 'ira' ? 0 : paid.reduce((sum, toDate) => sum + toDate[kind], 0);
  const direct = getDirectContributions(state, year);
  const room = Math.max(0, limit - fromPay - direct[kind]);
  if (taxTreatment !== 'roth_ira' || !state.incomeLimits) return room;
  return Math.max(0, Math.min(room, getRothLimit(state, table, day) - (direct.roth ?? 0)));
}

/** Returns the limit of a year's contributions to Roth IRAs at the income of the pay details, in minor units. */
function getRothLimit(state: HouseholdState, table: TaxTable, day: DayNumber): number {
  const { income, isJoint } = getIncomeEstimate(state, day);
  return reduceForIncome(table.iraLimit, income, table.rothPhaseOut[isJoint ? 'joint' : 'single']);
}

/**
 * Returns a year's income by the pay details, in minor units: gross pay minus 401(k), health insurance, and HSA.
 * The bank has the same rule.
 */
export function getIncomeEstimate(
  { autoDeposits }: HouseholdState,
  day: DayNumber,
): { income: number; isJoint: boolean } {
  let [income, isJoint] = [0, false];
  for (const { pay, recurrence } of autoDeposits) {
    const { frequency, paused, end } = recurrence;
    if (!pay || !isPayFrequency(frequency) || paused || (end !== undefined && end < day)) continue;
    income += roundHalfAway((pay.grossPerYear * (100 - pay.retirementPercent)) / 100);
    income -= (pay.health + pay.hsa) * PAY_PERIODS[frequency];
    isJoint ||= pay.filingStatus === 'joint';
  }
  return { income, isJoint };
}

/** Counts a contribution to an account. Does nothing for a taxable account. */
export function addContribution(
  state: HouseholdState,
  { taxTreatment }: AccountState,
  day: DayNumber,
  amount: number,
): void {
  if (!taxTreatment) return;
  const { year } = getDate(day);
  const kind = getContributionKind(taxTreatment);
  const before = getDirectContributions(state, year);
  state.contributions = {
    ...state.contributions,
    [year]: {
      ...before,
      [kind]: before[kind] + amount,
      ...(taxTreatment === 'roth_ira' && { roth: (before.roth ?? 0) + amount }),
    },
  };
}
