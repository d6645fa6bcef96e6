import type { Intent, Turn } from '../intent.ts';
import { isConcept, MatchedSpans, toRefusal, USUAL_QUESTIONS } from '../parser/matched-spans.ts';
import type { ParsedMessage } from '../parser/parsed-message.ts';
import { ACTIONS, toAction } from './follow-up/follow-up-handlers.ts';

/** Returns true for an action or what-if that the customer can accept. */
const isOpenProposal = (kind: Intent['kind'] | undefined) =>
  kind !== undefined && kind !== 'confirm' && (kind === 'what_if' || ACTIONS.has(kind));

/** Concepts that can accompany a reply: "yes, make the transfer please". */
const ACCOMPANYING = 'thanks greeting praise so last transfer payment make schedule all set freeze have';

/** Returns the intent of "yes", "no", or "undo" for the last proposal; null for other messages. */
export function getReply(message: ParsedMessage, before: readonly Turn[]): Intent | null {
  const { items } = message;
  // "How sure are you" is a question.
  if (/^\s*(?:how|what|why|when|are you|is)\b/i.test(message.text)) return null;
  const dropped = dropLast(message, before);
  if (dropped) return dropped;
  const concepts = items.filter(({ is }) => is === 'concept');
  if (
    concepts.length === 0 ||
    items.some(({ is }) => is !== 'stop' && is !== 'preposition' && is !== 'concept')
  )
    return null;
  const createReply = (reply: string, others = '') =>
    concepts.some((item) => isConcept(item, reply)) &&
    concepts.every((item) => isConcept(item, `${reply} ${others} ${ACCOMPANYING}`));
  const isProposal = (intent: Intent | undefined) => isOpenProposal(intent?.kind);
  if (createReply('undo')) return { kind: 'undo', assumed: [] };
  const isThanks = concepts.some((item) => isConcept(item, 'thanks'));
  if (isThanks && !isProposal(before.at(-1)?.meaning) && !concepts.some((item) => isConcept(item, 'undo')))
    return null;
  const latest = before.findLast(({ meaning }) => meaning.kind !== 'social')?.meaning;
  // Of several requests, at most one is a proposal.
  const last =
    latest?.kind === 'several'
      ? ((latest.questions.find((part) => isProposal(part as Intent)) as Intent | undefined) ?? latest)
      : latest;
  const isOpen = isProposal(last) || last?.kind === 'missing';
  const isNo = createReply('no', 'not send') || (isOpen && createReply('not'));
  if (!isNo && !createReply('yes', 'pay')) return null;
  // "OK, pay it" after a card's minimum payment requests a payment.
  if (!isOpen && !isNo && concepts.some((item) => isConcept(item, 'pay'))) return null;
  if (!isOpen) return toRefusal('nothing_open', "There's nothing to confirm right now.", USUAL_QUESTIONS);
  if (isNo) return { kind: 'dismiss', assumed: [] };
  if (last?.kind === 'what_if') return proposeWhatIf(last, message);
  return last?.kind === 'missing' ? last : { kind: 'confirm', assumed: [] };
}

const NEVER_MIND =
  /^\s*(?:(?:oh|ok|okay|no|sorry|actually|wait|oops)[\s,]+)*(?:never ?mind|nvm|forget (?:it|that|about it)|scratch that)\b/i;

/** Drops the last request: "actually never mind, it was my son". Returns null if the message asks for something else. */
function dropLast({ text, items }: ParsedMessage, before: readonly Turn[]): Intent | null {
  const isOther = items.some(({ is }) => is === 'amount' || is === 'name' || is === 'time' || is === 'share');
  const last = before.findLast(({ meaning }) => meaning.kind !== 'social')?.meaning;
  if (!NEVER_MIND.test(text) || isOther || !last) return null;
  const isOpen = isOpenProposal(last.kind) || last.kind === 'missing';
  return isOpen
    ? { kind: 'dismiss', assumed: [] }
    : toRefusal('nothing_open', 'OK. We didn\u2019t change or file anything.', USUAL_QUESTIONS);
}

/** Returns the action of a what-if as a proposal, because a what-if changes nothing. */
function proposeWhatIf(whatIf: Extract<Intent, { kind: 'what_if' }>, message: ParsedMessage): Intent {
  const spans = new MatchedSpans(message);
  const action = toAction(whatIf, spans);
  if (action) return { ...action, assumed: spans.assumed } as Intent;
  return toRefusal(
    'nothing_open',
    "We can't do this one for you in a single step. To keep it, save it as a what-if.",
    USUAL_QUESTIONS,
  );
}
