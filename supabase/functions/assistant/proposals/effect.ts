import { money } from '../../../../assistant/format.ts';
import type { Action as AnyAction, Named } from '../../../../assistant/intent.ts';
import type { Proposal, ProposalKind } from '../../../../assistant/parts.ts';
import type { AnswerContext } from '../answer-context.ts';

/** An action that the assistant can propose. */
export type Action = Exclude<AnyAction, { kind: 'undo' | 'confirm' | 'dismiss' }>;
export type ActionOf<Kind extends Action['kind']> = Extract<Action, { kind: Kind }>;

/** The effect of an action, computed from the current balances. */
export type Effect = {
  kind: ProposalKind;
  /** The arguments for the bank's function. */
  parameters: Record<string, string | number | null>;
  /** The values that the preview is based on, by id. */
  expects?: Record<string, number | null>;
  title: string;
  changes: Proposal['changes'];
  warnings?: readonly string[];
  href: string;
  /** The message after the action is done. */
  done: string;
  /** The message after the action is undone. If it is missing, the action can't be undone. */
  undone?: string;
  fastForwardTo?: string;
};

/** The reason why an action can't be proposed, as a message for the customer. */
export class CannotPropose extends Error {}

export const change = (label: string, after: string, before: string | null = null) => ({
  label,
  before,
  after,
});

export const changeBalance = (label: string, before: number, after: number, currency: string) =>
  change(label, money(after, currency), money(before, currency));

export function getAccount(account: Named, context: AnswerContext) {
  const match = context.findAccount(account);
  if (!match) throw new CannotPropose('That account is closed. Choose another account.');
  return match;
}
