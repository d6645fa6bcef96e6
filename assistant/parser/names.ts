import { distance } from 'fastest-levenshtein';
import type { CustomerContext, Named, Place } from '../intent.ts';
import { GLOSSARY_WORDS } from './terms.ts';
import { getNameWords, type Token } from './text.ts';
import {
  CATEGORIES,
  GENERIC_NAMES,
  type GenericKind,
  KNOWN_WORDS,
  ORDINARY_WORDS,
  SOLD_ITEMS,
} from './vocabulary.ts';

export type NameKind =
  | Place['is']
  | ('payment' | 'deposit' | 'contact' | 'merchant' | 'category' | 'goal' | 'tag');

/**
 * A record that a name in the text refers to, with the match strength: 3 for the full name, 2 for part of it,
 * 1 for a generic word.
 */
export type Ref = {
  is: NameKind;
  id: string;
  name: string;
  strength: 3 | 2 | 1;
  /** True if a word such as "coffee" refers to the merchant or payment. */
  isMatchedByItem?: true;
};

type Entry = { is: NameKind; id: string; name: string; words: readonly string[] };
export type NameIndex = {
  /** The entries that contain each word. */
  byWord: ReadonlyMap<string, readonly Entry[]>;
  customer: CustomerContext;
};

/** Words that are too common to identify a record. */
const COMMON = new Set(
  'the to and of a an card account loan mortgage fund checking savings saving payment bill my in for at bank club co inc store shop one year month week'.split(
    ' ',
  ),
);
const LONGEST_NAME = 6;

/** Name indexes by household. They are cached because each message of a conversation uses them. */
const INDEXES = new WeakMap<CustomerContext, NameIndex>();

export function getNameIndex(customer: CustomerContext): NameIndex {
  const index = INDEXES.get(customer) ?? buildNameIndex(customer);
  INDEXES.set(customer, index);
  return index;
}

function buildNameIndex(customer: CustomerContext): NameIndex {
  const toEntries = (is: NameKind, named: readonly Named[]) =>
    named.map(({ id, name }): Entry => ({ is, id, name, words: getNameWords(name) }));
  const toNamed = (name: string) => ({ id: name, name });
  const { scheduledPayments } = customer;
  const entries = [
    ...toEntries('account', customer.accounts),
    ...toEntries('card', customer.cards),
    ...toEntries('loan', customer.loans),
    ...toEntries('mortgage', customer.mortgages),
    ...toEntries('contact', customer.contacts),
    ...toEntries('goal', customer.goals),
    // In "transfer to rainy day savings", "to" is a preposition. It isn't part of the name of the payment "To
    // Rainy Day Savings".
    ...toEntries('payment', scheduledPayments).map((entry) => ({
      ...entry,
      words: entry.words[0] === 'to' ? entry.words.slice(1) : entry.words,
    })),
    ...scheduledPayments.flatMap(({ id, name, payee }): Entry[] =>
      payee && payee !== name ? [{ is: 'payment', id, name, words: getNameWords(payee) }] : [],
    ),
    ...toEntries('deposit', customer.autoDeposits),
    ...toEntries('category', customer.categories),
    ...toEntries('tag', customer.tags.map(toNamed)),
    ...toEntries('merchant', customer.merchants.map(toNamed)),
  ];
  const byWord = new Map<string, Entry[]>();
  for (const entry of entries)
    for (const word of new Set(entry.words)) byWord.set(word, [...(byWord.get(word) ?? []), entry]);
  return { byWord, customer };
}

/** Returns the names that match the most words, starting at a token, or null if no name matches. */
export function namesAt(tokens: readonly Token[], at: number, index: NameIndex) {
  for (let length = Math.min(LONGEST_NAME, tokens.length - at); length > 0; length -= 1) {
    const words = tokens.slice(at, at + length).map(({ text }) => text);
    const names = findNames(words, index) ?? findJoinedNames(words, index);
    if (names) return { ...names, length };
  }
  return null;
}

