import { distance } from 'fastest-levenshtein';
import catalog from '../../content/assistant-questions.json' with { type: 'json' };
import { FACTS } from '../facts.ts';
import type { CustomerContext } from '../intent.ts';
import { TOPICS } from '../topics.ts';
import { getStrongest, isPlace } from './matched-spans.ts';
import type { Ref } from './names.ts';
import { type Item, type NameItem, type ParsedMessage, parseMessage } from './parsed-message.ts';
import { GLOSSARY_WORDS } from './terms.ts';
import { KNOWN_WORDS } from './vocabulary.ts';

/**
 * Finds the known questions that are most similar to a message. `content/assistant-questions.json` lists the
 * questions with descriptions in other words. A question's slots, such as `{account}`, are filled with the names,
 * times, and amounts of the message, and every one of these has to be used: a question that leaves out a part of the
 * message isn't similar.
 */
export type NearQuestion = {
  question: string;
  /** The id of the fact that answers the question, if it is about how the bank works. */
  fact: string | null;
  /** The id of the topic that answers the question, if only examples describe it. */
  topic: string | null;
  /** The similarity from 0 to 1. */
  score: number;
};

type SlotName =
  | ('account' | 'card' | 'debt' | 'category' | 'merchant' | 'payment' | 'goal' | 'contact')
  | ('time' | 'amount' | 'percent' | 'frequency' | 'duration' | 'currency');

type Variant = ReadonlySet<string>;
type KnownQuestion = {
  ask: string;
  fact: string | null;
  topic: string | null;
  slots: readonly { name: SlotName; isOptional: boolean }[];
  variants: readonly Variant[];
};

const SLOT = /\{(\w+)(\?)?\}/g;

/** A customer without data, so that the words of a known question aren't read as names. */
const NOBODY: CustomerContext = {
  today: '2026-01-01',
  timeZone: 'UTC',
  baseCurrency: 'USD',
  accounts: [],
  cards: [],
  loans: [],
  mortgages: [],
  scheduledPayments: [],
  autoDeposits: [],
  contacts: [],
  merchants: [],
  tags: [],
  categories: [],
  budgets: [],
  goals: [],
};

/** Concepts that mean the same in a question, whatever their role in a request. */
const SAME: Readonly<Record<string, string>> = {
  paid: 'pay',
  payment: 'pay',
  purchase: 'buy',
  receive: 'earn',
  cleared: 'payoff',
  frozen: 'freeze',
  payday: 'salary',
  goes: 'spend',
  less: 'lower',
  send: 'transfer',
  put: 'transfer',
};

/** Words of the questions' form. They say little about the topic. */
const FORMS = /^(?:much|many|which|who|where)$/;

export const getStem = (word: string) =>
  word.length < 5 ? word : word.replace(/(?:ies)$/, 'y').replace(/(?:ing|ed|es|s|ly|e)$/, '');

/** Returns the features of a message: its concepts, the stems of its other words, and the form of the question. */
function getFeatures(items: readonly Item[]): Set<string> {
  const features = new Set<string>();
  for (const [at, item] of items.entries()) {
    // "Over 4 years" is a length, not a limit.
    const isLength = item.raw.toLowerCase() === 'over' && items[at + 1]?.is !== 'amount';
    if (isLength) continue;
    if (item.is === 'concept') features.add(`concept:${SAME[item.concept] ?? item.concept}`);
    else if (item.is === 'word') for (const word of item.words) features.add(getStem(word));
    else if (item.is === 'name' && item.generic) features.add(`kind:${item.generic}`);
    else if (item.is === 'frequency') features.add(`every:${item.frequency}`);
    else if (item.is === 'stop')
      for (const word of item.words) if (FORMS.test(word)) features.add(`form:${word}`);
  }
  return features;
}

type Catalog = {
  questions: readonly KnownQuestion[];
  /** The weight of each feature: the rarer among the questions, the heavier. */
  weights: ReadonlyMap<string, number>;
};
let cached: Catalog | null = null;

function getCatalog(): Catalog {
  cached ??= buildCatalog();
  return cached;
}

function buildCatalog(): Catalog {
  const known: { ask: string; words?: readonly string[]; fact: string | null; topic: string | null }[] = [
    ...catalog.map((question) => ({ ...question, fact: null, topic: null })),
    ...FACTS.map(({ id, question, words }) => ({ ask: question, words, fact: id, topic: null })),
    ...TOPICS.map(({ id, ask, phrasings }) => ({ ask, words: phrasings, fact: null, topic: id })),
  ];
  const questions = known.map(({ ask, words = [], fact, topic }): KnownQuestion => {
    const slots = [...ask.matchAll(SLOT)].map(([, name, optional]) => ({
      name: name as SlotName,
      isOptional: optional === '?',
    }));
    const variants = [ask, ...words].map((text) =>
      getFeatures(parseMessage(text.replace(SLOT, ''), NOBODY, { isTyped: false }).items),
    );
    return { ask, fact, topic, slots, variants };
  });
  const counts = new Map<string, number>();
  for (const { variants } of questions)
    for (const feature of new Set(variants.flatMap((variant) => [...variant])))
      counts.set(feature, (counts.get(feature) ?? 0) + 1);
  const weights = new Map(
    Array.from(counts, ([feature, count]) => [feature, getWeight(feature, count)] as const),
  );
  return { questions, weights };
}

const getWeight = (feature: string, count: number) => (feature.startsWith('form:') ? 0.25 : 3 / (2 + count));

/** The weight of a word that no known question contains: a word of banking weighs more than any other. */
const UNKNOWN = { banking: 0.9, other: 0.15 };
const BANKING_STEMS: ReadonlySet<string> = new Set(
  [...GLOSSARY_WORDS, ...KNOWN_WORDS].filter((word) => word.length > 3).map(getStem),
);

