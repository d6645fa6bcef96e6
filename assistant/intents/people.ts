import { defineIntent } from '../parser/define-intent.ts';
import { asked, best, beyond, type MatchedSpans, named } from '../parser/matched-spans.ts';
import { askAmount, formatStatedAmount, parseStatedAmount } from './actions.ts';
import { askPayer, chooseOne, getPayer } from './payments.ts';

/** "Send Maya 50 for dinner", "pay Tom back 20". */
export const payPerson = defineIntent({
  isAction: true,
  when: 'schedule pay send transfer make payment put',
  unless: 'whatif if when upcoming last request',
  words: 'pay send transfer payment put make money owe someone',
  build: (spans) => {
    const people = spans.names(['contact'], (item) => best(item.refs).some(({ is }) => is === 'contact'));
    const email = spans.one('email');
    const [person, another] = people;
    if ((!person && !email) || another || (person && email)) return null;
    if (spans.of('frequency').length > 0 || spans.of('time').length > 0 || spans.has('schedule')) {
      spans.any('schedule', 'once');
      for (const item of [spans.one('frequency'), spans.one('time'), spans.one('amount')])
        if (item) spans.take(item);
      getNote(spans);
      return beyond('no_such_product', "You can't schedule a payment to a person. You can pay them now.", [
        asked(`Pay ${person?.refs[0]?.name ?? email?.raw}`),
      ]);
    }
    const { said, draft } = parseStatedAmount(spans, 'pay_person', 'A payment to a person');
    if (draft) return draft;
    spans.any('once');
    const note = getNote(spans);
    const refs = person ? person.refs : [];
    if (person && refs.length > 1) getPayer(spans, null, 'pay_person');
    if (person && refs.length > 1) return chooseOne(spans, person, refs, 'pay_person', 'contact');
    const [contact] = refs;
    const who = contact?.name ?? email?.raw ?? '';
    const currency = said?.is === 'exact' ? said.currency : null;
    const { from, draft: fromDraft } = getPayer(spans, currency, 'pay_person');
    if (fromDraft) return fromDraft;
    const understood = `A payment${said ? ` of ${formatStatedAmount(said)}` : ''} to ${who}`;
    if (!said) return askAmount(spans, 'pay_person', understood);
    if (!from) return askPayer(spans, 'pay_person', understood);
    return {
      kind: 'pay_person',
      contact: contact ? named(contact) : null,
      address: email?.raw ?? null,
      from,
      amount: said,
      note,
    };
  },
});

/** Returns the note: everything after the last "for". */
function getNote(spans: MatchedSpans): string | null {
  const text = spans.text;
  const lead = spans.items.findLast((item) => item.is === 'prep' && item.words[0] === 'for');
  if (!lead) return null;
  // "For pizza from checking": the account ends the note.
  const payer = spans.items.find(
    (item, at) =>
      item.is === 'prep' &&
      at > lead.at + 1 &&
      /^(?:from|out of|using)$/.test(item.words.join(' ')) &&
      spans.items.slice(at + 1).find(({ is }) => is !== 'stop')?.is === 'name',
  );
  const behind = spans.items.filter(
    (item) => item.at > lead.at && item.at < (payer?.at ?? Number.POSITIVE_INFINITY),
  );
  const isFree =
    behind.length > 0 &&
    behind.every(
      (item) => !spans.isTaken(item) && item.is !== 'amount' && item.is !== 'time' && item.prep !== 'from',
    );
  if (!isFree) return null;
  for (const item of behind) spans.take(item);
  return text
    .slice(lead.end, payer?.start)
    .trim()
    .replace(/[.!?]+$/, '');
}
