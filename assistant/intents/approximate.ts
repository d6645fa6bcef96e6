import { findBestArticle } from '../finding.ts';
import type { Intent } from '../intent.ts';
import { TIMELY } from '../parser/filter.ts';
import { isConcept, MatchedSpans, type Rule, toRefusal } from '../parser/matched-spans.ts';
import {
  findNearQuestions,
  isBankingWord,
  isKnownFeature,
  type NearQuestion,
} from '../parser/nearest-questions.ts';
import type { Item, ParsedMessage } from '../parser/parsed-message.ts';
import { readTopicValues } from '../parser/topic-values.ts';
import { findTopic } from '../topics.ts';
import { refuseLanguage } from './languages.ts';

/** The highest number of words that a reading can leave out. */
const MAX_FILLERS = 3;
/**
 * The lowest probability at which the assistant takes each of these actions:
 * - `answered`: It answers a known question.
 * - `alone`: It answers a question without another question to offer.
 * - `explained`: It explains how the bank works. A wrong explanation does no harm, because it has no figures.
 * - `sure`: It explains without saying how it read the message.
 * - `preferred`: It answers a topic instead of a rule's question.
 * - `offered`: It offers a question.
 */
const MIN_PROBABILITY = {
  answered: 0.68,
  alone: 0.45,
  explained: 0.45,
  sure: 0.9,
  preferred: 0.94,
  offered: 0.12,
};

/** Verbs of requests. A request is never answered as if it were a question. */
const REQUESTS =
  'transfer send put take pay payoff schedule autodeposit deposit withdraw freeze unfreeze set raise lower forward undo stopit delete open close request split pause postpone save budget';
const POLITE =
  /^\s*(?:(?:please|pls|hey|hi|ok|okay|so|and|can you|could you|would you|i want to|i wanna|i need to|i'd like to|let's|lets|go ahead and|help me)[\s,]+)*/i;

/** Returns true for a message that asks to do something: it starts with a verb such as "pay" or "cancel". */
export function isRequest({ text, items }: ParsedMessage): boolean {
  const start = POLITE.exec(text)?.[0].length ?? 0;
  const first = items.find(({ start: at, is }) => at >= start && is !== 'stop' && is !== 'preposition');
  // "Transfer 200" is a request, but "transfers last month" is a noun.
  const hasAmount =
    first !== undefined && items.slice(first.at + 1, first.at + 3).some(({ is }) => is === 'amount');
  return (
    (isConcept(first, REQUESTS) || /^(?:spend|buy|charge)$/i.test(first?.raw ?? '')) &&
    (hasAmount ||
      !/^(?:spending|payments?|bills?|budgets?|savings?|deposits?|transfers?|withdrawals?)$/i.test(
        first?.raw ?? '',
      )) &&
    !/\?\s*$|^\s*(?:how|what|when|where|why|who|which|is|are|am|do|does|did|has|have|will|should|can i|could i|would)\b/i.test(
      text,
    )
  );
}

const ASKS = /\b(?:how|what|whats|when|where|why|who|which|is|are|do|does|did|will)\b/i;

