import { type DayNumber, getDate } from '../calendar/calendar.ts';
import { getTaxTable, type TaxTable } from '../pay/tax-tables.ts';
import {
  addCatchUp,
  type ContributionKind,
  getAgeAtYearEnd,
  getContributionKind,
  getContributionLimit,
} from '../pay/tax-treatments.ts';
import type { AccountState, HouseholdState } from './state.ts';
import { getInflation } from './yearly-adjustment.ts';

const NONE: Record<ContributionKind, number> = { retirement: 0, ira: 0, hsa: 0 };

/** Returns the tax table of a year, with the limits at the customer's age if it is known. */
export function getHouseholdTable(state: HouseholdState, year: number): TaxTable {
  const table = getTaxTable(year, getInflation({ life: state.spendingProfile, prices: state.prices }));
  return addCatchUp(table, state.birthDate === undefined ? null : getAgeAtYearEnd(year, state.birthDate));
}

/** Returns the year's contributions that don't come from paychecks, in minor units. */
export const getDirectContributions = (
  { contributions }: HouseholdState,
  year: number,
): Record<ContributionKind, number> => contributions?.[year] ?? NONE;

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
  const limit = getContributionLimit(getHouseholdTable(state, year), kind, isFamily);
  const paid = state.payToDate?.year === year ? Object.values(state.payToDate.paychecks) : [];
  const fromPay = kind === 'ira' ? 0 : paid.reduce((sum, toDate) => sum + toDate[kind], 0);
  return Math.max(0, limit - fromPay - getDirectContributions(state, year)[kind]);
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
    [year]: { ...before, [kind]: before[kind] + amount },
  };
}
