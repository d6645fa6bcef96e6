import { requestMutation } from '@/lib/requests';
import { supabase } from '@/lib/supabase';
import type { AutoDepositDetails } from './auto-deposit-schema';
import type { AutoDeposit } from './queries';

/** While offline, the request is paused, and the open form shows a notice. */
const WAITS = { networkMode: 'online' } as const;

export const autoDepositMutations = {
  create: {
    ...requestMutation("We couldn't set up the auto deposit", (details: AutoDepositDetails) =>
      supabase.from('auto_deposits').insert(details).select().single(),
    ),
    ...WAITS,
  },
  update: {
    ...requestMutation(
      "We couldn't update the auto deposit",
      ({ id, ...details }: AutoDepositDetails & { id: string }) =>
        supabase.from('auto_deposits').update(details).eq('id', id).select().single(),
    ),
    ...WAITS,
  },
  pause: requestMutation(
    "We couldn't update the auto deposit",
    ({ id, paused }: { id: string; paused: boolean }) =>
      supabase.from('auto_deposits').update({ paused }).eq('id', id),
  ),
  delete: requestMutation("We couldn't delete the auto deposit", (id: string) =>
    supabase.from('auto_deposits').delete().eq('id', id),
  ),
  /** Restores a deleted rule with its original id, so that it keeps its history. */
  restore: requestMutation(
    "We couldn't restore the auto deposit",
    ({ next_occurrence, next_at, created_at, updated_at, resumed_at, ...rule }: AutoDeposit) =>
      supabase.from('auto_deposits').insert(rule),
  ),
};
