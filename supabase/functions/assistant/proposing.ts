import { choices, figures, formatAssumed, how, text } from '../../../assistant/format.ts';
import type { Action } from '../../../assistant/intent.ts';
import type { Proposal, ProposalAnswer } from '../../../assistant/parts.ts';
import type { Answer, Asking, Assumptions } from './asking.ts';
import { confirmed, dismissed, getProposal, type StoredProposal, undone } from './confirming.ts';
import type { Proposable } from './preview.ts';
import { getPreview } from './previews.ts';

/** Previews an action and stores it until the customer confirms. */
export async function* proposed({ assumed, ...action }: Action & Assumptions, asking: Asking): Answer {
  if (action.kind === 'undo' || action.kind === 'confirm' || action.kind === 'dismiss') {
    yield* openProposal(action.kind, asking);
    return;
  }
  const preview = await getPreview(action satisfies Proposable, asking);
  if ('refused' in preview) {
    yield text(`${preview.refused}${formatAssumed(assumed)}`);
    return;
  }
  const { data } = await asking.bank
    .rpc('propose', {
      message_id: asking.message,
      kind: preview.kind,
      parameters: { ...preview.parameters, wish: action },
      shown: preview.shown,
      expects: preview.expects,
    })
    .single()
    .throwOnError();
  const proposal = getProposal(data as StoredProposal);
  yield text(`${proposal.title}? Nothing happens before you confirm it.${formatAssumed(assumed)}`);
  yield { kind: 'proposal', proposal };
  yield how(proposal.title, {
    rule: 'It is done by the same verb as its page uses, once, and stands for 30 minutes.',
  });
}

/** “Yes”, “no”, and “undo that” about the newest proposal. */
export async function* openProposal(what: 'confirm' | 'dismiss' | 'undo', asking: Asking): Answer {
  const { data } = await asking.bank
    .from('assistant_proposals')
    .select('*')
    .eq('state', what === 'undo' ? 'done' : 'proposed')
    .order(what === 'undo' ? 'settled_at' : 'created_at', { ascending: false })
    .limit(1)
    .throwOnError();
  const [stored] = data as StoredProposal[];
  if (!stored) {
    yield text(
      what === 'undo' ? 'There is nothing I did that could be undone.' : 'There is no open proposal.',
    );
    return;
  }
  if (what === 'undo' && (stored.undo === null || stored.kind === 'fast_forward')) {
    yield text(
      `The last thing I did was: ${stored.outcome ?? stored.shown.title} That cannot be undone exactly.`,
    );
    if (stored.kind === 'fast_forward')
      yield figures({ label: 'Way back', value: 'The checkpoint in Settings, Time' });
    return;
  }
  const act = { confirm: confirmed, dismiss: dismissed, undo: undone }[what];
  const { leap: _, ...proposal }: ProposalAnswer = await act(stored.id, asking);
  yield text(formatOutcome(proposal));
  yield { kind: 'proposal', proposal };
  if (proposal.state === 'done' && proposal.undoable) yield choices('Undo that');
}

const formatOutcome = ({ state, outcome, title }: Proposal) =>
  state === 'proposed'
    ? `What it rests on has changed since it was shown. Look at it again: ${title}?`
    : (outcome ?? title);
