import { choices, figures, how, text } from '../../../../assistant/parts.ts';
import { type Answer, type IntentOf, lead } from '../answer.ts';
import type { AnswerContext } from '../answer-context.ts';
import { confirm, dismiss, getProposal, type StoredProposal, undo } from './changes.ts';
import { type Action, CannotPropose } from './effect.ts';
import { buildPreview } from './preview.ts';

/** Previews an action and saves it as a proposal that the customer can confirm. */
export async function* proposeAction(intent: IntentOf<Action['kind']>, context: AnswerContext): Answer {
  const { assumed: _, ...action } = intent;
  try {
    const { kind, parameters, shown, expects } = await buildPreview(action, context);
    const { data } = await context.client
      .rpc('propose', {
        message_id: context.messageId,
        kind,
        parameters: { ...parameters, request: action },
        shown,
        expects,
      })
      .single()
      .throwOnError();
    const proposal = getProposal(data as StoredProposal);
    yield lead(`${proposal.title}? We won't do anything until you confirm.`);
    yield { kind: 'proposal', proposal };
    yield how(proposal.title, {
      rule: "We'll do this once, after you confirm. This proposal expires in 30 minutes.",
    });
  } catch (error) {
    if (!(error instanceof CannotPropose)) throw error;
    yield lead(error.message);
  }
}

/** The operations for messages that confirm, dismiss, or undo the latest proposal. */
const VERBS = {
  confirm: { state: 'proposed', sort: 'created_at', run: confirm, nothing: "There's nothing to confirm." },
  dismiss: { state: 'proposed', sort: 'created_at', run: dismiss, nothing: "There's nothing to confirm." },
  undo: {
    state: 'done',
    sort: 'settled_at',
    run: undo,
    nothing:
      "There's nothing to undo here. You can undo a change right after you make it, on the page where you made it.",
  },
} as const;

export async function* answerProposal(
  { kind }: IntentOf<keyof typeof VERBS>,
  context: AnswerContext,
): Answer {
  const { state, sort, run, nothing } = VERBS[kind];
  const { data } = await context.client
    .from('assistant_proposals')
    .select('*')
    .eq('state', state)
    .order(sort, { ascending: false })
    .limit(1)
    .throwOnError();
  const [stored] = data as StoredProposal[];
  if (!stored) return yield text(nothing);
  const isFastForward = stored.kind === 'fast_forward';
  if (kind === 'undo' && (stored.undo === null || isFastForward)) {
    yield text(`We can't undo your last action: ${stored.outcome ?? stored.shown.title}`);
    if (isFastForward)
      yield figures({
        label: 'To go back',
        value: 'Restore the checkpoint in Settings > Time and checkpoints',
      });
    return;
  }
  const { fastForward: _, ...proposal } = await run(stored.id, context);
  yield text(
    proposal.state === 'proposed'
      ? `Some details have changed. Please review them and confirm again: ${proposal.title}.`
      : (proposal.outcome ?? proposal.title),
  );
  yield { kind: 'proposal', proposal };
  if (proposal.state === 'done' && proposal.undoable) yield choices('Undo that');
}
