import type { Intent, Turn } from '../intent.ts';
import { USUAL_CHOICES } from '../parser/filter.ts';
import { beyond } from '../parser/matched-spans.ts';
import type { ParsedMessage } from '../parser/parsed-message.ts';

const ACTIONS = new Set(
  'transfer pay_card pay_debt pay_person schedule auto_deposit freeze set_budget fast_forward what_if'.split(
    ' ',
  ),
);

const POLITE = new Set(
  'thanks greeting praise so last transfer payment make schedule all set freeze have'.split(' '),
);

/** "Yes", "no", and "undo" about the last proposal. */
export function getControl({ items }: ParsedMessage, before: readonly Turn[]): Intent | null {
  const lemmas = items.flatMap((item) => (item.is === 'lemma' ? [item.lemma] : []));
  const isBare = items.every((item) => item.is === 'stop' || item.is === 'prep' || item.is === 'lemma');
  if (!isBare || lemmas.length === 0) return null;
  const is = (lemma: string) =>
    lemmas.includes(lemma) &&
    lemmas.every(
      (one) =>
        one === lemma ||
        POLITE.has(one) ||
        (lemma === 'yes' && one === 'pay') ||
        (lemma === 'no' && (one === 'not' || one === 'send')),
    );
  if (is('undo')) return { kind: 'undo', assumed: [] };
  if (
    lemmas.includes('thanks') &&
    !lemmas.includes('undo') &&
    !ACTIONS.has(before.at(-1)?.meaning.kind ?? '')
  )
    return null;
  const last = before.findLast(({ meaning }) => meaning.kind !== 'social')?.meaning;
  const isOpen = last !== undefined && (ACTIONS.has(last.kind) || last.kind === 'missing');
  if (is('no') || (is('not') && isOpen)) return isOpen ? { kind: 'dismiss', assumed: [] } : nothingOpen();
  if (!is('yes')) return null;
  if (last?.kind === 'missing') return last;
  return isOpen ? { kind: 'confirm', assumed: [] } : nothingOpen();
}

const nothingOpen = () => beyond('nothing_open', "There's nothing to confirm right now.", USUAL_CHOICES);
