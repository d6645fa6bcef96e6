import type { Proposal, ProposalAnswer, ProposalKind, ProposalState } from '../../../assistant/parts.ts';
import { formatFullDate } from '../../../engine/calendar/format-date.ts';
import type { Asking } from './asking.ts';
import type { Proposable, Shown } from './preview.ts';
import { getPreview } from './previews.ts';

/** A row of `assistant_proposals`. */
export type StoredProposal = {
  id: string;
  kind: ProposalKind;
  parameters: Record<string, unknown>;
  shown: Shown;
  state: ProposalState;
  outcome: string | null;
  undo: unknown;
};

type FastForwardState = NonNullable<ProposalAnswer['fastForward']>;

const CHANGED = 'Some details have changed since you last looked. Review them before you confirm.';

export function getProposal({ id, kind, shown, state, outcome, undo }: StoredProposal): Proposal {
  const { title, changes, warnings, href, undoable, fastForwardTo } = shown;
  return {
    id,
    kind,
    title,
    changes,
    warnings,
    undoable: undoable && (state === 'proposed' || (state === 'done' && undo !== null)),
    state,
    outcome,
    href,
    ...(fastForwardTo && { fastForwardTo }),
  };
}

type Confirmation = { proposal: StoredProposal; acted: boolean; changed: boolean };

/** Runs a proposal once, or shows an updated preview if its details have changed. */
export async function confirm(id: string, asking: Asking): Promise<ProposalAnswer> {
  const { proposal, acted, changed } = await asking.call<Confirmation>('confirm_proposal', {
    proposal_id: id,
  });
  if (changed) return updatePreview(proposal, asking);
  if (acted && proposal.kind === 'fast_forward') return fastForward(proposal, asking);
  return getProposal(proposal);
}

async function updatePreview(proposal: StoredProposal, asking: Asking): Promise<Proposal> {
  const preview = await getPreview(proposal.parameters['request'] as Proposable, asking);
  // A share of a balance can come to a different amount now, which needs a new request.
  if ('refused' in preview || preview.parameters['amount'] !== proposal.parameters['amount']) {
    const { data } = await asking.bank
      .rpc('dismiss_proposal', { proposal_id: proposal.id })
      .single()
      .throwOnError();
    const because = 'refused' in preview ? preview.refused : 'The amount has changed. Please ask again.';
    return { ...getProposal(data as StoredProposal), state: 'refused', outcome: because };
  }
  const shown = { ...preview.shown, warnings: [CHANGED, ...preview.shown.warnings] };
  const { data } = await asking.bank
    .rpc('preview_proposal', { proposal_id: proposal.id, shown, expects: preview.expects })
    .single()
    .throwOnError();
  return getProposal(data as StoredProposal);
}

/** Fast-forwards with the `advance` function. `confirm_proposal` has already saved the checkpoint. */
async function fastForward(proposal: StoredProposal, asking: Asking): Promise<ProposalAnswer> {
  const to = new Date(
    asking.zone.getStart(Date.parse(String(proposal.parameters['to'])) / 86_400_000),
  ).toISOString();
  const { data, error } = await asking.bank.functions.invoke<FastForwardState>('advance', { body: { to } });
  const wayBack = `To go back, restore the checkpoint “Before ${proposal.parameters['to']}” in Settings > Time.`;
  const outcome = error
    ? `We couldn't fast-forward: ${await getReason(error)} Please try again.`
    : `Today is ${formatFullDate(asking.getDay(data?.to ?? to))}. ${wayBack}`;
  const response = await asking.bank
    .rpc('record_fast_forward', { proposal_id: proposal.id, outcome })
    .single()
    .throwOnError();
  return { ...getProposal(response.data as StoredProposal), ...(data && { fastForward: data }) };
}

async function getReason(error: unknown): Promise<string> {
  const context = error instanceof Error && 'context' in error ? error.context : null;
  if (!(context instanceof Response)) return "We couldn't reach the bank.";
  const { message } = (await context.json().catch(() => ({}))) as { message?: string };
  return message ?? "We couldn't reach the bank.";
}

export async function undo(id: string, { bank }: Asking): Promise<Proposal> {
  const { data } = await bank.rpc('undo_proposal', { proposal_id: id }).single().throwOnError();
  return getProposal(data as StoredProposal);
}

export async function dismiss(id: string, { bank }: Asking): Promise<Proposal> {
  const { data } = await bank.rpc('dismiss_proposal', { proposal_id: id }).single().throwOnError();
  return getProposal(data as StoredProposal);
}