/** Words after which an unknown word is a verb or an adverb, not the thing that the question is about. */
const BEFORE_VERB =
  /\b(?:i|we|you|it|they|to|did|do|does|just|really|even|already|be|am|is|are|was|been|have|has|had|'ve|gonna|wanna|totally|actually|that|so)\s*$/i;
/** Words that an answer can't leave out, because they change what is asked. */
const OPERATORS =
  /^(?:after|before|without|except|not|never|twice|double|half|other|another|only|both|between|than|un\w+|non\w*|tax(?:es)?|paperless|joint|\d.*)$/i;

/** Returns true if a word can be left out of a question about balances, cards, debts, or plans. */
const isFiller = (item: Item, text: string): boolean =>
  item.is === 'word' &&
  !isKnownFeature(item) &&
  // An unknown word at the start is usually the verb of a request.
  (item.start > 0 || /\?/.test(text) || ASKS.test(text.slice(item.end))) &&
  !item.words.some((word) => isBankingWord(word) || OPERATORS.test(word) || TIMELY.test(word)) &&
  // A capitalized word within a sentence is a name.
  !(item.start > 0 && /^\p{Lu}/u.test(item.raw) && /\p{Ll}/u.test(text.slice(0, item.start)));

/** Returns true if a word can be left out of a question about transactions, where a noun is usually a filter. */
const isFillerVerb = (item: Item, text: string): boolean =>
  isFiller(item, text) && (item.start === 0 || BEFORE_VERB.test(text.slice(0, item.start)));

/** Kinds of questions in which any noun can be a filter. */
const FILTERED = new Set<Intent['kind']>(['flow', 'rows', 'why', 'afford', 'what_if', 'interest']);

const CLAUSES = /\s*(?:[,;]|\.{2,}|[.?!](?=\s)|\s[-\u2013\u2014]\s)\s*/;
/** Clauses about the speaker or the form of the answer: "I'm 16", "my husband says it's over 2 grand". */
const ASIDE =
  /^(?:(?:i'?m|i am|im|we'?re|we are)\s+\S+(?:\s+\S+){0,3}|(?:and |but )?(?:my|our) \w+ (?:says?|said|thinks?|thought|claims?)\b.*|(?:but )?i (?:thought|think|guess|believe|swear|hope|know|forgot)\b.*|(?:but )?(?:i )?(?:can(?:'|\u2019)?t|cannot|don(?:'|\u2019)?t) (?:remember|recall|know)(?: (?:where|what|when|why|who|which)\b.*)?|(?:please |just |and )?(?:be honest|no rush|asap|thanks.*|thank you.*|please|pls|quick(?:ly)?|seriously|ok|okay|sorry.*|hi|hey|hello|honestly|show (?:me )?(?:the )?(?:numbers|facts|math)|in (?:a )?(?:table|list|numbers|detail|short|words)|in (?:years|months|weeks|days)(?: and (?:years|months|weeks|days))?|for (?:my |the )?(?:tax(?:es)?|accountant|records|wife|husband|partner|report)))$/i;
const MANNER =
  /\s+like (?:i'?m|i am|im|you(?:'re| are)?)\b.*$|\s+for (?:dummies|beginners|a (?:kid|child|five year old|5 year old))$/i;

/** Reads a message without asides: "what does utilization mean, I'm 16". */
export function readWithoutAsides(
  text: string,
  understandPart: (part: string) => Intent | null,
): Intent | null {
  const withoutManner = text.replace(MANNER, '');
  const clauses = withoutManner.split(CLAUSES).filter((clause) => clause !== '');
  const asides = clauses.filter((clause) => ASIDE.test(clause));
  const rest = clauses.filter((clause) => !ASIDE.test(clause));
  if (rest.length === 0 || (asides.length === 0 && withoutManner === text)) return null;
  return understandPart(rest.join(', ')) ?? (rest.length > 1 ? understandPart(rest.join(' ')) : null);
}

/** Reads a message without the words that add nothing: "how much dough is in my checking". */
export function readWithoutFillers(
  message: ParsedMessage,
  rules: readonly Rule[],
  isAnswerable: (intent: Intent) => boolean,
): Intent | null {
  if (isRequest(message) || refuseLanguage(message.text)) return null;
  let best: { intent: Intent; count: number } | null = null;
  for (const rule of rules) {
    const spans = new MatchedSpans(message);
    const intent = rule(spans);
    const left = spans.unmatchedItems();
    const result = spans.reply ?? (intent && { ...intent, assumed: spans.assumed });
    if (!result || left.length === 0 || left.length > MAX_FILLERS || !isAnswerable(result)) continue;
    const kind = result.kind === 'missing' ? result.of : result.kind;
    const isDroppable = FILTERED.has(kind) ? isFillerVerb : isFiller;
    if (!left.every((item) => isDroppable(item, message.text)) || (best && best.count <= left.length))
      continue;
    best = { intent: noteFillers(result, left), count: left.length };
  }
  return best?.intent ?? null;
}

function noteFillers(intent: Intent, left: readonly Item[]): Intent {
  if (intent.kind === 'missing' || intent.kind === 'beyond') return intent;
  const words = left.map(({ raw }) => raw).join(' ');
  const assumed = [
    ...intent.assumed,
    { slot: 'filler', text: `\u201c${words}\u201d doesn't change the question` },
  ];
  return { ...intent, assumed } as Intent;
}

