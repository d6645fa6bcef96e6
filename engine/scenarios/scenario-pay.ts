import { roundHalfAway } from '../money/amortization.ts';
import { toMinor } from '../money/minor.ts';
import type { PayTerms } from '../pay/pay-details.ts';
import { computePaycheck } from '../pay/paycheck.ts';
import { getTaxTable } from '../pay/tax-tables.ts';
import type { ScenarioIncome, ScenarioPay } from './start-schema.ts';

/** The frequencies of the rules in a scenario. */
export const FREQUENCIES = {
  week: 'WEEKLY',
  'two weeks': 'BIWEEKLY',
  month: 'MONTHLY',
  quarter: 'QUARTERLY',
  year: 'ANNUALLY',
} as const;

/** The year of the tax tables for texts and the catalog. A run uses the tables of its own years. */
const YEAR_OF_TEXTS = 2026;
const INFLATION = 0;
/** Net pay in texts is a multiple of this amount in dollars, because it differs a little from year to year. */
const ROUND_TO = 10;

/** Converts the terms of a paycheck to the engine's format. */
export function getPayTerms(pay: ScenarioPay, getId: (name: string) => string): PayTerms {
  const { grossPerYear, health, hsa, children, retirementTo, hsaTo, ...terms } = pay;
  return {
    ...terms,
    grossPerYear: toMinor(grossPerYear),
    health: toMinor(health),
    hsa: toMinor(hsa),
    ...(children && { children }),
    ...(retirementTo && { retirementAccountId: getId(retirementTo) }),
    ...(hsaTo && { hsaAccountId: getId(hsaTo) }),
  };
}

/**
 * Returns the amount of an income that arrives, in dollars. Net pay that is computed from gross pay is rounded to
 * 10 dollars.
 */
export function getIncomeAmount({ amount, pay, every }: ScenarioIncome): number {
  if (!pay) return amount ?? 0;
  const { net } = computePaycheck(
    getPayTerms(pay, (name) => name),
    FREQUENCIES[every],
    getTaxTable(YEAR_OF_TEXTS, INFLATION),
  );
  return roundHalfAway(net / toMinor(ROUND_TO)) * ROUND_TO;
}
