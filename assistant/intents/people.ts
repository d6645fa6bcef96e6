import { defineIntent, slot } from '../parser/define-intent.ts';
import { getStrongest, type MatchedSpans, toNamed } from '../parser/matched-spans.ts';
import { askAmount, askPayer, formatMovement, matchAmount, matchPayer } from './money-slots.ts';

/** Matches "Send Maya 50 for dinner", "pay Tom back 20". */
export const payPerson = defineIntent({
  isAction: true,
  when: 'schedule pay send transfer make payment put',
  unless: 'whatif if when upcoming last request',
  optional: 'money owe someone once',
  slots: {
    person: slot.name(['contact'], ({ refs }) => getStrongest(refs).some(({ is }) => is === 'contact')),
    email: slot.email,
  },
  build: (spans, { person, email }) => {
    if ((person === null) === (email === null)) return null;
    const [contact] = person?.refs ?? [];
    const name = contact?.name ?? email?.raw ?? '';
    if (
      spans.unmatched('frequency').length > 0 ||
      spans.unmatched('time').length > 0 ||
      spans.has('schedule')
    ) {
      for (const kind of ['frequency', 'time', 'amount'] as const) spans.matchKind(kind);
      matchNote(spans);
      return spans.refuse(
        'no_such_product',
        "You can't schedule a payment to a person, but you can pay them now.",
        [`Pay ${name}`],
      );
    }
    const amount = matchAmount(spans, 'pay_person', 'A payment to a person');
    const note = matchNote(spans);
    if (person && person.refs.length > 1) spans.askMeaning('pay_person', 'contact', person);
    const from = matchPayer(spans, 'pay_person', amount?.is === 'exact' ? amount.currency : null);
    const understood = formatMovement('A payment', amount, name);
    if (!amount) return askAmount(spans, 'pay_person', understood);
    if (!from) return askPayer(spans, 'pay_person', understood);
    return {
      kind: 'pay_person',
      contact: contact ? toNamed(contact) : null,
      address: email?.raw ?? null,
      from,
      amount,
      note,
    };
  },
});

const PAYER = /^(?:from|out of|using)$/;

/**
 * Matches the note, which is the text after the last "for". In "for pizza from checking", the note ends
 * before the account.
 */
function matchNote(spans: MatchedSpans): string | null {
  const { items, text } = spans;
  const lead = items.findLast((item) => item.is === 'preposition' && item.words[0] === 'for');
  if (!lead) return null;
  const payer = items.find(
    (item) => item.is === 'name' && item.at > lead.at + 2 && PAYER.test(item.preposition ?? ''),
  );
  const end = payer && items.findLast(({ is, at }) => is === 'preposition' && at < payer.at);
  const words = items.slice(lead.at + 1, end?.at);
  const isFree = words.every(
    (item) =>
      !spans.isMatched(item) && item.is !== 'amount' && item.is !== 'time' && item.preposition !== 'from',
  );
  if (words.length === 0 || !isFree) return null;
  for (const word of words) spans.matchItem(word);
  return text
    .slice(lead.end, end?.start)
    .trim()
    .replace(/[.!?]+$/, '');
}