/** Reads a message as the most similar known question, or offers the closest ones. */
export function readAsKnownQuestion(
  message: ParsedMessage,
  understandQuestion: (question: string) => Intent | null,
): Intent | null {
  if (refuseLanguage(message.text) || FORBIDS.test(message.text)) return null;
  const near = findNearQuestions(message).flatMap((near) => {
    const { question, label, score } = near;
    const intent = toIntent(near, message, understandQuestion);
    return intent && hasSameTense(intent, message.text) && !isNegated(intent, message.text)
      ? [{ choice: { label, ask: question }, score, intent }]
      : [];
  });
  const [best, second] = near;
  if ((hasOpenPronoun(message) || !hasTopic(message)) && best?.score !== 1) return null;
  if (
    best &&
    isSure(best, second?.score ?? 0, message) &&
    (best.intent.kind === 'fact' || !hasUnclearTime(message)) &&
    isAllowed(best.intent, message) &&
    !hasFilter(best.intent, message)
  ) {
    const others = near
      .slice(1)
      .filter(({ score }) => score >= MIN_PROBABILITY.offered)
      .map(({ choice }) => choice)
      .slice(0, 2);
    if (best.intent.kind === 'missing' || best.intent.kind === 'beyond') return best.intent;
    if (best.intent.kind === 'fact' && best.score >= MIN_PROBABILITY.sure) return best.intent;
    return { ...best.intent, reading: { question: best.choice.label, others } } as Intent;
  }
  if (HOW_TO.test(message.text) && findBestArticle(message.text, message.text))
    return { kind: 'help', topic: message.text, assumed: [] };
  const offered = near.filter(({ score }) => score >= MIN_PROBABILITY.offered).map(({ choice }) => choice);
  if (offered.length === 0) return null;
  return toRefusal(
    'not_understood',
    offered.length === 1
      ? 'We\u2019re not sure what you mean. Do you mean this?'
      : 'We\u2019re not sure what you mean. Do you mean one of these?',
    offered,
  );
}

/** Returns the topic of a message that is almost certain: "am I broke". */
export function readAsTopic(message: ParsedMessage): Intent | null {
  const [best] = findNearQuestions(message);
  if (!best?.topic || best.score < MIN_PROBABILITY.preferred) return null;
  const intent = readAsKnownQuestion(message, () => null);
  return intent?.kind === 'topic' ? intent : null;
}

/** Returns the explanation that a message asks for, if it is the most similar known question. */
export function readAsFact(message: ParsedMessage): Intent | null {
  const intent = readAsKnownQuestion(message, () => null);
  return intent?.kind === 'fact' ? intent : null;
}

function toIntent(
  { question, fact, topic, score }: NearQuestion,
  message: ParsedMessage,
  understandQuestion: (question: string) => Intent | null,
): Intent | null {
  const isWhatIf = /^\s*what if\b/i.test(message.text) && score < MIN_PROBABILITY.sure;
  if (fact) return PAST.test(message.text) || isWhatIf ? null : { kind: 'fact', fact, assumed: [] };
  if (ALERTS.test(message.text)) return null;
  if (topic === null) return understandQuestion(question);
  const { values, assumed } = readTopicValues(message, findTopic(topic));
  return { kind: 'topic', topic, values, assumed };
}

/** Returns true if the message is about "it" or "that", which it doesn't name. */
const hasOpenPronoun = ({ text, items }: ParsedMessage) =>
  /\b(?:it|that|this|they|them|those|these)\b(?! (?:month|week|year|quarter|weekend|time|day|account|card)\b)/i.test(
    text,
  ) && items.filter(({ is }) => is !== 'stop' && is !== 'preposition').length < 3;

/** Questions about what the customer did, which how the bank works doesn't answer. */
const PAST = /^(?!\s*why\b).*\b(?:did|have|has) (?:i|we)\b|\btwice as\b/i;
/** Kinds of questions about what happened, and about what will happen. */
const ABOUT_PAST = new Set<Intent['kind']>([
  'flow',
  'rows',
  'transfers',
  'interest',
  'paycheck',
  'highest_balance',
]);
const ABOUT_FUTURE = new Set<Intent['kind']>(['upcoming', 'forecast', 'safe_to_spend', 'afford', 'how_long']);

/** Returns false if a message asks about the past and the question about the future, or the reverse. */
function hasSameTense({ kind }: Intent, text: string): boolean {
  if (/\b(?:did|was|were|have i|has)\b/i.test(text)) return !ABOUT_FUTURE.has(kind);
  return (
    !/\b(?:will|going to|gonna|tomorrow|upcoming)\b|\bwould i have\b/i.test(text) || !ABOUT_PAST.has(kind)
  );
}

