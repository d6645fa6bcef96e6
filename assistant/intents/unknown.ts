import type { Intent } from '../intent.ts';
import { USUAL_CHOICES } from '../parser/filter.ts';
import { asked, beyond, MatchedSpans } from '../parser/matched-spans.ts';
import type { Item, ParsedMessage } from '../parser/parsed-message.ts';

const DOING = new Set(
  'transfer send pay payoff schedule freeze unfreeze set forward put spend earn due score networth balance'.split(
    ' ',
  ),
);

export function notUnderstood(reading: ParsedMessage): Intent {
  const { text, items } = reading;
  const doings = new Set(
    items.flatMap((item) => (item.is === 'lemma' && DOING.has(item.lemma) ? [item.lemma] : [])),
  );
  if (doings.size > 1 && /\b(?:and|then|also)\b|[?.!].*\w/i.test(text))
    return beyond(
      'two_at_once',
      'Please ask for one thing at a time.',
      text
        .split(/\b(?:and then|and|then|also)\b|[?.!]/i)
        .map((part) => part.trim())
        .filter((part) => part.length > 3)
        .slice(0, 2)
        .map(asked),
    );
  const unknown = items.filter((item) => item.is === 'word');
  const about = unknown.map(({ raw }) => raw).join(' ') || null;
  const person = items.find(
    (item, at) =>
      ((item.is === 'lemma' && item.lemma === 'relative') || item.is === 'word') && isPaid(items, item, at),
  );
  if (person && !new MatchedSpans(reading).isQuestion && !/\bif\b/i.test(text))
    return beyond(
      'unknown_name',
      `We can't find anyone or anything called \u201c${person.raw}\u201d.`,
      reading.known.contacts.slice(0, 2).map(({ name }) => asked(`Pay ${name}`)),
      person.raw,
    );
  const words = about
    ? `We don't understand \u201c${about}\u201d here. Try rephrasing it.`
    : "We're not sure what you mean. Try rephrasing it.";
  return beyond('not_understood', words, nearest(items), about);
}

/** Returns possible questions about the mentioned names. */
function nearest(items: readonly Item[]) {
  const ref = items.flatMap((item) => (item.is === 'name' ? item.refs : []))[0];
  if (!ref) return USUAL_CHOICES;
  const { name } = ref;
  switch (ref.is) {
    case 'category':
      return [
        asked(`How much did I spend on ${name} last month?`),
        asked(`How much is left in my ${name} budget?`),
      ];
    case 'merchant':
      return [asked(`How much did I spend at ${name} last month?`), asked(`When did I last pay ${name}?`)];
    case 'card':
      return [asked(`How does ${name} stand?`), asked(`When is ${name} due?`), asked(`Freeze ${name}`)];
    case 'loan':
    case 'mortgage':
      return [
        asked(`How much do I owe on ${name}?`),
        asked(`When will ${name} be paid off?`),
        asked(`What if I pay 100 more a month on ${name}?`),
      ];
    case 'account':
      return [asked(`What is the balance of ${name}?`), asked(`How much will I have in ${name} in a month?`)];
    case 'goal':
      return [asked(`When will I reach ${name}?`)];
    case 'payment':
      return [asked(`When is ${name} due?`), asked(`What if I cancel ${name}?`)];
    case 'contact':
      return [asked(`Pay ${name}`), asked(`When did I last pay ${name}?`)];
    default:
      return USUAL_CHOICES;
  }
}

const PAYING = new Set(['send', 'pay', 'transfer']);

/** Returns true if a word is in the position of a payee: after "to" or directly after the verb. */
function isPaid(items: readonly Item[], item: Item, at: number): boolean {
  const isPayment = items.some((one) => one.is === 'lemma' && PAYING.has(one.lemma));
  const before = items.slice(0, at).findLast(({ is }) => is !== 'stop');
  return isPayment && (item.prep === 'to' || (before?.is === 'lemma' && PAYING.has(before.lemma)));
}
