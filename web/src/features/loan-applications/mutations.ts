import { mutationOptions } from '@tanstack/react-query';
import { supabase } from '@/lib/supabase';
import type { ApplicationDetails } from './application-schema';

export const loanApplicationMutations = {
  submit: mutationOptions({
    mutationFn: async (details: ApplicationDetails & { email: string }) => {
      const row = {
        email: details.email,
        applicant_name: details.applicantName,
        loan_amount: details.loanAmount,
        loan_type: details.loanType,
        purpose: details.purpose || null,
        term_months: details.termMonths,
        annual_income: details.annualIncome,
        employment_status: details.employmentStatus,
        monthly_debt: details.monthlyDebt,
      };
      const { data } = await supabase.from('loan_applications').insert(row).select().single().throwOnError();
      return data;
    },
    meta: { failure: 'Failed to submit loan application' },
  }),
  decide: mutationOptions({
    mutationFn: async (applicationId: string) => {
      const { data } = await supabase
        .rpc('decide_loan_application', { application_id: applicationId })
        .throwOnError();
      return data;
    },
    meta: { failure: 'Failed to load loan applications' },
  }),
};
