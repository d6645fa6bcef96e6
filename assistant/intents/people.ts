import { asked, best, beyond, done, type MatchedSpans, named, type Rule } from '../parser/matched-spans.ts';
import { askAmount, formatSaid, saidAmount } from './actions.ts';
import { askPayer, chooseOne, getPayer } from './payments.ts';

/** "Send Maya 50 for dinner", "pay Tom back 20". */
export const payPerson: Rule = (claim) => {
  if (claim.isQuestion) return null;
  if (
    !claim.has('schedule pay send transfer make payment put') ||
    claim.has('whatif if when upcoming last request')
  )
    return null;
  const people = claim.names(['contact'], (item) => best(item.refs).some(({ is }) => is === 'contact'));
  const email = claim.one('email');
  const [person, another] = people;
  if ((!person && !email) || another || (person && email)) return null;
  claim.lemma('pay send transfer payment put make');
  claim.any('money', 'owe', 'someone');
  if (claim.of('frequency').length > 0 || claim.of('time').length > 0 || claim.has('schedule')) {
    claim.any('schedule', 'once');
    for (const item of [claim.one('frequency'), claim.one('time'), claim.one('amount')])
      if (item) claim.take(item);
    getNote(claim);
    return beyond('no_such_product', "You can't schedule a payment to a person. You can pay them now.", [
      asked(`Pay ${person?.refs[0]?.name ?? email?.raw}`),
    ]);
  }
  const { said, draft } = saidAmount(claim, 'pay_person', 'A payment to a person');
  if (draft) return draft;
  claim.any('once');
  const note = getNote(claim);
  const refs = person ? best(person.refs) : [];
  if (person && refs.length > 1) getPayer(claim, null, 'pay_person');
  if (person && refs.length > 1) return chooseOne(claim, person, refs, 'pay_person', 'contact');
  const [contact] = refs;
  const who = contact?.name ?? email?.raw ?? '';
  const currency = said?.is === 'exact' ? said.currency : null;
  const { from, draft: fromDraft } = getPayer(claim, currency, 'pay_person');
  if (fromDraft) return fromDraft;
  const understood = `A payment${said ? ` of ${formatSaid(said)}` : ''} to ${who}`;
  if (!said) return askAmount(claim, 'pay_person', understood);
  if (!from) return askPayer(claim, 'pay_person', understood);
  return done(claim, {
    kind: 'pay_person',
    contact: contact ? named(contact) : null,
    address: email?.raw ?? null,
    from,
    amount: said,
    note,
  });
};

/** Returns the note: everything after the last "for". */
function getNote(claim: MatchedSpans): string | null {
  const text = claim.reading.text;
  const lead = claim.items.findLast((item) => item.is === 'prep' && item.words[0] === 'for');
  if (!lead) return null;
  // "For pizza from checking": the account ends the note.
  const payer = claim.items.find(
    (item, at) =>
      item.is === 'prep' &&
      at > lead.at + 1 &&
      /^(?:from|out of|using)$/.test(item.words.join(' ')) &&
      claim.items.slice(at + 1).find(({ is }) => is !== 'stop')?.is === 'name',
  );
  const behind = claim.items.filter(
    (item) => item.at > lead.at && item.at < (payer?.at ?? Number.POSITIVE_INFINITY),
  );
  const isFree =
    behind.length > 0 &&
    behind.every(
      (item) => !claim.isTaken(item) && item.is !== 'amount' && item.is !== 'time' && item.prep !== 'from',
    );
  if (!isFree) return null;
  for (const item of behind) claim.take(item);
  return text
    .slice(lead.end, payer?.start)
    .trim()
    .replace(/[.!?]+$/, '');
}
