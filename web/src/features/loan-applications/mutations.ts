import { mutationOptions } from '@tanstack/react-query';
import type { Database } from '@/lib/database.types';
import { callServer } from '@/lib/server-functions';
import { supabase } from '@/lib/supabase';
import type { ApplicationDetails } from './application-schema';

type Row = Database['public']['Tables']['loan_applications']['Row'];
type Acceptance = { applicationId: string; offerIndex: number; accountId: string; requestId: string };

export const loanApplicationMutations = {
  submit: mutationOptions({
    mutationFn: async ({ requestId, ...details }: ApplicationDetails & { requestId?: string }) => {
      const { data } = await supabase
        .rpc('submit_application', {
          loan_type: details.loanType,
          loan_amount: details.loanAmount,
          term_months: details.termMonths,
          applicant_name: details.applicantName,
          purpose: details.purpose || undefined,
          annual_income: details.annualIncome,
          employment_status: details.employmentStatus,
          monthly_debt: details.monthlyDebt,
          request_id: requestId,
        })
        .throwOnError();
      return data;
    },
    meta: { failure: 'Failed to submit loan application' },
  }),
  decide: mutationOptions({
    mutationFn: (applicationId: string) =>
      callServer<Row>('decide-application', { application_id: applicationId }),
    meta: { failure: 'Failed to load loan applications' },
  }),
  accept: mutationOptions({
    mutationFn: async ({ applicationId, offerIndex, accountId, requestId }: Acceptance) => {
      const { data } = await supabase
        .rpc('accept_offer', {
          application_id: applicationId,
          offer_index: offerIndex,
          account_id: accountId,
          request_id: requestId,
        })
        .throwOnError();
      return data;
    },
    meta: { failure: 'Failed to accept the offer' },
  }),
  withdraw: mutationOptions({
    mutationFn: async (applicationId: string) => {
      const { data } = await supabase
        .rpc('withdraw_application', { application_id: applicationId })
        .throwOnError();
      return data;
    },
    meta: { failure: 'Failed to withdraw the application' },
  }),
  saveDraft: mutationOptions({
    mutationFn: async (form: Record<string, string>) => {
      const { data } = await supabase.rpc('save_application_draft', { form }).throwOnError();
      return data;
    },
    meta: { failure: 'Failed to save your application' },
  }),
};
