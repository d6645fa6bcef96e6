import { mutationOptions } from '@tanstack/react-query';
import { requestMutation } from '@/lib/requests';
import { supabase } from '@/lib/supabase';
import type { GoalDetails } from './edit/goal-schema';
import type { Goal } from './queries';

type Move = { goalId: string; amount: number; accountId: string; requestId: string };
export type Status = 'active' | 'paused' | 'completed' | 'archived';

export const goalMutations = {
  create: requestMutation("We couldn't add the goal", ({ portion, accountId, ...details }: GoalDetails) =>
    supabase
      .from('goals')
      .insert({ ...getRow(details), account_id: accountId, portion })
      .select()
      .single(),
  ),
  update: requestMutation(
    "We couldn't save the goal",
    ({ id, portion, accountId, ...details }: GoalDetails & { id: string }) =>
      supabase.from('goals').update(getRow(details)).eq('id', id).select().single(),
  ),
  setStatus: requestMutation(
    "We couldn't update the goal",
    ({ id, status }: { id: string; status: Status }) =>
      supabase.from('goals').update({ status }).eq('id', id),
  ),
  delete: mutationOptions({
    mutationFn: async (goal: Goal) => {
      await supabase.from('goals').delete().eq('id', goal.id).throwOnError();
      return goal;
    },
    meta: { failure: "We couldn't delete the goal" },
  }),
  /** Restores a goal with its original id, so that it keeps its history. */
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
  contribute: requestMutation(
    "We couldn't add money to the goal",
    ({ goalId, amount, accountId, requestId }: Move) =>
      supabase.rpc('contribute_to_goal', {
        goal_id: goalId,
        amount,
        account_id: accountId,
        request_id: requestId,
      }),
  ),
  takeOut: requestMutation(
    "We couldn't withdraw from the goal",
    ({ goalId, amount, accountId, requestId }: Move) =>
      supabase.rpc('take_from_goal', {
        goal_id: goalId,
        amount,
        account_id: accountId,
        request_id: requestId,
      }),
  ),
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
