import { roundHalfAway } from '../money/amortization.ts';
import { toMinor } from '../money/minor.ts';
import { getPlannedPay } from '../pay/pay-details.ts';
import { computePaycheck } from '../pay/paycheck.ts';
import { getTaxTable } from '../pay/tax-tables.ts';
import type { ScenarioIncome } from './start-schema.ts';

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

/**
 * Returns the amount of an income that arrives, in dollars. Net pay that is computed from gross pay is rounded to
 * 10 dollars.
 */
export function getIncomeAmount({ amount, pay, every }: ScenarioIncome): number {
  if (!pay) return amount ?? 0;
  const { net } = computePaycheck(
    getPlannedPay(pay, (name) => name),
    FREQUENCIES[every],
    getTaxTable(YEAR_OF_TEXTS, INFLATION),
  );
  return roundHalfAway(net / toMinor(ROUND_TO)) * ROUND_TO;
}
