import type { Proposal, ProposalAnswer, ProposalKind, ProposalState } from '../../../../assistant/parts.ts';
import { parseDay } from '../../../../engine/calendar/calendar.ts';
import { formatFullDate } from '../../../../engine/calendar/format-date.ts';
import type { AnswerContext } from '../answer-context.ts';
import { type Action, CannotPropose } from './effect.ts';
import { buildPreview, type Preview } from './preview.ts';

/** A row of `assistant_proposals`. */
export type StoredProposal = {
  id: string;
  kind: ProposalKind;
  parameters: Record<string, unknown>;
  shown: Preview['shown'];
  state: ProposalState;
  outcome: string | null;
  undo: unknown;
};

const CHANGED = 'Some details have changed since you last looked. Review them before you confirm.';

export function getProposal({ id, kind, shown, state, outcome, undo }: StoredProposal): Proposal {
  const { done: _, undone: __, ...preview } = shown;
  const undoable = shown.undoable && (state === 'proposed' || (state === 'done' && undo !== null));
  return { id, kind, ...preview, undoable, state, outcome };
}

async function change(name: string, parameters: object, { client }: AnswerContext): Promise<Proposal> {
  const { data } = await client.rpc(name, parameters).single().throwOnError();
  return getProposal(data as StoredProposal);
}

export const undo = (id: string, context: AnswerContext): Promise<ProposalAnswer> =>
  change('undo_proposal', { proposal_id: id }, context);

export const dismiss = (id: string, context: AnswerContext): Promise<ProposalAnswer> =>
  change('dismiss_proposal', { proposal_id: id }, context);

type Confirmation = { proposal: StoredProposal; acted: boolean; changed: boolean };

/** Runs a proposal once. If its details have changed, shows an updated preview instead. */
export async function confirm(id: string, context: AnswerContext): Promise<ProposalAnswer> {
  const { proposal, acted, changed } = await context.call<Confirmation>('confirm_proposal', {
    proposal_id: id,
  });
  if (changed) return updatePreview(proposal, context);
  if (acted && proposal.kind === 'fast_forward') return fastForward(proposal, context);
  return getProposal(proposal);
}

async function updatePreview({ id, parameters }: StoredProposal, context: AnswerContext): Promise<Proposal> {
  try {
    const {
      parameters: updated,
      shown,
      expects,
    } = await buildPreview(parameters['request'] as Action, context);
    // If the request was for a share of the balance, the amount may be different now. A different amount
    // requires a new request.
    if (updated['amount'] !== parameters['amount'])
      throw new CannotPropose('The amount has changed. Please ask again.');
    const marked = { ...shown, warnings: [CHANGED, ...shown.warnings] };
    return await change('preview_proposal', { proposal_id: id, shown: marked, expects }, context);
  } catch (error) {
    if (!(error instanceof CannotPropose)) throw error;
    return { ...(await dismiss(id, context)), state: 'refused', outcome: error.message };
  }
}

type FastForwardState = NonNullable<ProposalAnswer['fastForward']>;

/** Fast-forwards with the `advance` function, which saves a checkpoint first. */
async function fastForward(
  { id, parameters }: StoredProposal,
  context: AnswerContext,
): Promise<ProposalAnswer> {
  const day = String(parameters['to']);
  const to = context.getStart(parseDay(day));
  const { data, error } = await context.client.functions.invoke<FastForwardState>('advance', {
    body: { to },
  });
  const outcome = error
    ? `We couldn't fast-forward: ${await getReason(error)} Please try again.`
    : `Today is ${formatFullDate(context.getDay(data?.to ?? to))}.${data?.checkpoint ? ' To go back, restore the checkpoint we saved first in Settings > Time and checkpoints.' : ''}`;
  const proposal = await change('record_fast_forward', { proposal_id: id, outcome }, context);
  return { ...proposal, ...(data && { fastForward: data }) };
}

async function getReason(error: unknown): Promise<string> {
  const response = error instanceof Error && 'context' in error ? error.context : null;
  const body = response instanceof Response ? await response.json().catch(() => null) : null;
  return (body as { message?: string } | null)?.message ?? "We couldn't reach the bank.";
}
