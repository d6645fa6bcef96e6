import type { z } from 'zod';
import type { payDetails } from '../household/schema/rules.ts';
import { fromMinor, markMinor, toMinor } from '../money/minor.ts';
import type { PayDetails } from './paycheck.ts';

/** Pay details as the bank stores them, with amounts in major units. */
export type PayDetailsRow = z.infer<typeof payDetails>;

/** Pay details, and the customer's accounts that receive the contributions. */
export type PayTerms = PayDetails & {
  /** Missing if the contributions go to an account outside the bank. */
  retirementAccountId?: string;
  hsaAccountId?: string;
};

/** Converts the pay details of a rule from the bank's format. */
export function readPayTerms(row: PayDetailsRow): PayTerms {
  return {
    grossPerYear: toMinor(row.gross_per_year),
    filingStatus: row.filing_status,
    retirementPercent: row.retirement_percent,
    matchPercent: row.match_percent,
    matchUpTo: row.match_up_to,
    health: toMinor(row.health),
    hsa: toMinor(row.hsa),
    statePercent: row.state_percent,
    ...(row.children && { children: row.children }),
    ...(row.retirement_account_id && { retirementAccountId: row.retirement_account_id }),
    ...(row.hsa_account_id && { hsaAccountId: row.hsa_account_id }),
  };
}

/** Converts pay details to the bank's format. */
export function writePayTerms(terms: PayTerms): PayDetailsRow {
  const { grossPerYear, health, hsa } = terms;
  return {
    gross_per_year: fromMinor(markMinor(grossPerYear)),
    filing_status: terms.filingStatus,
    retirement_percent: terms.retirementPercent,
    match_percent: terms.matchPercent,
    match_up_to: terms.matchUpTo,
    health: fromMinor(markMinor(health)),
    hsa: fromMinor(markMinor(hsa)),
    state_percent: terms.statePercent,
    ...(terms.children && { children: terms.children }),
    retirement_account_id: terms.retirementAccountId ?? null,
    hsa_account_id: terms.hsaAccountId ?? null,
  };
}
