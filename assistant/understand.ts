import type { Assumed, Known, Meaning, Missing, Turn } from './meaning.ts';
import { transfer } from './understand-actions.ts';
import { afford, budget, forecast, goal, howLong, subscriptions, upcoming } from './understand-ahead.ts';
import { asked, beyond, Claim, type Draft, type Rule } from './understand-claim.ts';
import { fastForward, freeze } from './understand-controls.ts';
import { USUAL_CHOICES } from './understand-filter.ts';
import { follow, lastUnderstood } from './understand-follow.ts';
import { flow, rows } from './understand-ledger.ts';
import { payDebt, payPerson, schedule } from './understand-payments.ts';
import { autoDeposit, setBudget } from './understand-plans.ts';
import { type Item, type Reading, readingOf } from './understand-reading.ts';
import { MOST_LETTERS, refusalOf } from './understand-refusals.ts';
import { anyRate, balance, card, debt, interest } from './understand-standing.ts';
import {
  capabilities,
  creditScore,
  dateToday,
  elsewhere,
  exchange,
  explain,
  happened,
  help,
  safeToSpend,
  social,
  strategies,
  why,
} from './understand-talk.ts';
import { whatIf } from './understand-what-if.ts';

/** The narrower ones first: the first that explains every word is meant. */
const RULES: readonly Rule[] = [
  social,
  capabilities,
  dateToday,
  whatIf,
  strategies,
  creditScore,
  help,
  explain,
  why,
  afford,
  safeToSpend,
  exchange,
  freeze,
  setBudget,
  autoDeposit,
  payPerson,
  payDebt,
  schedule,
  transfer,
  budget,
  goal,
  subscriptions,
  interest,
  debt,
  card,
  howLong,
  forecast,
  upcoming,
  happened,
  flow,
  rows,
  balance,
  fastForward,
  elsewhere,
  anyRate,
];

/** What a text means to a customer's own bank. Pure and deterministic: the same text, things and turns mean the same. */
export function understand(text: string, known: Known, before: readonly Turn[]): Meaning {
  if (text.length > MOST_LETTERS)
    return beyond(
      'too_long',
      `That is longer than ${MOST_LETTERS} letters. Ask one thing at a time.`,
      USUAL_CHOICES,
    );
  const reading = readingOf(text, known);
  const control = controlOf(reading, before);
  if (control) return control;
  const refusal = refusalOf(reading);
  if (refusal) return refusal;
  const last = before.at(-1)?.meaning;
  if (last?.kind === 'missing') {
    const filled = isWhole(reading) ? null : filledIn(text, last, known);
    if (filled) return filled;
  }
  const understood = lastUnderstood(before);
  const isFollowing =
    understood !== null && (FOLLOWS.test(text) || (PRONOUN.test(text) && HAVE_NAMES.has(understood.kind)));
  const attempts = [
    () => (isFollowing ? attempt((claim) => follow(claim, understood), reading) : null),
    () => (isFollowing ? completed(text, understood, known) : null),
    () => byRules(reading),
    () => (understood && !isFollowing ? attempt((claim) => follow(claim, understood), reading) : null),
    () => (understood ? completed(text, understood, known) : null),
  ];
  for (const one of attempts) {
    const meaning = one();
    if (meaning) return meaning;
  }
  return notUnderstood(reading);
}

const FOLLOWS =
  /^\s*(?:and|ok(?:ay)? and|so|what about|how about|same|only|just|make it|make that|no,|for|in|the other|with|without|instead|or)\b|\binstead\b/i;

/** "When is it due?" is about what was spoken of. */
const PRONOUN = /\b(?:it|its|that one|this one)\b/i;
const HAVE_NAMES = new Set(['card', 'debt', 'goal', 'upcoming', 'credit_score']);

function byRules(reading: Reading): Meaning | null {
  for (const rule of RULES) {
    const meaning = attempt(rule, reading);
    if (meaning) return meaning;
  }
  return null;
}

