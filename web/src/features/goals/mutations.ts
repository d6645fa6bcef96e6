import { mutationOptions } from '@tanstack/react-query';
import { supabase } from '@/lib/supabase';
import type { GoalDetails } from './edit/goal-schema';
import type { Goal } from './queries';

type Move = { goalId: string; amount: number; accountId: string; requestId: string };
export type Status = 'active' | 'paused' | 'completed' | 'archived';

export const goalMutations = {
  create: mutationOptions({
    mutationFn: async ({ portion, accountId, ...details }: GoalDetails) => {
      const { data } = await supabase
        .from('goals')
        .insert({ ...getRow(details), account_id: accountId, portion })
        .select()
        .single()
        .throwOnError();
      return data;
    },
    meta: { failure: "We couldn't add the goal" },
  }),
  update: mutationOptions({
    mutationFn: async ({ id, portion, accountId, ...details }: GoalDetails & { id: string }) => {
      const { data } = await supabase
        .from('goals')
        .update(getRow(details))
        .eq('id', id)
        .select()
        .single()
        .throwOnError();
      return data;
    },
    meta: { failure: "We couldn't save the goal" },
  }),
  setStatus: mutationOptions({
    mutationFn: async ({ id, status }: { id: string; status: Status }) => {
      await supabase.from('goals').update({ status }).eq('id', id).throwOnError();
    },
    meta: { failure: "We couldn't update the goal" },
  }),
  delete: mutationOptions({
    mutationFn: async (goal: Goal) => {
      await supabase.from('goals').delete().eq('id', goal.id).throwOnError();
      return goal;
    },
    meta: { failure: "We couldn't delete the goal" },
  }),
  /** Restores it under its id, so that it keeps its history. */
  restore: mutationOptions({
    mutationFn: async (goal: Goal) => {
      const { id, name, target, target_date, picture, account_id, portion, priority, status } = goal;
      const { contribution, contribution_amount, contribution_percent, frequency, start_date } = goal;
      await supabase
        .from('goals')
        .insert({
          ...{ id, name, target, target_date, picture, account_id, portion, priority, status },
          ...{ contribution, contribution_amount, contribution_percent, frequency, start_date },
          from_account_id: goal.from_account_id,
        })
        .throwOnError();
    },
    meta: { failure: "We couldn't restore the goal" },
  }),
  contribute: mutationOptions({
    mutationFn: async ({ goalId, amount, accountId, requestId }: Move) => {
      const { data } = await supabase
        .rpc('contribute_to_goal', {
          goal_id: goalId,
          amount,
          account_id: accountId,
          request_id: requestId,
        })
        .throwOnError();
      return data;
    },
    meta: { failure: "We couldn't add to the goal" },
  }),
  takeOut: mutationOptions({
    mutationFn: async ({ goalId, amount, accountId, requestId }: Move) => {
      const { data } = await supabase
        .rpc('take_from_goal', { goal_id: goalId, amount, account_id: accountId, request_id: requestId })
        .throwOnError();
      return data;
    },
    meta: { failure: "We couldn't withdraw from the goal" },
  }),
};

function getRow({
  name,
  target,
  targetDate,
  picture,
  contribution,
}: Omit<GoalDetails, 'portion' | 'accountId'>) {
  return {
    name,
    target,
    target_date: targetDate,
    picture,
    contribution: contribution?.kind ?? null,
    contribution_amount: contribution?.kind === 'fixed' ? contribution.amount : null,
    contribution_percent: contribution?.kind === 'share_of_pay' ? contribution.percent : null,
    frequency: contribution?.kind === 'fixed' ? contribution.frequency : null,
    start_date: contribution?.kind === 'fixed' ? contribution.startDate : null,
    from_account_id: contribution?.fromAccountId ?? null,
  };
}
