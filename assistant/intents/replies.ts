import type { Intent, Turn } from '../intent.ts';
import { isConcept, toRefusal, USUAL_QUESTIONS } from '../parser/matched-spans.ts';
import type { ParsedMessage } from '../parser/parsed-message.ts';

const PROPOSALS =
  'transfer pay_card pay_debt pay_person schedule auto_deposit freeze set_budget fast_forward what_if';

/** Concepts that can accompany a reply: "yes, make the transfer please". */
const ACCOMPANYING = 'thanks greeting praise so last transfer payment make schedule all set freeze have';

/** Returns the intent of "yes", "no", or "undo" for the last proposal; null for other messages. */
export function getReply({ items }: ParsedMessage, before: readonly Turn[]): Intent | null {
  const concepts = items.filter(({ is }) => is === 'concept');
  if (
    concepts.length === 0 ||
    items.some(({ is }) => is !== 'stop' && is !== 'preposition' && is !== 'concept')
  )
    return null;
  const createReply = (reply: string, others = '') =>
    concepts.some((item) => isConcept(item, reply)) &&
    concepts.every((item) => isConcept(item, `${reply} ${others} ${ACCOMPANYING}`));
  const isProposal = (intent: Intent | undefined) => PROPOSALS.split(' ').includes(intent?.kind ?? '');
  if (createReply('undo')) return { kind: 'undo', assumed: [] };
  const isThanks = concepts.some((item) => isConcept(item, 'thanks'));
  if (isThanks && !isProposal(before.at(-1)?.meaning) && !concepts.some((item) => isConcept(item, 'undo')))
    return null;
  const last = before.findLast(({ meaning }) => meaning.kind !== 'social')?.meaning;
  const isOpen = isProposal(last) || last?.kind === 'missing';
  const isNo = createReply('no', 'not send') || (isOpen && createReply('not'));
  if (!isNo && !createReply('yes', 'pay')) return null;
  if (!isOpen) return toRefusal('nothing_open', "There's nothing to confirm right now.", USUAL_QUESTIONS);
  if (isNo) return { kind: 'dismiss', assumed: [] };
  return last?.kind === 'missing' ? last : { kind: 'confirm', assumed: [] };
}