/** A rule's meaning where it leaves no word unexplained. */
function attempt(rule: Rule, reading: Reading): Meaning | null {
  const claim = new Claim(reading);
  const draft = rule(claim);
  if (!draft || claim.unexplained().length > 0) return null;
  return finished(draft, reading);
}

function finished(draft: Draft, reading: Reading): Meaning {
  if (!('meaning' in draft)) return draft;
  return { ...draft.meaning, assumed: [...draft.assumed, ...spellings(reading)] };
}

/** Names that were put right are told: nothing is paid to a typo in silence. */
function spellings({ changes, items }: Reading): Assumed[] {
  const names = items.filter(({ is }) => is === 'name');
  return changes
    .filter(({ to }) => names.some(({ words }) => words.includes(to)))
    .map(({ from, to }) => ({ slot: 'spelling', words: `\u201c${from}\u201d read as \u201c${to}\u201d` }));
}

const ACTIONS = new Set([
  'transfer',
  'pay_card',
  'pay_debt',
  'pay_person',
  'schedule',
  'auto_deposit',
  'freeze',
  'set_budget',
  'fast_forward',
  'what_if',
]);
const POLITE = new Set([
  'thanks',
  'greeting',
  'praise',
  'so',
  'last',
  'transfer',
  'payment',
  'make',
  'schedule',
  'all',
  'set',
  'freeze',
  'have',
]);

