import { getStrongest } from './matched-spans.ts';
import type { Item } from './parsed-message.ts';
import { getTokens } from './text.ts';
import { CONCEPTS, PHRASE_LENGTHS } from './vocabulary.ts';
import { getMeanVector } from './word-vectors.ts';

/** The input of the classifier: a text's features and the mean vector of its words. */
export type TopicText = {
  features: readonly string[];
  meanVector: Float32Array;
};

export const SLOT = /\{(\w+)(\?)?\}/g;
/** The word that replaces a slot in a phrasing while it is split into words. */
const SLOT_WORD = /^slot0(\w+)0$/;

/** A word with its concept. A slot has no concept, and can have several names, because a value can fit several slots. */
type Term = { names: readonly string[]; concept: string | null };

const STEM_LENGTH = 5;
export const getStem = (word: string) =>
  word.length < STEM_LENGTH ? word : word.replace(/ies$/, 'y').replace(/(?:ing|ed|es|s|ly|e)$/, '');

/** The word whose vector a slot's values get, because names and figures have no vectors. */
const VALUE_WORDS: Readonly<Record<string, string>> = {
  account: 'account',
  card: 'card',
  debt: 'loan',
  category: 'category',
  merchant: 'store',
  payment: 'payment',
  goal: 'goal',
  contact: 'friend',
  time: 'month',
  amount: 'dollars',
  percent: 'percent',
  frequency: 'monthly',
  duration: 'months',
  currency: 'euros',
};

const splitPhrasing = (phrasing: string) =>
  getTokens(phrasing.replace(SLOT, (_, name: string) => ` slot0${name}0 `)).map(({ text }) => text);

/** Returns the words of a phrasing, with a word for the values of each slot. */
export const getPhrasingWords = (phrasing: string): string[] =>
  splitPhrasing(phrasing).map((word) => {
    const [, slot] = SLOT_WORD.exec(word) ?? [];
    return slot ? (VALUE_WORDS[slot] ?? slot) : word;
  });

/** Reads a phrasing with slots in braces. */
export const readPhrasing = (phrasing: string): TopicText => ({
  features: getPhrasingFeatures(phrasing),
  meanVector: getMeanVector(getPhrasingWords(phrasing)),
});

function getPhrasingFeatures(phrasing: string): string[] {
  const words = splitPhrasing(phrasing);
  const terms: Term[] = [];
  for (let at = 0; at < words.length; ) {
    const word = words[at] ?? '';
    const [, slot] = SLOT_WORD.exec(word) ?? [];
    const length = slot ? 1 : getConceptLength(words, at);
    const phrase = words.slice(at, at + Math.max(1, length));
    const concept = length > 0 ? (CONCEPTS.get(phrase.join(' ')) ?? null) : null;
    terms.push(...phrase.map((part) => ({ names: [slot ? `{${slot}}` : getStem(part)], concept })));
    at += phrase.length;
  }
  return toFeatures(terms);
}

/** Returns the number of words of the longest concept at a position, or 0. */
function getConceptLength(words: readonly string[], at: number): number {
  for (let length = PHRASE_LENGTHS.get(words[at] ?? '') ?? 0; length > 0; length -= 1)
    if (CONCEPTS.has(words.slice(at, at + length).join(' '))) return length;
  return 0;
}

/** Reads a parsed message. Its values count as the slots that they fit. */
export const readMessage = (items: readonly Item[]): TopicText => ({
  features: toFeatures(items.flatMap(getTerms)),
  meanVector: getMeanVector(items.flatMap(getMessageWords)),
});

/** Returns the words of an item, or the word for its value. */
function getMessageWords(item: Item): readonly string[] {
  if (item.is === 'word' || item.is === 'concept' || item.is === 'stop' || item.is === 'preposition')
    return item.words;
  const [slot] = getTerms(item).flatMap(({ names }) => names);
  const valueWord = VALUE_WORDS[slot?.slice(1, -1) ?? ''];
  return valueWord ? [valueWord] : item.words;
}

function getTerms(item: Item): Term[] {
  switch (item.is) {
    case 'name': {
      const kinds = getStrongest(item.refs).map(({ is }) =>
        is === 'loan' || is === 'mortgage' ? 'debt' : is,
      );
      const slots = [...new Set([...kinds, ...(item.generic ? [getGenericSlot(item.generic)] : [])])];
      const words = item.generic ? item.words.map(getStem) : [];
      return [{ names: [...slots.map((slot) => `{${slot}}`), ...words], concept: null }];
    }
    case 'time':
    case 'frequency':
    case 'duration':
      return [{ names: [`{${item.is}}`, ...item.words.map(getStem)], concept: null }];
    case 'amount':
    case 'percent':
    case 'share':
    case 'currency':
    case 'email':
      return [{ names: [`{${item.is}}`], concept: null }];
    default: {
      const concept = item.is === 'concept' ? item.concept : null;
      return item.words.map((word) => ({ names: [getStem(word)], concept }));
    }
  }
}

const getGenericSlot = (generic: string) =>
  generic === 'card' ? 'card' : generic === 'loan' || generic === 'mortgage' ? 'debt' : 'account';

/**
 * Returns the words, the beginnings of long words, and the concepts. Pairs of neighboring words made the model larger
 * and less often right.
 */
function toFeatures(terms: readonly Term[]): string[] {
  const features = new Set<string>();
  for (const { names, concept } of terms) {
    const [first = ''] = names;
    for (const name of names) features.add(name);
    if (concept) features.add(`c:${concept}`);
    if (!first.startsWith('{') && first.length > STEM_LENGTH) features.add(`~${first.slice(0, STEM_LENGTH)}`);
  }
  return [...features];
}
