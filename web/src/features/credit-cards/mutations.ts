import { mutationOptions } from '@tanstack/react-query';
import { supabase } from '@/lib/supabase';
import type { AutopayDetails, CardDetails } from './card-schema';

type Charge = { cardId: string; amount: number; merchant: string; category: string; requestId: string };
type Payment = { cardId: string; amount: number; accountId: string | null; requestId: string };

export const creditCardMutations = {
  create: mutationOptions({
    mutationFn: async ({ name, creditLimit, apr, dueDate }: CardDetails) => {
      const details = { name, credit_limit: creditLimit, balance: 0, apr, due_date: dueDate || undefined };
      const { data } = await supabase.from('credit_cards').insert(details).select().single().throwOnError();
      return data;
    },
    meta: { failure: 'Failed to create credit card' },
  }),
  update: mutationOptions({
    mutationFn: async ({ id, name, creditLimit, apr, dueDate }: CardDetails & { id: string }) => {
      const details = { name, credit_limit: creditLimit, apr, due_date: dueDate || undefined };
      const { data } = await supabase
        .from('credit_cards')
        .update(details)
        .eq('id', id)
        .select()
        .single()
        .throwOnError();
      return data;
    },
    meta: { failure: 'Failed to update credit card' },
  }),
  delete: mutationOptions({
    mutationFn: async (id: string) => {
      await supabase.from('credit_cards').delete().eq('id', id).throwOnError();
    },
    meta: { failure: 'Failed to delete credit card' },
  }),
  charge: mutationOptions({
    mutationFn: async ({ cardId, amount, merchant, category, requestId }: Charge) => {
      const { data } = await supabase
        .rpc('charge_credit_card', { card_id: cardId, amount, merchant, category, request_id: requestId })
        .throwOnError();
      return data;
    },
    meta: { failure: 'Failed to charge credit card' },
  }),
  pay: mutationOptions({
    mutationFn: async ({ cardId, amount, accountId, requestId }: Payment) => {
      const { data } = await supabase
        .rpc('pay_credit_card', { card_id: cardId, amount, account_id: accountId, request_id: requestId })
        .throwOnError();
      return data;
    },
    meta: { failure: 'Failed to pay credit card' },
  }),
  freeze: mutationOptions({
    mutationFn: async ({ cardId, frozen }: { cardId: string; frozen: boolean }) => {
      await supabase.from('credit_cards').update({ frozen }).eq('id', cardId).throwOnError();
    },
    meta: { failure: 'Failed to update credit card' },
  }),
  setAutopay: mutationOptions({
    mutationFn: async ({ cardId, pays, accountId, amount }: AutopayDetails & { cardId: string }) => {
      const isOff = pays === 'off';
      await supabase
        .from('credit_cards')
        .update({
          autopay: isOff ? null : pays,
          autopay_account_id: isOff ? null : accountId,
          autopay_amount: amount,
        })
        .eq('id', cardId)
        .throwOnError();
    },
    meta: { failure: 'Failed to update credit card' },
  }),
};