/** Returns the most similar known questions, best first. */
export function findNearQuestions(message: ParsedMessage, limit = 4): NearQuestion[] {
  const { questions, weights } = getCatalog();
  const features = correctFeatures(getFeatures(message.items), weights);
  const weightOf = (feature: string) =>
    weights.get(feature) ??
    (feature.includes(':') || BANKING_STEMS.has(feature) ? UNKNOWN.banking : UNKNOWN.other);
  const sum = (all: Iterable<string>) => [...all].reduce((total, feature) => total + weightOf(feature), 0);
  const found = questions.flatMap((known): NearQuestion[] => {
    const filled = fillSlots(known, message);
    if (!filled || !coversTopics(known, features)) return [];
    const stated = new Set([...features].filter((feature) => !filled.used.has(feature)));
    const score = Math.max(
      ...known.variants.map((variant) => {
        const common = [...variant].filter((feature) => stated.has(feature));
        if (!isEnough(common, stated, filled.count)) return 0;
        const shared = sum(common);
        const unsaid = sum([...variant].filter((feature) => !stated.has(feature)));
        const bonus = filled.count * 0.2;
        return (shared + bonus) / (sum(stated) + bonus + 0.7 * unsaid || 1);
      }),
    );
    return [{ question: filled.question, fact: known.fact, topic: known.topic, score }];
  });
  return found.toSorted((a, b) => b.score - a.score).slice(0, limit);
}

/** Returns true if a question shares more with a message than one word that could mean anything. */
function isEnough(common: readonly string[], stated: ReadonlySet<string>, slots: number): boolean {
  const topics = common.filter((feature) => !feature.startsWith('form:'));
  const isTopic = topics.some(
    (feature) => KEY_CONCEPTS.has(feature.replace('concept:', '')) || feature.startsWith('kind:'),
  );
  const others = [...stated].filter((feature) => !feature.startsWith('form:')).length - topics.length;
  return topics.length > 1 || (topics.length === 1 && (isTopic || slots > 0) && others < 2);
}

/** Concepts that name a topic. A question about another topic is never similar, whatever else it shares. */
const KEY_CONCEPTS = new Set(
  'owe budget goal interest score subscription salary payday fee rewards limit statement minimum networth rate utilization forecast market inflation above below not no behind financial financ document autodeposit snowball avalanche home earn save lower raise except compare usual available due afford improve withdraw down extra convert job split on_time average'.split(
    ' ',
  ),
);

const coversTopics = ({ variants }: KnownQuestion, features: ReadonlySet<string>) =>
  [...features].every((feature) => {
    const [kind, concept = ''] = feature.split(':');
    return kind !== 'concept' || !KEY_CONCEPTS.has(concept) || variants.some((variant) => variant.has(feature));
  });

/** Replaces words that are one letter away from a word of a known question. */
function correctFeatures(features: ReadonlySet<string>, weights: ReadonlyMap<string, number>): Set<string> {
  return new Set(
    Array.from(features, (feature) => {
      if (feature.includes(':') || feature.length < 5 || weights.has(feature)) return feature;
      const near = [...weights.keys()].filter(
        (known) => !known.includes(':') && known.length > 4 && distance(feature, known) === 1,
      );
      return near.length === 1 ? (near[0] ?? feature) : feature;
    }),
  );
}

type Filled = { question: string; count: number; used: ReadonlySet<string> };

/** Fills a question's slots with the items of a message. Returns null if a slot or an item is left over. */
function fillSlots(
  { ask, fact, slots, variants }: KnownQuestion,
  { items, text }: ParsedMessage,
): Filled | null {
  const free = items.filter(isValue);
  const values = new Map<string, string>();
  const used = new Set<string>();
  let count = 0;
  for (const { name, isOptional } of slots) {
    const at = free.findIndex((item) => getSlotText(item, name, text) !== null);
    const [item] = at === -1 ? [] : free.splice(at, 1);
    const value = item ? getSlotText(item, name, text) : null;
    if (value === null && !isOptional) return null;
    if (value !== null) count += 1;
    if (item?.is === 'name' && item.generic) used.add(`kind:${item.generic}`);
    if (item?.is === 'frequency') used.add(`every:${item.frequency}`);
    values.set(name, value ?? '');
  }
  const isSaid = (feature: string) => variants.some((variant) => variant.has(feature));
  const isLeft = free.some((item) => {
    // The bank's rules are the same for every amount and every product.
    if (fact !== null && item.is !== 'time') return item.is === 'name' && !item.generic && !isGeneral(item);
    if (item.is === 'frequency') return !isSaid(`every:${item.frequency}`);
    return item.is !== 'name' || !item.generic;
  });
  if (isLeft) return null;
  const question = ask
    .replace(SLOT, (_, name: string) => values.get(name) ?? '')
    .replace(/\s+/g, ' ')
    .replace(/ (?=[?.,])/g, '');
  return { question, count, used };
}

/** Returns true for an item that carries a value. "Today" and "now" add nothing to a question about the present. */
function isValue(item: Item): boolean {
  if (item.is === 'time') return !/^(?:today|tonight)$/i.test(item.raw);
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
  if (item.generic && isPlace(ref.is)) return item.raw;
  return another && name !== 'merchant'
    ? item.raw
    : ref.is === 'category'
      ? item.raw
      : another
        ? item.raw
        : ref.name;
}

/** Returns true if a word belongs to banking, so that a question that contains it is about it. */
export const isBankingWord = (word: string): boolean => BANKING_STEMS.has(getStem(word));

/** Returns true if a known question contains one of the item's words. */
export const isKnownFeature = ({ words }: Item): boolean =>
  words.some((word) => getCatalog().weights.has(getStem(word)));
