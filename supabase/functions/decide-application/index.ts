import type { SupabaseClient } from '@supabase/supabase-js';
import { buildPolicyFacts } from '../../../engine/credit/applicant-facts.ts';
import { decide } from '../../../engine/credit/decision.ts';
import type { CreditFacts } from '../../../engine/credit/facts.ts';
import type { Employment, LoanType } from '../../../engine/credit/terms.ts';
import { forCustomers } from '../access.ts';
import { corsHeaders } from '../environment.ts';

/** Applications are in US dollars. */
const CURRENCY = 'USD';
const STATUS: Record<string, number> = {
  NTFND: 404,
  DCIDD: 409,
  BADST: 409,
  CLOCK: 409,
  BADAP: 422,
};

/**
 * Decides an application of the caller, `{ "application_id": "…" }`, by the credit policy, and returns it.
 * Its status is in_review meanwhile. The next call resumes an interrupted one.
 */
export default forCustomers(async ({ request, bank, customer }) => {
  const applicationId = await getApplication(request);
  if (applicationId === null) return refusal('NTFND', "We couldn't find that application.");
  try {
    return answer(await decided(bank, customer.id, applicationId), 200);
  } catch (error) {
    // Refusals have five letters. Other errors are failures.
    if (!isRefusal(error)) throw error;
    return refusal(error.code, error.message);
  }
});

type Application = {
  id: string;
  loan_type: LoanType;
  loan_amount: number;
  term_months: number;
  annual_income: number | null;
  employment_status: Employment | null;
  monthly_debt: number;
  collateral_value: number | null;
};

async function decided(bank: SupabaseClient, customer: string, applicationId: string): Promise<unknown> {
  const ids = { customer_id: customer, application_id: applicationId };
  // Read before the inquiry is recorded, which must not count against this application.
  const { data: credit } = await bank
    .rpc('credit_facts', { customer_id: customer, currency: CURRENCY })
    .throwOnError();
  const { data: application } = await bank
    .rpc('review_application', ids)
    .single<Application>()
    .throwOnError();
  const facts = buildPolicyFacts(credit as CreditFacts, {
    annualIncome: application.annual_income === null ? null : minor(application.annual_income),
    monthlyDebt: minor(application.monthly_debt),
    employment: application.employment_status,
  });
  const decision = decide(facts, {
    type: application.loan_type,
    amount: minor(application.loan_amount),
    term: application.term_months,
    collateralValue: application.collateral_value === null ? null : minor(application.collateral_value),
  });
  const { data } = await bank
    .rpc('record_decision', { ...ids, decision })
    .single()
    .throwOnError();
  return data;
}

const minor = (amount: number) => Math.round(amount * 100);

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

async function getApplication(request: Request): Promise<string | null> {
  try {
    const { application_id: id } = (await request.json()) as { application_id?: unknown };
    return typeof id === 'string' && UUID.test(id) ? id : null;
  } catch {
    return null;
  }
}

function isRefusal(error: unknown): error is { code: string; message: string } {
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
  return /^[A-Z]{5}$/.test(code);
}

const refusal = (code: string, message: string) => answer({ code, message }, STATUS[code] ?? 422);

function answer(body: unknown, status: number): Response {
  return Response.json(body, { status, headers: corsHeaders });
}
