import { type DayNumber, MONTHS_A_YEAR } from '@engine/calendar/calendar.ts';
import { getPolicyOptions } from '@engine/insurance/terms.ts';
import { fromMinor, markMinor, toMinor } from '@engine/money/minor.ts';
import {
  type EscrowPlan,
  getMonthNumber,
  getMonthOfYear,
  planEscrow,
} from '@engine/products/debts/escrow.ts';
import { optionalAmountField } from '@/lib/fields';
import { formatTypedAmount } from '@/lib/money';

/** The bills of a year that escrow pays, as the customer types them. */
export const billFields = { propertyTax: optionalAmountField, homeInsurance: optionalAmountField };

export const UNKNOWN_BILLS = { propertyTax: '', homeInsurance: '' };

export const NO_BILLS = 'Enter your annual property tax or home insurance.';

/** The average property tax of owner-occupied homes, in percent of their value (Tax Foundation 2023). */
const TYPICAL_TAX_PERCENT = 0.9;

/**
 * Returns the typical yearly bills of a home in the United States, as the customer would type them. Rounds
 * the tax to $10.
 */
export function estimateBills(homeValue: number): typeof UNKNOWN_BILLS {
  const premium = getPolicyOptions('home')[0]?.premium ?? 0;
  return {
    propertyTax: formatTypedAmount(Math.round((homeValue * TYPICAL_TAX_PERCENT) / 1000) * 10),
    homeInsurance: formatTypedAmount(fromMinor(markMinor(premium * MONTHS_A_YEAR))),
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
