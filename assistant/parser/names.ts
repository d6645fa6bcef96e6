import { distance } from 'fastest-levenshtein';
import type { CustomerContext } from '../intent.ts';
import { KNOWN_WORDS, ORDINARY_WORDS } from './lexicon.ts';
import { CATEGORY_SYNONYMS, GENERIC_NAMES, type GenericKind } from './synonyms.ts';
import { GLOSSARY_WORDS } from './terms.ts';
import { type Token, wordsOfName } from './text.ts';

export type NameKind =
  | 'account'
  | 'card'
  | 'loan'
  | 'mortgage'
  | 'payment'
  | 'deposit'
  | 'contact'
  | 'merchant'
  | 'category'
  | 'goal'
  | 'tag';

/** A product or name in the text with the strength of the match: full name, part of it, or a generic word. */
export type Ref = { is: NameKind; id: string; name: string; strength: 3 | 2 | 1 };

export type NamesRead = {
  refs: Ref[];
  /** "Card", "savings": any of that kind. */
  generic: GenericKind | null;
  isPlural: boolean;
  length: number;
};

type Entry = { is: NameKind; id: string; name: string; words: readonly string[] };
export type NameIndex = {
  entries: readonly Entry[];
  /** Entries by each of their words. */
  byWord: ReadonlyMap<string, readonly Entry[]>;
  known: CustomerContext;
};

/** Generic words that identify nothing. */
const COMMON = new Set(
  'the to and of a an card account loan mortgage fund checking savings saving payment bill my in for at bank club co inc store shop'.split(
    ' ',
  ),
);
const LONGEST_NAME = 6;

/** Cached per household, because a conversation needs it repeatedly. */
const INDEXES = new WeakMap<CustomerContext, NameIndex>();

export function nameIndex(known: CustomerContext): NameIndex {
  const index = INDEXES.get(known) ?? indexOf(known);
  INDEXES.set(known, index);
  return index;
}

function indexOf(known: CustomerContext): NameIndex {
  const of = (is: NameKind, named: readonly { id: string; name: string }[]): Entry[] =>
    named.map(({ id, name }) => ({ is, id, name, words: wordsOfName(name) }));
  const named = (names: readonly string[]) => names.map((name) => ({ id: name, name }));
  const entries = [
    ...of('account', known.accounts),
    ...of('card', known.cards),
    ...of('loan', known.loans),
    ...of('mortgage', known.mortgages),
    ...of('contact', known.contacts),
    ...of('goal', known.goals),
    // "Rainy Day Savings" without a preposition before it in "transfer to rainy day savings" is part of the
    // name.
    ...of('payment', known.scheduledPayments).map((entry) => ({
      ...entry,
      words: entry.words[0] === 'to' ? entry.words.slice(1) : entry.words,
    })),
    ...known.scheduledPayments.flatMap(({ id, name, payee }) =>
      payee && payee !== name ? [{ is: 'payment' as const, id, name, words: wordsOfName(payee) }] : [],
    ),
    ...of('deposit', known.autoDeposits),
    ...of('category', known.categories),
    ...of('tag', named(known.tags)),
    ...of('merchant', named(known.merchants)),
  ].filter(({ words }) => words.length > 0);
  const byWord = new Map<string, Entry[]>();
  for (const entry of entries)
    for (const word of new Set(entry.words)) {
      const others = byWord.get(word);
      if (others) others.push(entry);
      else byWord.set(word, [entry]);
    }
  return { entries, byWord, known };
}

/** Returns the longest names at a token; null without one. */
export function namesAt(tokens: readonly Token[], at: number, index: NameIndex): NamesRead | null {
  const first = tokens[at]?.text ?? '';
  for (let length = Math.min(LONGEST_NAME, tokens.length - at); length > 0; length -= 1) {
    const words = tokens.slice(at, at + length).map(({ text }) => text);
    const read = getNames(words, index.byWord.get(first) ?? [], index.known);
    if (read) return { ...read, length };
  }
  return null;
}

function getNames(
  words: readonly string[],
  entries: readonly Entry[],
  known: CustomerContext,
): Omit<NamesRead, 'length'> | null {
  const phrase = words.join(' ');
  const generic = GENERIC_NAMES.get(phrase) ?? null;
  const significant = words.some((word) => !COMMON.has(word));
  const refs: Ref[] = [];
  for (const { is, id, name, words: own } of entries) {
    const isWhole = own.length === words.length && own.every((word, index) => word === words[index]);
    const isPart =
      significant && words.length < own.length && !COMMON.has(words[0] ?? '') && standsIn(words, own);
    if (isWhole || isPart) add(refs, { is, id, name, strength: isWhole ? 3 : 2 });
  }
  const synonym = CATEGORY_SYNONYMS.get(phrase);
  for (const { id, name } of synonym ? known.categories : [])
    if (name === synonym) add(refs, { is: 'category', id, name, strength: 1 });
  if (refs.length === 0 && !generic) return null;
  const last = words.at(-1) ?? '';
  if (generic && !refs.some(({ is, strength }) => strength === 3 && is !== 'category' && is !== 'merchant'))
    for (const ref of refsOfKind(generic, known)) add(refs, ref);
  return { refs, generic, isPlural: generic !== null && /[^s]s$/.test(last) && last !== 'savings' };
}

