import { mutationOptions } from '@tanstack/react-query';
import { type QueuedMovement, sendOrQueue } from '@/lib/offline/queue';
import { requestMutation } from '@/lib/requests';
import { supabase } from '@/lib/supabase';
import type { MortgageDetails } from './mortgage-schema';

type Payment = QueuedMovement & {
  mortgageId: string;
  amount: number;
  accountId: string | null;
  requestId: string;
};

export const mortgageMutations = {
  create: requestMutation(
    'Failed to create mortgage',
    ({ accountId, requestId, rateType, ...details }: NewMortgage) =>
      supabase.rpc('take_mortgage', {
        ...getRow(details),
        rate_type: rateType,
        account_id: accountId || null,
        request_id: requestId,
      }),
  ),
  update: mutationOptions({
    mutationFn: async ({ id, monthlyPayment, ...details }: MortgageDetails & MortgageTerms) => {
      const row = {
        ...getRow(details),
        loan_amount: getLoanAmount(details),
        monthly_payment: monthlyPayment,
      };
      const { data } = await supabase
        .from('mortgages')
        .update(row)
        .eq('id', id)
        .select()
        .single()
        .throwOnError();
      return data;
    },
    meta: { failure: 'Failed to update mortgage' },
  }),
  delete: requestMutation('Failed to delete mortgage', (id: string) =>
    supabase.from('mortgages').delete().eq('id', id),
  ),
  pay: mutationOptions({
    mutationFn: ({ mortgageId, amount, accountId, requestId, ...display }: Payment) =>
      sendOrQueue(
        'pay_mortgage',
        { mortgage_id: mortgageId, amount, account_id: accountId, request_id: requestId },
        display,
      ),
    meta: { failure: 'Failed to make mortgage payment' },
  }),
};

type NewMortgage = MortgageDetails & { requestId: string };
type Terms = Pick<MortgageDetails, 'propertyValue' | 'downPayment' | 'interestRate' | 'term'>;
type MortgageTerms = { id: string; monthlyPayment: number };

function getRow({ propertyValue, downPayment, interestRate, term }: Terms) {
  return { property_value: propertyValue, down_payment: downPayment, interest_rate: interestRate, term };
}

/** Both are whole cents, so the difference is rounded to whole cents. */
function getLoanAmount({ propertyValue, downPayment }: Terms): number {
  return Math.round((propertyValue - downPayment) * 100) / 100;
}