/** Finds a name whose words are joined by "&" or "and": "home & harrow". */
function findJoinedNames(words: readonly string[], index: NameIndex) {
  const [first, last] = [words[0], words.at(-1)];
  const joined = words.filter((word) => word !== '&' && word !== 'and');
  if (joined.length === words.length || joined.length < 2 || first !== joined[0] || last !== joined.at(-1))
    return null;
  const names = findNames(joined, index);
  return names?.refs.some(({ is, strength }) => strength === 3 && is !== 'category') ? names : null;
}

function findNames(words: readonly string[], { byWord, customer }: NameIndex) {
  const phrase = words.join(' ');
  const generic = GENERIC_NAMES.get(phrase) ?? null;
  const canBePart = !COMMON.has(words[0] ?? '');
  const matches = (byWord.get(words[0] ?? '') ?? []).flatMap(({ is, id, name, words: all }): Ref[] => {
    if (all.join(' ') === phrase) return [{ is, id, name, strength: 3 }];
    return canBePart && ` ${all.join(' ')} `.includes(` ${phrase} `) ? [{ is, id, name, strength: 2 }] : [];
  });
  const synonym = CATEGORIES.get(phrase);
  for (const { id, name } of customer.categories)
    if (name === synonym) matches.push({ is: 'category', id, name, strength: 1 });
  const sellers = SOLD_ITEMS.get(phrase);
  if (sellers) {
    for (const ref of matches)
      if ((ref.is === 'merchant' || ref.is === 'payment') && ref.strength < 3) ref.isMatchedByItem = true;
    matches.push(...findSellers(sellers, customer));
  }
  if (matches.length === 0 && !generic) return null;
  const isWhole = matches.some(
    ({ is, strength }) => strength === 3 && is !== 'category' && is !== 'merchant',
  );
  if (generic && !isWhole) matches.push(...refsOfKind(generic, customer));
  const refs = matches.filter(
    ({ is, id, strength }, at) =>
      !matches.some(
        (ref, other) =>
          ref.is === is &&
          ref.id === id &&
          (ref.strength > strength || (ref.strength === strength && other < at)),
      ),
  );
  return {
    refs,
    /** The kind of product if the name is generic, such as "card" or "savings"; otherwise null. */
    generic,
    isPlural: generic !== null && /[^s]s$/.test(phrase) && !phrase.endsWith('savings'),
  };
}

/** Returns the merchants and scheduled payments whose names suggest that they sell an item. */
function findSellers(sellers: RegExp, { merchants, scheduledPayments }: CustomerContext): Ref[] {
  const payments = scheduledPayments.filter(
    ({ name, payee }) => payee !== null && (sellers.test(name) || sellers.test(payee)),
  );
  return [
    ...merchants
      .filter((name) => sellers.test(name))
      .map((name): Ref => ({ is: 'merchant', id: name, name, strength: 1, isMatchedByItem: true })),
    ...payments.map(({ id, name }): Ref => ({ is: 'payment', id, name, strength: 1, isMatchedByItem: true })),
  ];
}

/** Returns all products of a kind, for generic names such as "card" or "savings". */
export function refsOfKind(kind: GenericKind, customer: CustomerContext): Ref[] {
  const toRefs = (is: Place['is'], products: readonly Named[]) =>
    products.map(({ id, name }): Ref => ({ is, id, name, strength: 1 }));
  if (kind !== 'CHECKING' && kind !== 'SAVINGS' && kind !== 'INVESTMENT')
    return toRefs(kind, getProducts(customer)[kind]);
  const { accounts } = customer;
  const ofType = accounts.filter(({ type }) => type === kind);
  const hasWord = ({ name }: Named) => getNameWords(name).includes(kind.toLowerCase());
  if (ofType.length === 0) return toRefs('account', accounts.filter(hasWord));
  // Among several checking accounts, "checking" is the one whose name contains the word.
  const ofName = kind === 'CHECKING' ? ofType.filter(hasWord) : [];
  return toRefs('account', ofName.length > 0 ? ofName : ofType);
}

