import type { SupabaseClient } from '@supabase/supabase-js';
import { z } from 'zod';
import { Zone } from '../../../engine/calendar/calendar.ts';
import { buildPolicyFacts } from '../../../engine/credit/applicant-facts.ts';
import { decide } from '../../../engine/credit/decision.ts';
import type { CreditFacts } from '../../../engine/credit/facts.ts';
import type { Employment, LoanType } from '../../../engine/credit/terms.ts';
import { buildHouseholdState } from '../../../engine/household/state.ts';
import { toMinor } from '../../../engine/money/minor.ts';
import { primeRate } from '../../../engine/products/rates.ts';
import { forCustomers } from '../access.ts';
import { readHouseholds } from '../households.ts';
import { readBody, refuse, respond } from '../responses.ts';

/** All applications are in US dollars. */
const CURRENCY = 'USD';
const STATUSES = { NTFND: 404, DCIDD: 409, BADST: 409, CLOCK: 409 };
const requestSchema = z.object({ application_id: z.guid() });

/**
 * Decides one of the caller's loan applications under the credit policy and returns it. The body is `{
 * "application_id": "…" }`. The application's status is in_review until it is decided. If a call is
 * interrupted, the next call resumes the review.
 */
export default forCustomers(
  async ({ request, bank, customer }) => {
    const body = await readBody(request, requestSchema);
    if (body === null)
      return refuse({ code: 'NTFND', message: "We couldn't find that application." }, STATUSES.NTFND);
    return respond(await decideApplication(bank, customer.id, body.application_id));
  },
  { statuses: STATUSES },
);

type Application = {
  id: string;
  loan_type: LoanType;
  loan_amount: number;
  term_months: number;
  annual_income: number | null;
  employment_status: Employment | null;
  monthly_debt: number;
  collateral_value: number | null;
  /** The amount owed on the home, for a home equity line of credit; null for other loans. */
  lien: number | null;
};

/** Returns the prime rate on the customer's simulated day. */
async function getPrimeRate(bank: SupabaseClient, customer: string): Promise<number> {
  const [row] = await readHouseholds(bank, [customer]);
  if (!row) throw new Error('The bank returned no household.');
  const state = buildHouseholdState(row);
  return primeRate(state, new Zone(state.timeZone).getDay(row.now));
}

async function decideApplication(
  bank: SupabaseClient,
  customer: string,
  applicationId: string,
): Promise<unknown> {
  const ids = { customer_id: customer, application_id: applicationId };
  // Reads the facts before the inquiry is recorded, because the inquiry must not count against this
  // application.
  const { data: credit } = await bank
    .rpc('credit_facts', { customer_id: customer, currency: CURRENCY })
    .throwOnError();
  const { data: application } = await bank
    .rpc('review_application', ids)
    .single<Application>()
    .throwOnError();
  const facts = buildPolicyFacts(credit as CreditFacts, {
    annualIncome: application.annual_income === null ? null : toMinor(application.annual_income),
    monthlyDebt: toMinor(application.monthly_debt),
    employment: application.employment_status,
  });
  const decision = decide(facts, {
    type: application.loan_type,
    amount: toMinor(application.loan_amount),
    term: application.term_months,
    collateralValue: application.collateral_value === null ? null : toMinor(application.collateral_value),
    ...(application.lien !== null && {
      lien: toMinor(application.lien),
      prime: await getPrimeRate(bank, customer),
    }),
  });
  const { data } = await bank
    .rpc('record_decision', { ...ids, decision })
    .single()
    .throwOnError();
  return data;
}
