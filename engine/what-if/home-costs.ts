import { addMonths, type DayNumber, getDate, MONTHS_A_YEAR } from '../calendar/calendar.ts';
import { getMortgageFees } from '../credit/decision.ts';
import { getPolicyOptions } from '../insurance/terms.ts';
import { type Minor, markMinor, ZERO } from '../money/minor.ts';
import { planEscrow } from '../products/debts/escrow.ts';
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
  const { downPayment, closingCosts = 0 } = costs;
  return markMinor(downPayment + closingCosts + getEscrowDeposit(costs, today));
}

/** Returns the initial deposit into the escrow of a home that is bought today; zero without bills. */
export function getEscrowDeposit(
  { propertyTax: tax = 0, homeInsurance: insurance = 0 }: Pick<HomeCosts, 'propertyTax' | 'homeInsurance'>,
  today: DayNumber,
): Minor {
  const firstMonth = getDate(addMonths(today, 1)).month;
  return tax + insurance > 0 ? planEscrow({ tax, insurance }, firstMonth).target : ZERO;
}
