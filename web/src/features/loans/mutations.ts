import { requestMutation } from '@/lib/requests';
import { supabase } from '@/lib/supabase';
import type { LoanDetails } from './loan-schema';

export const loanMutations = {
  create: requestMutation(
    'Failed to create loan',
    ({ interestRate: interest_rate, accountId, ...details }: LoanDetails & { request_id: string }) =>
      supabase.rpc('take_loan', { ...details, interest_rate, account_id: accountId || null }),
  ),
  update: requestMutation(
    'Failed to update loan',
    ({ id, name, amount, interestRate, term, monthlyPayment }: LoanDetails & UpdatedLoan) =>
      supabase
        .from('loans')
        .update({ name, amount, interest_rate: interestRate, term, monthly_payment: monthlyPayment })
        .eq('id', id)
        .select()
        .single(),
  ),
};

type UpdatedLoan = { id: string; monthlyPayment: number };
