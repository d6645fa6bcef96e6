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

type FastForwardState = NonNullable<ProposalAnswer['leap']>;

const CHANGED = 'What this rests on has changed since it was shown: look at it again.';

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

/** Runs the action once. If its basis has changed, shows a new preview instead. */
export async function confirmed(id: string, asking: Asking): Promise<ProposalAnswer> {
  const { proposal, acted, changed } = await asking.call<Confirmation>('confirm_proposal', {
    proposal_id: id,
  });
  if (changed) return shownAnew(proposal, asking);
  if (acted && proposal.kind === 'fast_forward') return leapt(proposal, asking);
  return getProposal(proposal);
}

async function shownAnew(proposal: StoredProposal, asking: Asking): Promise<Proposal> {
  const preview = await getPreview(proposal.parameters['wish'] as Proposable, asking);
  // Exact amounts stay the same. Shares of a balance are computed again.
  if ('refused' in preview || preview.parameters['amount'] !== proposal.parameters['amount']) {
    const { data } = await asking.bank
      .rpc('dismiss_proposal', { proposal_id: proposal.id })
      .single()
      .throwOnError();
    const because =
      'refused' in preview ? preview.refused : 'The amount would be another one now: ask for it again.';
    return { ...getProposal(data as StoredProposal), state: 'refused', outcome: because };
  }
  const shown = { ...preview.shown, warnings: [CHANGED, ...preview.shown.warnings] };
  const { data } = await asking.bank
    .rpc('preview_proposal', { proposal_id: proposal.id, shown, expects: preview.expects })
    .single()
    .throwOnError();
  return getProposal(data as StoredProposal);
}

/** The checkpoint exists by now. The function `advance` moves the clock. */
async function leapt(proposal: StoredProposal, asking: Asking): Promise<ProposalAnswer> {
  const to = new Date(
    asking.zone.getStart(Date.parse(String(proposal.parameters['to'])) / 86_400_000),
  ).toISOString();
  const { data, error } = await asking.bank.functions.invoke<FastForwardState>('advance', { body: { to } });
  const wayBack = `The checkpoint “Before ${proposal.parameters['to']}” in Settings, Time leads back.`;
  const outcome = error
    ? `The clock could not be moved: ${await getReason(error)} Nothing is lost; ask again.`
    : `Today is ${formatFullDate(asking.getDay(data?.to ?? to))}. ${wayBack}`;
  const told = await asking.bank
    .rpc('record_fast_forward', { proposal_id: proposal.id, outcome })
    .single()
    .throwOnError();
  return { ...getProposal(told.data as StoredProposal), ...(data && { leap: data }) };
}

async function getReason(error: unknown): Promise<string> {
  const context = error instanceof Error && 'context' in error ? error.context : null;
  if (!(context instanceof Response)) return 'the bank did not answer.';
  const { message } = (await context.json().catch(() => ({}))) as { message?: string };
  return message ?? 'the bank did not answer.';
}

export async function undone(id: string, { bank }: Asking): Promise<Proposal> {
  const { data } = await bank.rpc('undo_proposal', { proposal_id: id }).single().throwOnError();
  return getProposal(data as StoredProposal);
}

export async function dismissed(id: string, { bank }: Asking): Promise<Proposal> {
  const { data } = await bank.rpc('dismiss_proposal', { proposal_id: id }).single().throwOnError();
  return getProposal(data as StoredProposal);
}
