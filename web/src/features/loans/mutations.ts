import { getFeeColumns } from '@/entities/debt/cost/fees';
import { requestMutation } from '@/lib/requests';
import { supabase } from '@/lib/supabase';
import type { LoanDetails } from './loan-schema';

export const loanMutations = {
  create: requestMutation(
    'Failed to create loan',
    ({ accountId, request_id, name, amount, term, ...details }: LoanDetails & { request_id: string }) =>
      supabase.rpc('take_loan', {
        ...{ name, amount, term, request_id, account_id: accountId || null },
        ...{ interest_rate: details.interestRate, ...getFeeColumns(details) },
        payment_day: details.paymentDay,
      }),
  ),
  update: requestMutation(
    'Failed to update loan',
    ({ id, name, amount, interestRate, term, monthlyPayment, ...fees }: LoanDetails & UpdatedLoan) =>
      supabase
        .from('loans')
        .update({
          ...{ name, amount, interest_rate: interestRate, term, monthly_payment: monthlyPayment },
          ...getFeeColumns(fees),
        })
        .eq('id', id)
        .select()
        .single(),
  ),
};

type UpdatedLoan = { id: string; monthlyPayment: number };
