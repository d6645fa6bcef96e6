import type { DayNumber } from '@engine/calendar/calendar.ts';
import { toMinor } from '@engine/money/minor.ts';
import { type EscrowPlan, getMonthNumber, getMonthOfYear, planEscrow } from '@engine/products/escrow.ts';
import { optionalAmountField } from '@/lib/fields';

/** The bills of a year that escrow pays, as the customer types them. */
export const billFields = { propertyTax: optionalAmountField, homeInsurance: optionalAmountField };

export const UNKNOWN_BILLS = { propertyTax: '', homeInsurance: '' };

export const NO_BILLS = 'Enter your annual property tax or home insurance.';

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
