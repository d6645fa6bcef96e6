import { type Arguments, requestMutation } from '@/lib/requests';
import { supabase } from '@/lib/supabase';
import type { GoalDetails } from './edit/goal-schema';
import type { Goal } from './queries';

export type Status = 'active' | 'paused' | 'completed' | 'archived';

export const goalMutations = {
  create: requestMutation("We couldn't add the goal", (goal: GoalDetails) =>
    supabase.from('goals').insert(goal).select().single(),
  ),
  update: requestMutation(
    "We couldn't save the goal",
    ({ id, portion, account_id, ...change }: GoalDetails & { id: string }) =>
      supabase.from('goals').update(change).eq('id', id).select().single(),
  ),
  setStatus: requestMutation(
    "We couldn't update the goal",
    ({ id, status }: { id: string; status: Status }) =>
      supabase.from('goals').update({ status }).eq('id', id),
  ),
  delete: requestMutation("We couldn't delete the goal", async (goal: Goal) => {
    await supabase.from('goals').delete().eq('id', goal.id).throwOnError();
    return goal;
  }),
  /** Restores a goal with its original id, so that it keeps its history. */
  restore: requestMutation("We couldn't restore the goal", (goal: Goal) => {
    const { id, name, target, target_date, picture, photo, account_id, portion, priority, status } = goal;
    const { contribution, contribution_amount, contribution_percent, frequency, start_date } = goal;
    return supabase.from('goals').insert({
      ...{ id, name, target, target_date, picture, photo, account_id, portion, priority, status },
      ...{ contribution, contribution_amount, contribution_percent, frequency, start_date },
      from_account_id: goal.from_account_id,
    });
  }),
  contribute: requestMutation(
    "We couldn't add money to the goal",
    (movement: Arguments<'contribute_to_goal'>) => supabase.rpc('contribute_to_goal', movement),
  ),
  takeOut: requestMutation("We couldn't withdraw from the goal", (movement: Arguments<'take_from_goal'>) =>
    supabase.rpc('take_from_goal', movement),
  ),
};
