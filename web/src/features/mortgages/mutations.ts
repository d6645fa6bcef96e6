import { PMI_RATE } from '@engine/products/debts/mortgage-insurance.ts';
import { getFeeColumns } from '@/entities/debt/cost/fees';
import { sumAmounts } from '@/lib/money';
import { requestMutation } from '@/lib/requests';
import { supabase } from '@/lib/supabase';
import type { MortgageDetails } from './mortgage-schema';

export const mortgageMutations = {
  create: requestMutation(
    'Failed to create mortgage',
    ({ accountId, request_id, rateType: rate_type, ...terms }: MortgageDetails & { request_id: string }) =>
      supabase.rpc('take_mortgage', {
        ...getRow(terms),
        ...{ rate_type, account_id: accountId || null, request_id },
        ...{ ...getFeeColumns(terms), points_fee: terms.pointsFee || null },
        pmi_rate: terms.isInsured ? PMI_RATE : null,
        payment_day: terms.paymentDay,
        ...(terms.hasEscrow && { property_tax: terms.propertyTax, home_insurance: terms.homeInsurance }),
      }),
  ),
  update: requestMutation(
    'Failed to update mortgage',
    ({ id, monthlyPayment, ...details }: MortgageDetails & { id: string; monthlyPayment: number }) =>
      supabase
        .from('mortgages')
        .update({
          ...getRow(details),
          loan_amount: sumAmounts([details.propertyValue, -details.downPayment]),
          monthly_payment: monthlyPayment,
          ...getFeeColumns(details),
        })
        .eq('id', id)
        .select()
        .single(),
  ),
};

type Terms = Pick<MortgageDetails, 'propertyValue' | 'downPayment' | 'interestRate' | 'term'>;

function getRow({ propertyValue, downPayment, interestRate, term }: Terms) {
  return { property_value: propertyValue, down_payment: downPayment, interest_rate: interestRate, term };
}
