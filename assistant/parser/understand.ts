import type { Assumed, CustomerContext, Intent, Missing, Turn } from '../intent.ts';
import { transfer } from '../intents/actions.ts';
import { balance } from '../intents/balance.ts';
import { budget, goal } from '../intents/budgets-and-goals.ts';
import { flow } from '../intents/cash-flow.ts';
import { fastForward, freeze } from '../intents/controls.ts';
import { follow, lastUnderstood } from '../intents/follow-up.ts';
import { elsewhere, explain, help } from '../intents/help.ts';
import { payDebt, schedule } from '../intents/payments.ts';
import { payPerson } from '../intents/people.ts';
import { autoDeposit, setBudget } from '../intents/plans.ts';
import { getRefusal, MOST_LETTERS } from '../intents/refusals.ts';
import { getControl } from '../intents/replies.ts';
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
} from '../intents/small-talk.ts';
import { anyRate, card, debt, interest } from '../intents/status.ts';
import { rows } from '../intents/transactions.ts';
import { notUnderstood } from '../intents/unknown.ts';
import { afford, forecast, howLong, subscriptions, upcoming } from '../intents/upcoming.ts';
import { whatIf } from '../intents/what-if.ts';
import { USUAL_CHOICES } from './filter.ts';
import { beyond, MatchedSpans, type Rule } from './matched-spans.ts';
import { getReading, type ParsedMessage } from './parsed-message.ts';
import { quietened } from './text.ts';

/** In order of precedence, narrowest first. The first rule that matches every word wins. */
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
export function understand(said: string, known: CustomerContext, before: readonly Turn[]): Intent {
  if (said.length > MOST_LETTERS)
    return beyond(
      'too_long',
      `Your message is longer than ${MOST_LETTERS} characters. Ask one question at a time.`,
      USUAL_CHOICES,
    );
  const text = quietened(said);
  const reading = getReading(text, known);
  const control = getControl(reading, before);
  if (control) return control;
  const refusal = getRefusal(reading);
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
    () => (isFollowing ? attempt((spans) => follow(spans, understood), reading) : null),
    () => (isFollowing ? completed(text, understood, known) : null),
    () => byRules(reading),
    () => (understood && !isFollowing ? attempt((spans) => follow(spans, understood), reading) : null),
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

/** A pronoun, as in "When is it due?", refers to the previous intent. */
const PRONOUN = /\b(?:it|its|that one|this one)\b/i;

const HAVE_NAMES = new Set(['card', 'debt', 'goal', 'upcoming', 'credit_score']);

function byRules(reading: ParsedMessage): Intent | null {
  for (const rule of RULES) {
    const meaning = attempt(rule, reading);
    if (meaning) return meaning;
  }
  return null;
}

/** Returns the intent of a rule if it matches every word of the message. */
function attempt(rule: Rule, reading: ParsedMessage): Intent | null {
  const spans = new MatchedSpans(reading);
  const draft = rule(spans);
  if (!draft || spans.unexplained().length > 0) return null;
  if (draft.kind === 'missing' || draft.kind === 'beyond') return draft;
  return { ...draft, assumed: [...spans.assumed, ...spellings(reading)] };
}

/** Lists corrected names, so that the customer sees a misspelled payee before paying. */
function spellings({ changes, items }: ParsedMessage): Assumed[] {
  const names = items.filter(({ is }) => is === 'name');
  return changes
    .filter(({ to }) => names.some(({ words }) => words.includes(to)))
    .map(({ from, to }) => ({
      slot: 'spelling',
      words: `\u201c${from}\u201d interpreted as \u201c${to}\u201d`,
    }));
}

/** Returns whether a message is a full request instead of the answer to a follow-up question. */
function isWhole({ text, items }: ParsedMessage): boolean {
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

/** Reads the message as a choice, or as the missing part of the previous sentence. */
function filledIn(answer: string, last: Missing, known: CustomerContext): Intent | null {
  const said = answer
    .trim()
    .replace(/[.?!]+$/, '')
    .replace(/^(?:the|my|it's|its|it is)\s+/i, '');
  const chosen = getChosen(said, last);
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

function isComplete(meaning: Intent, last: Missing): Intent | null {
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

/** Returns the choice that an answer names, or null unless exactly one matches. */
function getChosen(answer: string, { choices }: Missing): string | null {
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

/** Adds the name of the previous product to a short follow-up, such as "And the minimum?". */
function completed(
  text: string,
  last: Exclude<Intent, { kind: 'missing' | 'beyond' }>,
  known: CustomerContext,
): Intent | null {
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
    byRules(getReading(`what is ${said} on ${name}`, known)) ?? byRules(getReading(`${said} ${name}`, known));
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
  last: Extract<Intent, { kind: 'upcoming' }>,
  { cards, loans, mortgages }: CustomerContext,
): string | undefined {
  return last.about?.name ?? [...cards, ...loans, ...mortgages].find(({ id }) => id === last.place?.id)?.name;
}