/** "Yes", "no", "undo": what is done with what was proposed. */
function controlOf({ items }: Reading, before: readonly Turn[]): Meaning | null {
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

const nothingOpen = () => beyond('nothing_open', 'Nothing is waiting for your answer.', USUAL_CHOICES);

/** A whole sentence of its own, rather than the answer to what was asked. */
function isWhole({ text, items }: Reading): boolean {
  return (
    items.length > 4 &&
    /^\s*(?:how|what|when|why|where|which|who|show|can|could|is|are|do|did|list|transfer|move|pay|send|freeze|set|fast|schedule)\b/i.test(
      text,
    )
  );
}

const CONNECTORS: Record<string, string> = {
  from: 'from',
  to: 'to',
  account: 'into',
  category: 'for',
  card: 'on',
  debt: 'on',
  on: 'on',
  percent: 'by',
  rate: 'at',
  months: 'over',
  down: 'with',
};

/** The answer to what was asked: one of the choices, or what completes the sentence. */
function filledIn(answer: string, last: Missing, known: Known): Meaning | null {
  const said = answer
    .trim()
    .replace(/[.?!]+$/, '')
    .replace(/^(?:the|my|it's|its|it is)\s+/i, '');
  const chosen = chosenOf(said, last);
  if (chosen) return understand(chosen, known, []);
  const text = last.text.trim().replace(/[.?!\s]+$/, '');
  const connector = CONNECTORS[last.slot];
  const joined = [`${text} ${answer.trim()}`, ...(connector ? [`${text} ${connector} ${said}`] : [])];
  for (const candidate of joined.toReversed()) {
    const meaning = isComplete(understand(candidate, known, []), last);
    if (meaning) return meaning;
  }
  return null;
}

function isComplete(meaning: Meaning, last: Missing): Meaning | null {
  if (meaning.kind === 'beyond' && meaning.reason === 'not_understood') return null;
  if (meaning.kind === 'missing')
    return meaning.of === last.of && meaning.slot !== last.slot ? meaning : null;
  return meaning.kind === last.of ||
    meaning.kind === 'beyond' ||
    (last.of === 'card' && meaning.kind === 'cards')
    ? meaning
    : null;
}

const ORDER = ['first', 'second', 'third', 'fourth'];

/** The one choice that an answer names; null when none or several are. */
function chosenOf(answer: string, { choices }: Missing): string | null {
  const words = wordsIn(answer).filter(
    (word) => !/^(?:the|one|my|a|an|from|to|please|on|for|card|account)$/.test(word),
  );
  const [only] = words;
  const place = words.length === 1 ? ORDER.indexOf(only ?? '') : -1;
  if (place !== -1) return choices[place]?.ask ?? null;
  if (words.length === 0) return null;
  const named = choices.filter(({ label }) => {
    const own = wordsIn(label);
    return words.every((word) =>
      own.some((one) => one === word || (/^\d/.test(word) && Number(one) === Number(word))),
    );
  });
  return named.length === 1 ? (named[0]?.ask ?? null) : null;
}

/** "And the minimum?" after a card was spoken of: the sentence with its name. */
function completed(
  text: string,
  last: Exclude<Meaning, { kind: 'missing' | 'beyond' }>,
  known: Known,
): Meaning | null {
  const name =
    last.kind === 'card'
      ? last.card.name
      : last.kind === 'debt'
        ? [...known.loans, ...known.mortgages].find(({ id }) => id === last.debt.id)?.name
        : last.kind === 'goal'
          ? last.goal?.name
          : last.kind === 'upcoming'
            ? placeName(last, known)
            : undefined;
  if (!name) return null;
  const said = text
    .trim()
    .replace(/[.?!\s]+$/, '')
    .replace(/^(?:and|so|what about|how about)\s+/i, '');
  const meaning =
    byRules(readingOf(`what is ${said} on ${name}`, known)) ?? byRules(readingOf(`${said} ${name}`, known));
  const fits =
    meaning &&
    (meaning.kind === last.kind ||
      (last.kind === 'upcoming' && (meaning.kind === 'card' || meaning.kind === 'debt')));
  return fits ? meaning : null;
}

const DOING = [
  'transfer',
  'send',
  'pay',
  'payoff',
  'schedule',
  'freeze',
  'unfreeze',
  'set',
  'forward',
  'put',
  'spend',
  'earn',
  'due',
  'score',
  'networth',
  'balance',
];

function notUnderstood(reading: Reading): Meaning {
  const { text, items } = reading;
  const doings = new Set(
    items.flatMap((item) => (item.is === 'lemma' && DOING.includes(item.lemma) ? [item.lemma] : [])),
  );
  if (doings.size > 1 && /\b(?:and|then|also)\b|[?.!].*\w/i.test(text))
    return beyond(
      'two_at_once',
      'That is more than one thing. Ask for one at a time.',
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
  if (person && !new Claim(reading).isQuestion && !/\bif\b/i.test(text))
    return beyond(
      'unknown_name',
      `I know nobody and nothing here called \u201c${person.raw}\u201d.`,
      reading.known.contacts.slice(0, 2).map(({ name }) => asked(`Pay ${name}`)),
      person.raw,
    );
  const words = about
    ? `I do not know what \u201c${about}\u201d means here.`
    : 'I am not sure what you mean.';
  return beyond('not_understood', words, nearest(items), about);
}

/** What can be asked about the things that were named. */
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

const wordsIn = (text: string) =>
  text
    .toLowerCase()
    .replace(/(\d),(?=\d{3})/g, '$1')
    .split(/[^\p{L}\p{N}.]+/u)
    .filter((word) => word !== '');

function placeName(
  last: Extract<Meaning, { kind: 'upcoming' }>,
  { cards, loans, mortgages }: Known,
): string | undefined {
  return last.about?.name ?? [...cards, ...loans, ...mortgages].find(({ id }) => id === last.place?.id)?.name;
}

const PAYING = new Set(['send', 'pay', 'transfer']);

/** Whether a word stands where somebody who is paid does: behind "to" or right behind the verb. */
function isPaid(items: readonly Item[], item: Item, at: number): boolean {
  const isPayment = items.some((one) => one.is === 'lemma' && PAYING.has(one.lemma));
  const before = items.slice(0, at).findLast(({ is }) => is !== 'stop');
  return isPayment && (item.prep === 'to' || (before?.is === 'lemma' && PAYING.has(before.lemma)));
}
