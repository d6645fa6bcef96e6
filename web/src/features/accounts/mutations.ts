import { type QueuedMovement, sendOrQueue } from '@/lib/offline/queue';
import { type Arguments, requestMutation } from '@/lib/requests';
import { supabase } from '@/lib/supabase';
import type { PlanChoice } from './account-plan';
import { getOverdraftArguments, type OverdraftDraft } from './overdraft-choice';

type Movement = QueuedMovement & {
  accountId: string;
  amount: number;
  description: string;
  requestId: string;
  /** How a deposit arrives. Defaults to cash. */
  method?: string;
  /** The reason to doubt a check. Empty or missing for an ordinary check. */
  check?: string;
};
type Changes = { id: string; name: string; type: string; currency: string };
type Opening = {
  name: string;
  type: string;
  currency: string;
  initialBalance: number;
  /** The account that funds the initial deposit; empty if the money comes from outside. */
  fundingAccountId: string;
  plan: PlanChoice;
  /** The overdraft choice of a checking account. */
  overdraft: OverdraftDraft;
  request_id: string;
};

export const accountMutations = {
  open: requestMutation(
    'Failed to create account',
    ({ initialBalance, fundingAccountId, overdraft, plan, ...details }: Opening) =>
      supabase.rpc('open_account', {
        ...details,
        initial_balance: initialBalance,
        ...(plan !== 'free' && details.type !== 'INVESTMENT' && { plan }),
        ...(fundingAccountId && { funding_account_id: fundingAccountId }),
        ...(details.type === 'CHECKING' &&
          overdraft.choice !== 'decline' && {
            overdraft: overdraft.choice,
            ...getOverdraftArguments(overdraft),
          }),
      }),
  ),
  update: requestMutation('Failed to update account', ({ id, ...changes }: Changes) =>
    supabase.from('accounts').update(changes).eq('id', id).select().single(),
  ),
  setOverdraft: requestMutation('Failed to save the overdraft choice', (choice: Arguments<'set_overdraft'>) =>
    supabase.rpc('set_overdraft', choice),
  ),
  setPlan: requestMutation("We couldn't save the plan", (choice: Arguments<'set_account_plan'>) =>
    supabase.rpc('set_account_plan', choice),
  ),
  waiveFee: requestMutation("We couldn't waive the fee", (fee: Arguments<'request_account_fee_waiver'>) =>
    supabase.rpc('request_account_fee_waiver', fee),
  ),
  close: requestMutation('Failed to update account', (closure: Arguments<'close_account'>) =>
    supabase.rpc('close_account', closure),
  ),
  reopen: requestMutation('Failed to update account', (id: string) =>
    supabase.rpc('reopen_account', { account_id: id }),
  ),
  delete: requestMutation('Failed to delete account', (id: string) =>
    supabase.from('accounts').delete().eq('id', id),
  ),
  deposit: moveCash('deposit', 'Failed to deposit funds'),
  withdraw: moveCash('withdraw', 'Failed to withdraw funds'),
};

function moveCash(verb: 'deposit' | 'withdraw', failure: string) {
  return requestMutation(
    failure,
    ({ accountId, amount, description, requestId, method = 'cash', check, ...display }: Movement) =>
      sendOrQueue(
        verb,
        {
          account_id: accountId,
          amount,
          description: description || null,
          request_id: requestId,
          ...(method !== 'cash' && { method }),
          ...(method === 'check' && check && { check_kind: check }),
        },
        display,
      ),
  );
}