function add(refs: Ref[], ref: Ref): void {
  const same = refs.findIndex(({ is, id }) => is === ref.is && id === ref.id);
  if (same === -1) refs.push(ref);
  else if ((refs[same]?.strength ?? 0) < ref.strength) refs[same] = ref;
}

/** Returns true if words occur consecutively in a name. */
function standsIn(words: readonly string[], name: readonly string[]): boolean {
  for (let start = 0; start + words.length <= name.length; start += 1)
    if (words.every((word, index) => word === name[start + index])) return true;
  return false;
}

/** Returns all products of a kind for "card" or "savings". */
export function refsOfKind(kind: GenericKind, known: CustomerContext): Ref[] {
  const of = (is: NameKind, named: readonly { id: string; name: string }[]): Ref[] =>
    named.map(({ id, name }) => ({ is, id, name, strength: 1 }));
  switch (kind) {
    case 'card':
      return of('card', known.cards);
    case 'loan':
      return of('loan', known.loans);
    case 'mortgage':
      return of('mortgage', known.mortgages);
    case 'account':
      return of('account', known.accounts);
    default: {
      const typed = known.accounts.filter(({ type }) => type === kind);
      const called = known.accounts.filter(({ name }) => wordsOfName(name).includes(kind.toLowerCase()));
      return of('account', typed.length > 0 ? typed : called);
    }
  }
}

export type Corrected = { from: string; to: string };

const VOCABULARY: ReadonlySet<string> = new Set([
  ...KNOWN_WORDS,
  ...[...CATEGORY_SYNONYMS.keys(), ...GENERIC_NAMES.keys()].flatMap((phrase) => phrase.split(' ')),
  ...GLOSSARY_WORDS,
]);
const LEAST_LETTERS = 4;

/** Corrects misspelled words if exactly one known word is close, and reports the changes. */
export function corrected(
  tokens: readonly Token[],
  index: NameIndex,
): { tokens: Token[]; changes: Corrected[] } {
  const changes: Corrected[] = [];
  const seen = new Map<string, string | null>();
  const read = tokens.map((token) => {
    const { text } = token;
    if (text.length < LEAST_LETTERS || !/^\p{L}+$/u.test(text) || isKnownWord(text, index)) return token;
    let to = seen.get(text);
    if (to === undefined) {
      to = nearest(text, index);
      seen.set(text, to);
      if (to !== null) changes.push({ from: token.raw, to });
    }
    return to === null ? token : { ...token, text: to };
  });
  return { tokens: read, changes };
}

const isKnownWord = (word: string, index: NameIndex) =>
  VOCABULARY.has(word) || ORDINARY_WORDS.has(word) || index.byWord.has(word);

function nearest(word: string, index: NameIndex): string | null {
  let best: string[] = [];
  let least = word.length >= 8 ? 2 : 1;
  for (const known of allWords(index)) {
    if (Math.abs(known.length - word.length) > 2 || known.length < LEAST_LETTERS) continue;
    if (known[0] !== word[0] && known.at(-1) !== word.at(-1)) continue;
    const away = lettersApart(word, known);
    if (away > least) continue;
    if (away < least) best = [];
    least = away;
    best.push(known);
  }
  const distinct = [...new Set(best)];
  if (distinct.length <= 1) return distinct[0] ?? null;
  const begun = distinct.filter((known) => known.startsWith(word));
  if (begun.length === 1) return begun[0] ?? null;
  // Among equally close words, prefers the customer's own names, then the same length.
  const named = distinct.filter((known) => index.byWord.has(known));
  if (named.length === 1) return named[0] ?? null;
  const stems = new Set(distinct.map((known) => known.replace(/(?:s|ed|ing|e)$/, '')));
  if (stems.size === 1) return distinct[0] ?? null;
  const alike = distinct.filter((known) => known.length === word.length);
  return alike.length === 1 ? (alike[0] ?? null) : null;
}

function* allWords(index: NameIndex): Generator<string> {
  yield* index.byWord.keys();
  yield* VOCABULARY;
}

/**
 * Computes the edit distance, where a transposition counts once. Short words may only miss or double a
 * letter.
 */
function lettersApart(word: string, known: string): number {
  const apart = distance(word, known);
  const isSwap =
    apart === 2 && word.length === known.length && [...word].sort().join() === [...known].sort().join();
  if (isSwap) return 1;
  if (apart === 1 && word.length <= 5 && known.length === word.length)
    return word.length === 5 && word[0] === known[0] ? 1 : 9;
  return apart === 2 && word[0] !== known[0] ? 9 : apart;
}
