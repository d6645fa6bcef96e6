import { requestMutation } from '@/lib/requests';
import { callServer } from '@/lib/server-functions';
import { supabase } from '@/lib/supabase';
import type { ApplicationDetails } from './apply/application-schema';
import type { ApplicationRow } from './queries';

type Acceptance = { applicationId: string; offerIndex: number; accountId: string; requestId: string };

export const loanApplicationMutations = {
  submit: requestMutation(
    'Failed to submit loan application',
    ({ requestId, ...details }: ApplicationDetails & { requestId: string }) =>
      supabase.rpc('submit_application', {
        loan_type: details.loanType,
        loan_amount: details.loanAmount,
        term_months: details.termMonths,
        applicant_name: details.applicantName,
        purpose: details.purpose,
        annual_income: details.annualIncome,
        employment_status: details.employmentStatus,
        monthly_debt: details.monthlyDebt,
        collateral_value: details.collateralValue,
        request_id: requestId,
      }),
  ),
  decide: requestMutation("We couldn't make a decision", (applicationId: string) =>
    callServer<ApplicationRow>('decide-application', { application_id: applicationId }),
  ),
  accept: requestMutation(
    "We couldn't accept the offer",
    ({ applicationId, offerIndex, accountId, requestId }: Acceptance) =>
      supabase.rpc('accept_offer', {
        application_id: applicationId,
        offer_index: offerIndex,
        account_id: accountId,
        request_id: requestId,
      }),
  ),
  withdraw: requestMutation("We couldn't withdraw the application", (applicationId: string) =>
    supabase.rpc('withdraw_application', { application_id: applicationId }),
  ),
};