export const getProducts = ({ accounts, cards, loans, mortgages }: CustomerContext) => ({
  account: accounts,
  card: cards,
  loan: loans,
  mortgage: mortgages,
});

/** Returns the customer's product at a place, if it's still open. */
export const findProduct = (customer: CustomerContext, place: Place) =>
  getProducts(customer)[place.is].find(({ id }) => id === place.id);

/** Returns the scheduled payment that a name can refer to, if it is only one. */
export function findPayment({ scheduledPayments }: CustomerContext, refs: readonly Ref[]) {
  const ids = new Set(refs.flatMap(({ is, id }) => (is === 'payment' ? [id] : [])));
  const [payment, another] = scheduledPayments.filter(({ id }) => ids.has(id));
  return payment && !another ? payment : null;
}

type Correction = { from: string; to: string };

const VOCABULARY: ReadonlySet<string> = new Set([...KNOWN_WORDS, ...GLOSSARY_WORDS]);
const MIN_CHARACTERS = 4;

/**
 * Corrects a misspelled word if exactly one known word is close enough. Also returns the list of corrections.
 */
export function correctSpelling(
  tokens: readonly Token[],
  index: NameIndex,
): { tokens: Token[]; corrections: Correction[] } {
  const corrections = new Map<string, Correction | null>();
  const corrected = tokens.map((token) => {
    const { text, raw } = token;
    if (text.length < MIN_CHARACTERS || !/^\p{L}+$/u.test(text) || isCorrect(text, index)) return token;
    if (!corrections.has(text)) {
      const to = findNearest(text, index);
      corrections.set(text, to === null ? null : { from: raw, to });
    }
    return { ...token, text: corrections.get(text)?.to ?? text };
  });
  return { tokens: corrected, corrections: [...corrections.values()].filter((item) => item !== null) };
}

const isCorrect = (word: string, { byWord }: NameIndex) =>
  VOCABULARY.has(word) || ORDINARY_WORDS.has(word) || byWord.has(word);

function findNearest(word: string, { byWord }: NameIndex): string | null {
  const limit = word.length >= 8 ? 2 : 1;
  const candidates = [...new Set([...byWord.keys(), ...VOCABULARY])].flatMap((candidate) => {
    if (Math.abs(candidate.length - word.length) > 2 || candidate.length < MIN_CHARACTERS) return [];
    if (candidate[0] !== word[0] && candidate.at(-1) !== word.at(-1)) return [];
    const edits = countEdits(word, candidate);
    return edits > limit ? [] : [{ candidate, edits }];
  });
  const least = Math.min(...candidates.map(({ edits }) => edits));
  const nearest = candidates.filter(({ edits }) => edits === least).map(({ candidate }) => candidate);
  const getOnly = (words: readonly string[]) => (words.length === 1 ? words[0] : undefined);
  const stems = new Set(nearest.map((candidate) => candidate.replace(/(?:s|ed|ing|e)$/, '')));
  // Among equally close words, prefers completions of the word, then the customer's own names, then words of
  // the same length.
  return (
    getOnly(nearest) ??
    getOnly(nearest.filter((candidate) => candidate.startsWith(word))) ??
    getOnly(nearest.filter((candidate) => byWord.has(candidate))) ??
    (stems.size === 1 ? nearest[0] : getOnly(nearest.filter(({ length }) => length === word.length))) ??
    null
  );
}

/**
 * Counts the edits between two words. A transposition counts as one edit. Short words allow only a missing or
 * extra letter.
 */
function countEdits(word: string, candidate: string): number {
  const edits = distance(word, candidate);
  const isSwap =
    edits === 2 &&
    word.length === candidate.length &&
    [...word].sort().join() === [...candidate].sort().join();
  if (isSwap) return 1;
  const isReplacedLetter = edits === 1 && word.length <= 5 && candidate.length === word.length;
  if (isReplacedLetter) return word.length === 5 && word[0] === candidate[0] ? 1 : Number.POSITIVE_INFINITY;
  return edits === 2 && word[0] !== candidate[0] ? Number.POSITIVE_INFINITY : edits;
}
