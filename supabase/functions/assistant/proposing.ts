import { choices, figures, formatAssumed, how, text } from '../../../assistant/format.ts';
import type { Action } from '../../../assistant/intent.ts';
import type { Proposal, ProposalAnswer } from '../../../assistant/parts.ts';
import type { Answer, Asking, Assumptions } from './asking.ts';
import { confirm, dismiss, getProposal, type StoredProposal, undo } from './confirming.ts';
import type { Proposable } from './preview.ts';
import { getPreview } from './previews.ts';

/** Previews an action and saves it as a proposal for the customer to confirm. */
export async function* proposeAction({ assumed, ...action }: Action & Assumptions, asking: Asking): Answer {
  if (action.kind === 'undo' || action.kind === 'confirm' || action.kind === 'dismiss') {
    yield* openProposal(action.kind, asking);
    return;
  }
  const preview = await getPreview(action satisfies Proposable, asking);
  if ('refused' in preview) return yield text(`${preview.refused}${formatAssumed(assumed)}`);
  const { data } = await asking.bank
    .rpc('propose', {
      message_id: asking.message,
      kind: preview.kind,
      parameters: { ...preview.parameters, request: action },
      shown: preview.shown,
      expects: preview.expects,
    })
    .single()
    .throwOnError();
  const proposal = getProposal(data as StoredProposal);
  yield text(`${proposal.title}? We won't do anything until you confirm.${formatAssumed(assumed)}`);
  yield { kind: 'proposal', proposal };
  yield how(proposal.title, {
    rule: 'We do this once, after you confirm. The proposal expires in 30 minutes.',
  });
}

/** Confirms, dismisses, or undoes the newest proposal. */
export async function* openProposal(what: 'confirm' | 'dismiss' | 'undo', asking: Asking): Answer {
  const { data } = await asking.bank
    .from('assistant_proposals')
    .select('*')
    .eq('state', what === 'undo' ? 'done' : 'proposed')
    .order(what === 'undo' ? 'settled_at' : 'created_at', { ascending: false })
    .limit(1)
    .throwOnError();
  const [stored] = data as StoredProposal[];
  if (!stored)
    return yield text(what === 'undo' ? "There's nothing to undo." : "There's nothing to confirm.");
  if (what === 'undo' && (stored.undo === null || stored.kind === 'fast_forward')) {
    yield text(`We can't undo your last action: ${stored.outcome ?? stored.shown.title}`);
    if (stored.kind === 'fast_forward')
      yield figures({ label: 'To go back', value: 'Restore the checkpoint in Settings > Time' });
    return;
  }
  const act = { confirm, dismiss, undo }[what];
  const { fastForward: _, ...proposal }: ProposalAnswer = await act(stored.id, asking);
  yield text(formatOutcome(proposal));
  yield { kind: 'proposal', proposal };
  if (proposal.state === 'done' && proposal.undoable) yield choices('Undo that');
}

const formatOutcome = ({ state, outcome, title }: Proposal) =>
  state === 'proposed'
    ? `Some details have changed. Review and confirm again: ${title}?`
    : (outcome ?? title);
