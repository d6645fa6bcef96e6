import { mutationOptions } from '@tanstack/react-query';
import { type QueuedMovement, sendOrQueue } from '@/lib/offline/queue';
import { requestMutation } from '@/lib/requests';
import { supabase } from '@/lib/supabase';
import type { LoanDetails } from './loan-schema';

type Payment = QueuedMovement & {
  loanId: string;
  amount: number;
  accountId: string | null;
  requestId: string;
};

export const loanMutations = {
  create: requestMutation(
    'Failed to create loan',
    ({ name, amount, interestRate, term, accountId, requestId }: NewLoan) =>
      supabase.rpc('take_loan', {
        name,
        amount,
        interest_rate: interestRate,
        term,
        account_id: accountId || null,
        request_id: requestId,
      }),
  ),
  update: mutationOptions({
    mutationFn: async ({ id, name, amount, interestRate, term, monthlyPayment }: LoanDetails & LoanTerms) => {
      const details = { name, amount, interest_rate: interestRate, term, monthly_payment: monthlyPayment };
      const { data } = await supabase
        .from('loans')
        .update(details)
        .eq('id', id)
        .select()
        .single()
        .throwOnError();
      return data;
    },
    meta: { failure: 'Failed to update loan' },
  }),
  delete: requestMutation('Failed to delete loan', (id: string) =>
    supabase.from('loans').delete().eq('id', id),
  ),
  pay: mutationOptions({
    mutationFn: ({ loanId, amount, accountId, requestId, ...display }: Payment) =>
      sendOrQueue(
        'pay_loan',
        { loan_id: loanId, amount, account_id: accountId, request_id: requestId },
        display,
      ),
    meta: { failure: 'Failed to make loan payment' },
  }),
};

type NewLoan = LoanDetails & { requestId: string };
type LoanTerms = { id: string; monthlyPayment: number };
