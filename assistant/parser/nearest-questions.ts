import { type KnownQuestion, QUESTIONS, type SlotName } from './known-questions.ts';
import { getStrongest, isPlace } from './matched-spans.ts';
import type { Ref } from './names.ts';
import type { Item, NameItem, ParsedMessage } from './parsed-message.ts';
import { GLOSSARY_WORDS } from './terms.ts';
import { getStem, readMessage, readPhrasing, SLOT } from './topic-features.ts';
import { type Example, predictTopics, sumEvidence, type TopicModel, trainTopicModel } from './topic-model.ts';
import { KNOWN_WORDS } from './vocabulary.ts';

/**
 * A known question that a message could ask. A classifier learns the questions from the phrasings in
 * `content/assistant-questions.json`, `content/assistant-facts.json`, and `content/assistant-topics`. A question's
 * slots, such as `{account}`, are filled with the names, times, and amounts of the message, and every one of these has
 * to be used: a question that leaves out a part of the message doesn't fit.
 */
export type NearQuestion = {
  /** The question with all values of the message. */
  question: string;
  /** The question as the answer quotes it. */
  label: string;
  /** The id of the fact that answers the question, if it is about how the bank works. */
  fact: string | null;
  /** The id of the topic that answers the question, if only examples describe it. */
  topic: string | null;
  /** The probability that the message asks this, among the questions that fit. */
  score: number;
};

type Trained = {
  model: TopicModel;
  /** The question of each phrasing by its features; -1 if several questions have it. */
  byPhrasing: ReadonlyMap<string, number>;
  /** The question of each phrasing without slots by its letters; -1 if several questions have it. */
  byText: ReadonlyMap<string, number>;
};
let trained: Trained | null = null;
/** The training under way. Only its steps that are left take time when the first message needs the model. */
const training = train();

/** Returns the model of the known questions. Finishes the training first. */
function getTrained(): Trained {
  while (!trained) trainNextStep();
  return trained;
}

function trainNextStep(): void {
  const { done, value } = training.next();
  if (done) trained = value;
}

/** Trains the model in steps of some milliseconds, between which the server does other work. */
export async function prepareKnownQuestions(): Promise<void> {
  while (!trained) {
    trainNextStep();
    await new Promise((resolve) => setTimeout(resolve));
  }
}

/** The number of questions whose phrasings a step of the training splits into features. */
const QUESTIONS_PER_STEP = 20;

function* train(): Generator<void, Trained, void> {
  const examples: Example[] = [];
  const byPhrasing = new Map<string, number>();
  const byText = new Map<string, number>();
  for (const [topic, { ask, fact, accepts, phrasings }] of QUESTIONS.entries()) {
    const first = fact ? ask : [ask, ...accepts.map((name) => `{${name}}`)].join(' ');
    for (const phrasing of [first, ...phrasings]) {
      const text = readPhrasing(phrasing);
      const key = getKey(text.features);
      addPhrasing(byPhrasing, key, topic);
      if (!phrasing.includes('{')) addPhrasing(byText, getLetters(phrasing), topic);
      examples.push({ text, topic });
    }
    if (topic % QUESTIONS_PER_STEP === 0) yield;
  }
  for (const [topic, { ask }] of QUESTIONS.entries())
    byPhrasing.set(getKey(readPhrasing(ask).features), topic);
  return { model: yield* trainTopicModel(examples, QUESTIONS.length), byPhrasing, byText };
}

function addPhrasing(topics: Map<string, number>, key: string, topic: number): void {
  topics.set(key, (topics.get(key) ?? topic) === topic ? topic : -1);
}

const getLetters = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
const isSameText = (question: string, text: string) => getLetters(question) === getLetters(text);

const getKey = (features: readonly string[]) => features.toSorted().join(' ');

/** The weight of the probability of questions that don't fit a message. It lowers the score of those that fit. */
const UNFITTING_SHARE = 0.4;
/**
 * The weight of the probability of a question about how the bank works if the message names a time. Few such messages
 * name one, but some do: "my husband died last week".
 */
const DATED_SHARE = 0.6;

/**
 * The evidence that a message's words give for a question, without its amounts, names, and times. With less, only the
 * values fit: "put 50 into savings" isn't "How long until I have 50 in savings?".
 */
const MIN_EVIDENCE = 2.5;
const isWord = (feature: string) => !feature.startsWith('{');

const MAX_NEAR_QUESTIONS = 4;
/** The near questions of each message that was classified. One message can be classified several times. */
const found = new WeakMap<ParsedMessage, readonly NearQuestion[]>();

/** Returns the known questions that a message most likely asks, best first. */
export function findNearQuestions(message: ParsedMessage): readonly NearQuestion[] {
  const near = found.get(message) ?? classify(message);
  found.set(message, near);
  return near;
}

