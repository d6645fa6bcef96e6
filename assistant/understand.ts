import type { Assumed, Known, Meaning, Missing, Turn } from './meaning.ts';
import { transfer } from './understand-actions.ts';
import { afford, forecast, howLong, subscriptions, upcoming } from './understand-ahead.ts';
import { budget, goal } from './understand-aims.ts';
import { balance } from './understand-balance.ts';
import { beyond, Claim, type Draft, type Rule } from './understand-claim.ts';
import { fastForward, freeze } from './understand-controls.ts';
import { USUAL_CHOICES } from './understand-filter.ts';
import { follow, lastUnderstood } from './understand-follow.ts';
import { elsewhere, explain, help } from './understand-help.ts';
import { flow } from './understand-ledger.ts';
import { payDebt, schedule } from './understand-payments.ts';
import { payPerson } from './understand-people.ts';
import { autoDeposit, setBudget } from './understand-plans.ts';
import { type Reading, readingOf } from './understand-reading.ts';
import { MOST_LETTERS, refusalOf } from './understand-refusals.ts';
import { controlOf } from './understand-replies.ts';
import { rows } from './understand-rows.ts';
import { anyRate, card, debt, interest } from './understand-standing.ts';
import {
  capabilities,
  creditScore,
  dateToday,
  exchange,
  happened,
  safeToSpend,
  social,
  strategies,
  why,
} from './understand-talk.ts';
import { quietened } from './understand-text.ts';
import { notUnderstood } from './understand-unknown.ts';
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

/**
 * Returns the intent of a message. Pure and deterministic: equal text, data, and history give equal intents.
 */
export function understand(said: string, known: Known, before: readonly Turn[]): Meaning {
  if (said.length > MOST_LETTERS)
    return beyond(
      'too_long',
      `That is longer than ${MOST_LETTERS} letters. Ask one thing at a time.`,
      USUAL_CHOICES,
    );
  const text = quietened(said);
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
