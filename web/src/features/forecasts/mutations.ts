import { fromMinor } from '@engine/money/minor.ts';
import { mutationOptions } from '@tanstack/react-query';
import { supabase } from '@/lib/supabase';
import { type Assumption, INCOME_AT } from './assumptions/assumptions';

export const forecastMutations = {
  /** Creates a rule with the assumption's id, so that repeated requests create it only once. */
  makeReal: mutationOptions({
    mutationFn: async (layer: Assumption) => {
      if (layer.kind === 'income')
        await supabase.from('auto_deposits').insert(getDeposit(layer)).throwOnError();
      else await supabase.from('scheduled_payments').insert(getPayment(layer)).throwOnError();
    },
    meta: { failure: "We couldn't set up this rule" },
  }),
};

function getDeposit({ id, name, accountId, amount, frequency, startDate }: Assumption) {
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

function getPayment({ id, name, accountId, amount, frequency, startDate }: Assumption) {
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
