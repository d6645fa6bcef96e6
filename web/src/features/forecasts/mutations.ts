import { fromMinor } from '@engine/money/minor.ts';
import { requestMutation } from '@/lib/requests';
import { supabase } from '@/lib/supabase';
import { type Assumption, INCOME_AT } from './assumptions/assumptions';

export const forecastMutations = {
  /** Creates a rule with the assumption's id, so that repeated requests create the rule only once. */
  makeReal: requestMutation("We couldn't set up this rule", (layer: Assumption) => {
    const { id, kind, name, accountId, amount, startDate, frequency } = layer;
    const rule = {
      id,
      name,
      account_id: accountId,
      amount: fromMinor(amount),
      frequency: frequency === 'ONCE' ? 'MONTHLY' : frequency,
      start_date: startDate,
      occurrences: frequency === 'ONCE' ? 1 : null,
    };
    return kind === 'income'
      ? supabase.from('auto_deposits').insert({ ...rule, start_time: INCOME_AT })
      : supabase.from('scheduled_payments').insert({ ...rule, payee: name });
  }),
};
