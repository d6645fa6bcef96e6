import type { HouseholdRow } from '@engine/household/row.ts';
import { buildHouseholdState } from '@engine/household/state.ts';
import { getCommands } from '@engine/what-if/apply.ts';
import type { Decision } from '@engine/what-if/what-if.ts';
import { isRefusal } from '@/lib/refusals';
import { getNow } from '../../forecast/days';
import { type PossibleCommand, planStore } from '../apply/plans';

export type DecisionCommand = (step: { command: PossibleCommand; requestId: string }) => Promise<void>;

/**
 * Applies a decision, or resumes an unfinished plan. Returns null if all of it was applied, or a sentence
 * about what can't be. Throws the bank's errors. Unless it was a refusal, the bank may have done the step, so
 * the next attempt repeats it with the same request id.
 */
export async function applyDecisionNow(
  { customerId, branchId, decision }: { customerId: string; branchId: string; decision: Decision },
  household: () => Promise<HouseholdRow | null>,
  carryOut: DecisionCommand,
): Promise<string | null> {
  const plan =
    planStore.of(customerId, branchId, decision) ??
    (await planned(customerId, branchId, decision, household));
  if (!plan) return "There's no household to change.";
  let isBegun = plan.steps.some(({ isDone }) => isDone);
  for (const { command, requestId, isDone } of plan.steps) {
    if (isDone) continue;
    try {
      await carryOut({ command, requestId });
    } catch (error) {
      // A refusal changed nothing, so the next attempt makes a new plan.
      if (isRefusal(error) && !isBegun) planStore.forget(customerId, branchId, decision);
      throw error;
    }
    isBegun = true;
    planStore.mark(customerId, branchId, decision, requestId);
  }
  planStore.forget(customerId, branchId, decision);
  return plan.impossible;
}

async function planned(
  customerId: string,
  branchId: string,
  decision: Decision,
  household: () => Promise<HouseholdRow | null>,
) {
  const row = await household();
  if (!row) return null;
  return planStore.begin(
    customerId,
    branchId,
    decision,
    getCommands(decision, buildHouseholdState(row), getNow(row)),
  );
}
