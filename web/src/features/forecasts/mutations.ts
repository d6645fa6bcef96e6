import { mutationOptions } from '@tanstack/react-query';
import { fromMinor } from '@/lib/money';
import { supabase } from '@/lib/supabase';
import { INCOME_AT, type Layer } from './assumptions/assumptions';

export const forecastMutations = {
  /** Sets up what was only imagined, under its own id so that it is never set up twice. */
  makeReal: mutationOptions({
    mutationFn: async (layer: Layer) => {
      if (layer.kind === 'income')
        await supabase.from('auto_deposits').insert(depositOf(layer)).throwOnError();
      else await supabase.from('scheduled_payments').insert(paymentOf(layer)).throwOnError();
    },
    meta: { failure: "We couldn't set it up" },
  }),
};

function depositOf({ id, name, accountId, amount, frequency, startDate }: Layer) {
  return {
    id,
    name,
    account_id: accountId,
    amount: fromMinor(amount),
    frequency: frequency === 'WEEKLY' ? 'WEEKLY' : 'MONTHLY',
    start_date: startDate,
    start_time: INCOME_AT,
    occurrences: frequency === 'ONCE' ? 1 : null,
  };
}

function paymentOf({ id, name, accountId, amount, frequency, startDate }: Layer) {
  return {
    id,
    name,
    payee: name,
    account_id: accountId,
    amount: fromMinor(amount),
    frequency: frequency === 'ONCE' ? 'MONTHLY' : frequency,
    start_date: startDate,
    occurrences: frequency === 'ONCE' ? 1 : null,
  };
}
