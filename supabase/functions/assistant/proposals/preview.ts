import type { ProposalKind } from '../../../../assistant/parts.ts';
import type { AnswerContext } from '../answer-context.ts';
import { previewDraw } from './draws.ts';
import type { Action, ActionOf, Effect } from './effect.ts';
import { previewGoalChange, previewGoalContribution, previewRedemption } from './goals.ts';
import { previewDebtPayment, previewPersonPayment, previewTransfer } from './payments.ts';
import {
  previewBudget,
  previewBudgetDeletion,
  previewFastForward,
  previewFreeze,
  previewRecurringDeposit,
  previewScheduledPayment,
} from './rules.ts';

/** A preview in the format that `propose` saves. */
export type Preview = Required<Pick<Effect, 'parameters' | 'expects'>> & {
  kind: ProposalKind;
  shown: Pick<Effect, 'title' | 'changes' | 'href' | 'done' | 'fastForwardTo'> & {
    warnings: readonly string[];
    undone: string | null;
    undoable: boolean;
  };
};

type Previews = {
  [Kind in Action['kind']]: (action: ActionOf<Kind>, context: AnswerContext) => Effect | Promise<Effect>;
};

const PREVIEWS: Previews = {
  transfer: previewTransfer,
  pay_card: previewDebtPayment,
  pay_debt: previewDebtPayment,
  draw_line: previewDraw,
  pay_person: previewPersonPayment,
  schedule: previewScheduledPayment,
  auto_deposit: previewRecurringDeposit,
  freeze: previewFreeze,
  set_budget: previewBudget,
  delete_budget: previewBudgetDeletion,
  contribute_goal: previewGoalContribution,
  change_goal: previewGoalChange,
  redeem: previewRedemption,
  fast_forward: previewFastForward,
};

/**
 * Computes the preview of an action with current balances. Shares such as “half of it” become exact amounts.
 * Throws CannotPropose.
 */
export async function buildPreview(action: Action, context: AnswerContext): Promise<Preview> {
  const preview = PREVIEWS[action.kind] as (action: Action, context: AnswerContext) => Effect;
  const effect = await preview(action, context);
  const { kind, parameters, expects = {}, warnings = [], undone = null, ...shown } = effect;
  return { kind, parameters, expects, shown: { ...shown, warnings, undone, undoable: undone !== null } };
}
