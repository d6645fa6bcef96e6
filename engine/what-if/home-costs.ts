import { addMonths, type DayNumber, MONTHS_A_YEAR } from '../calendar/calendar.ts';
import { getMortgageFees } from '../credit/decision.ts';
import { getPolicyOptions } from '../insurance/terms.ts';
import { type Minor, markMinor } from '../money/minor.ts';
import { getMonthNumber, getMonthOfYear, planEscrow } from '../products/debts/escrow.ts';
import { PMI_RATE, requiresInsurance } from '../products/debts/mortgage-insurance.ts';

/** The average property tax of owner-occupied homes, in percent of their value (Tax Foundation 2023). */
const TYPICAL_TAX_PERCENT = 0.9;
const ROUND_TAX = 10_00;

/** Returns the typical yearly bills of a home in the United States, in minor units. Rounds the tax to $10. */
export function getTypicalBills(homeValue: number): { propertyTax: Minor; homeInsurance: Minor } {
  const premium = getPolicyOptions('home')[0]?.premium ?? 0;
  return {
    propertyTax: markMinor(Math.round((homeValue * TYPICAL_TAX_PERCENT) / 100 / ROUND_TAX) * ROUND_TAX),
    homeInsurance: markMinor(premium * MONTHS_A_YEAR),
  };
}

/** Returns the usual costs of a home besides its price, in minor units. The rate is in percent per year. */
export function getUsualCosts(price: number, downPayment: number) {
  return {
    ...getTypicalBills(price),
    closingCosts: getMortgageFees(Math.max(0, price - downPayment)),
    ...(requiresInsurance(price, downPayment) && { pmiRate: PMI_RATE }),
  };
}

type HomeCosts = { downPayment: number; closingCosts?: number; propertyTax?: number; homeInsurance?: number };

/** Returns what the account pays on the day of the purchase, with the initial deposit into escrow. */
export function getCashToClose(costs: HomeCosts, today: DayNumber): Minor {
  const { downPayment, closingCosts = 0, propertyTax: tax = 0, homeInsurance: insurance = 0 } = costs;
  const firstMonth = getMonthOfYear(getMonthNumber(addMonths(today, 1)));
  const deposit = tax + insurance > 0 ? planEscrow({ tax, insurance }, firstMonth).target : 0;
  return markMinor(downPayment + closingCosts + deposit);
}