/** "What if I never pay off Reef" isn't "What if I pay off Reef". */
const isNegated = ({ kind }: Intent, text: string) =>
  kind === 'what_if' && /\b(?:never|don'?t|not)\b/i.test(text);

const TENSED =
  /\b(?:did|was|were|have|has|had|will|would|going|gonna|last|paid|spent|earned|made|cost|next|due|upcoming|coming|future)\b/i;

/** Returns true for "interest in December" in November, which can be the last December or the next one. */
const hasUnclearTime = ({ text, items, today }: ParsedMessage) =>
  !TENSED.test(text) &&
  items.some(
    (item) =>
      item.is === 'time' &&
      ((item.time.isYearUnstated === true &&
        item.time.past.from !== item.time.future.from &&
        (item.time.future.from ?? today) - today < today - (item.time.past.to ?? today)) ||
        (item.time.past.from ?? today) > today),
  );

const HOW_TO = /\bhow (?:do|can|could|to)\b|\bwhere (?:do|can)\b/i;

/** Returns true if a question is likely enough to be answered. A single word, such as "pay", has to be clear. */
function isSure(
  { score, intent }: { score: number; intent: Intent },
  secondScore: number,
  { tokens, text }: ParsedMessage,
): boolean {
  if (score >= (tokens.length > 1 ? MIN_PROBABILITY.answered : MIN_PROBABILITY.sure)) return true;
  // "And the Friday after" continues a question, so it says less than a question of its own.
  if (/^\s*(?:and|so|what about|how about)\b/i.test(text)) return false;
  const minimum = intent.kind === 'fact' ? MIN_PROBABILITY.explained : MIN_PROBABILITY.alone;
  return (
    tokens.length > 1 && score >= minimum && (intent.kind === 'fact' || secondScore < MIN_PROBABILITY.offered)
  );
}

/** Requests for an alert and questions about one, which aren't questions about now. */
const ALERTS =
  /^\s*(?:please\s+)?(?:let me know|tell me|notify me|alert me|ping me|warn me|remind me|text me|email me)\s+(?:if|when|before|once|as soon)\b|^\s*did .*\b(?:notify|alert|warn|remind|text|email) (?:me|us)\b/i;

/** Requests not to do something, and answers to a question, which no known question means. */
const FORBIDS = /^\s*(?:please\s+)?(?:do not|don['\u2019]?t|never|yes|no|nope|yep)\b/i;

/** Returns true if a message can ask a question: a request can't, except for how the bank works. */
const isAllowed = (intent: Intent, message: ParsedMessage): boolean =>
  !isRequest(message) ||
  (intent.kind === 'fact' && !MOVES_MONEY.has(intent.fact) && !MOVES.test(message.text)) ||
  ((intent.kind === 'fact' || intent.kind === 'topic') &&
    !message.items.some(({ is }) => is === 'amount' || is === 'percent'));

/** Requests to move money, which have to be stated exactly. */
const MOVES = /^\s*(?:please |can you |could you )*(?:transfer|move|send|pay|put|wire)\b.*\d/i;
/** Explanations of what the assistant does on request. A request with an amount has to be stated exactly instead. */
const MOVES_MONEY: ReadonlySet<string> = new Set(
  'transfer pay-people pay-a-card pay-off-early scheduled-payments auto-deposit budgets goals limits-and-speed rewards correct-transfer no-free-money back-in-time simulated-clock'.split(
    ' ',
  ),
);

/** Returns true if a message has more than values, names, and a question word: "1234", "why", "200 in savings". */
const hasTopic = ({ items, text }: ParsedMessage): boolean =>
  /^\s*(?:can|could|would|will) (?:i|we|you)\b/i.test(text) ||
  // "What will I get" names nothing, but "where will I be in a year" names a time.
  ((!items.some((item) => isConcept(item, 'will')) ||
    items.some(({ is }) => is !== 'stop' && is !== 'preposition' && is !== 'concept') ||
    items.filter(({ is }) => is === 'concept').length > 1) &&
    items.some(
      (item) =>
        item.is === 'word' ||
        (item.is === 'concept' && !/^(?:when|why|who|or|another|only|all)$/.test(item.concept)),
    ));

/** Returns true if a question about transactions would leave out a word that can be a filter. */
function hasFilter({ kind }: Intent, { items, text }: ParsedMessage): boolean {
  const isDroppable = FILTERED.has(kind) ? isFillerVerb : isFiller;
  return items.some((item) => item.is === 'word' && !isKnownFeature(item) && !isDroppable(item, text));
}
