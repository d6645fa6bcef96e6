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

/** Pay details in a persona or scenario, with amounts in major units and accounts by name. */
export type PlannedPay = Omit<PayDetails, 'children'> & {
  children?: number | undefined;
  retirementTo?: string | undefined;
  hsaTo?: string | undefined;
};

/** Converts the pay details of a persona or scenario. */
export function getPlannedPay(pay: PlannedPay, getId: (name: string) => string): PayTerms {
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