function classify(message: ParsedMessage): NearQuestion[] {
  const { model, byPhrasing, byText } = getTrained();
  const text = readMessage(message.items);
  const probabilities = predictTopics(model, text);
  // The words of a phrasing can look like values: "hourly" in "what is my hourly rate".
  const same = byPhrasing.get(getKey(text.features)) ?? byText.get(getLetters(message.text));
  const fitting = QUESTIONS.flatMap((known, at) => {
    const question = fillSlots(known, message);
    if (question === null) return [];
    const probability = (probabilities[at] ?? 0) * (question.isDated ? DATED_SHARE : 1);
    return [{ at, known, ...question, probability }];
  });
  const total = fitting.reduce((sum, { probability }) => sum + probability, 0);
  return fitting
    .map(({ at, known: { fact, topic }, question, label, probability }) => ({
      at,
      near: {
        question,
        label,
        fact,
        topic,
        score:
          at === same || isSameText(question, message.text)
            ? 1
            : probability / (total + UNFITTING_SHARE * (1 - total)),
      },
    }))
    .toSorted((a, b) => b.near.score - a.near.score)
    .slice(0, 2 * MAX_NEAR_QUESTIONS)
    .filter(({ at, near }) => near.score === 1 || sumEvidence(model, text, at, isWord) >= MIN_EVIDENCE)
    .slice(0, MAX_NEAR_QUESTIONS)
    .map(({ near }) => near);
}

/** Fills a question's slots with the items of a message. Returns null if a slot or an item is left over. */
function fillSlots(
  { ask, fact, topic, slots, accepts }: KnownQuestion,
  { items, text }: ParsedMessage,
): { question: string; label: string; isDated: boolean } | null {
  const free = items.filter(isValue);
  const values: string[] = [];
  for (const { name, isOptional } of [...slots, ...accepts.map((name) => ({ name, isOptional: true }))]) {
    const at = free.findIndex((item) => getSlotText(item, name, text) !== null);
    const [item] = at === -1 ? [] : free.splice(at, 1);
    const value = item ? getSlotText(item, name, text) : null;
    if (value === null && !isOptional) return null;
    values.push(value ?? '');
  }
  const isLeft = free.some((item) => {
    if (item.is === 'name' && item.generic && !item.isExcluded) return false;
    if (ask.toLowerCase().includes(item.raw.toLowerCase())) return false;
    // The answer of a topic states the actual share: "have I paid more than half of my mortgage".
    if (item.is === 'share' && topic !== null) return false;
    // The bank's rules are the same for every amount and every product.
    return fact === null || (item.is === 'name' && !isGeneral(item));
  });
  if (isLeft) return null;
  const isDated = fact !== null && free.some(({ is }) => is === 'time');
  const tidy = (sentence: string) => sentence.replace(/\s+/g, ' ').replace(/ (?=[?.,]|$)/g, '');
  const sentence = ask.replace(SLOT, () => values.shift() ?? '');
  // An explanation is the same for all values.
  const question = fact ? sentence : sentence.replace(/[?.]?$/, (end) => ` ${values.join(' ')}${end}`);
  return { question: tidy(question), label: tidy(sentence), isDated };
}

/** Returns true for an item that carries a value. "Today" and "now" add nothing to a question about the present. */
function isValue(item: Item): boolean {
  if (item.is === 'time') return !/^(?:today|tonight)$/i.test(item.raw);
  // "Paid in full" adds nothing to "paid off".
  if (item.is === 'share') return item.share < 1;
  // "My two accounts" counts them.
  if (item.is === 'amount') return item.value.isMoney || !/^\p{L}+$/u.test(item.raw);
  return [
    'name',
    'amount',
    'percent',
    'frequency',
    'duration',
    'currency',
    'quote',
    'email',
    'share',
  ].includes(item.is);
}

/** Returns true for a name that says little about a question on how the bank works: "my dentist", "the card". */
const isGeneral = ({ refs }: NameItem) =>
  getStrongest(refs).some(({ is }) => isPlace(is)) ||
  refs.every(({ is, strength }) => is === 'category' && strength === 1);

const isKind = (ref: Ref, name: SlotName) =>
  name === 'debt' ? ref.is === 'loan' || ref.is === 'mortgage' : ref.is === name;

function getSlotText(item: Item, name: SlotName, text: string): string | null {
  if (item.is === name) return text.slice(item.start, item.end);
  return item.is === 'name' ? getNameText(item, name) : null;
}

function getNameText(item: NameItem, name: SlotName): string | null {
  if (item.isExcluded) return null;
  const strongest = getStrongest(item.refs);
  const refs = strongest.filter((ref) => isKind(ref, name));
  const [ref, another] = refs.length > 0 ? refs : item.refs.filter((ref) => isKind(ref, name));
  if (!ref) return null;
  if (item.generic === 'account' && item.isPlural) return null;
  // "Coffee" means all merchants that sell it, not only the one whose name contains the word.
  if (ref.is === 'merchant' && item.refs.some(({ isMatchedByItem }) => isMatchedByItem)) return item.raw;
  if (item.generic && isPlace(ref.is)) return item.raw;
  return another && name !== 'merchant'
    ? item.raw
    : ref.is === 'category'
      ? item.raw
      : another
        ? item.raw
        : ref.name;
}

const BANKING_STEMS: ReadonlySet<string> = new Set(
  [...GLOSSARY_WORDS, ...KNOWN_WORDS].filter((word) => word.length > 3).map(getStem),
);

/** Returns true if a word belongs to banking, so that a question that contains it is about it. */
export const isBankingWord = (word: string): boolean => BANKING_STEMS.has(getStem(word));

/** Returns true if a known question contains one of the item's words. */
export const isKnownFeature = ({ words }: Item): boolean =>
  words.some((word) => getTrained().model.features.has(getStem(word)));
