import type { DayNumber } from '@engine/calendar/calendar.ts';
import { fromMinor, toMinor } from '@engine/money/minor.ts';
import {
  type EscrowPlan,
  getMonthNumber,
  getMonthOfYear,
  planEscrow,
} from '@engine/products/debts/escrow.ts';
import { getTypicalBills } from '@engine/what-if/home-costs.ts';
import { optionalAmountField } from '@/lib/fields';
import { formatTypedAmount } from '@/lib/money';

/** The bills of a year that escrow pays, as the customer types them. */
export const billFields = { propertyTax: optionalAmountField, homeInsurance: optionalAmountField };

export const UNKNOWN_BILLS = { propertyTax: '', homeInsurance: '' };

export const NO_BILLS = 'Enter your annual property tax or home insurance.';

/**
 * Returns the typical yearly bills of a home in the United States, as the customer would type them. The value is
 * in major units.
 */
export function estimateBills(homeValue: number): typeof UNKNOWN_BILLS {
  const { propertyTax, homeInsurance } = getTypicalBills(toMinor(homeValue));
  return {
    propertyTax: formatTypedAmount(fromMinor(propertyTax)),
    homeInsurance: formatTypedAmount(fromMinor(homeInsurance)),
  };
}

/** Returns the plan of the typed bills for a year that starts on a due date; null if they aren't complete. */
export function planBills(typed: typeof UNKNOWN_BILLS, firstDue: DayNumber): EscrowPlan | null {
  const tax = optionalAmountField.safeParse(typed.propertyTax).data;
  const insurance = optionalAmountField.safeParse(typed.homeInsurance).data;
  if (tax === undefined || insurance === undefined || tax + insurance === 0) return null;
  return planEscrow(
    { tax: toMinor(tax), insurance: toMinor(insurance) },
    getMonthOfYear(getMonthNumber(firstDue)),
  );
}
