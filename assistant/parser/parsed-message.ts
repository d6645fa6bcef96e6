import { type DayNumber, parseDay } from '../../engine/calendar/calendar.ts';
import type { Unit } from '../../engine/calendar/periods.ts';
import type { CustomerContext } from '../intent.ts';
import { amountAt, CURRENCY_WORDS, type StatedAmount } from './amounts.ts';
import type { Time } from './days.ts';
import { type Frequency, type FrequencyContext, frequencyAt, percentAt, shareAt } from './figures.ts';
import { correctSpelling, getNameIndex, type NameIndex, namesAt, type Ref } from './names.ts';
import { getTokens, type Token } from './text.ts';
import type { TimeContext } from './time-phrases.ts';
import { durationAt } from './time-phrases.ts';
import { findDates, timeAt } from './times.ts';
import {
  BRANDS,
  BRANDS_AFTER_AT,
  CONCEPTS,
  type GenericKind,
  PHRASE_LENGTHS,
  PREPOSITIONS,
  STOP_PHRASES,
} from './vocabulary.ts';

type Placed = {
  /** The item's index in the list of items. */
  at: number;
  start: number;
  end: number;
  /** The original text. */
  raw: string;
  words: readonly string[];
  /** The preposition before the item; null if there is none. */
  preposition: string | null;
};
type Content =
  | { is: 'concept'; concept: string }
  | { is: 'preposition' }
  | { is: 'stop' }
  | { is: 'word' }
  | { is: 'quote' }
  | { is: 'email' }
  | { is: 'amount'; value: StatedAmount }
  | { is: 'percent'; percent: number }
  | { is: 'share'; share: number }
  | { is: 'duration'; count: number; unit: Unit }
  | { is: 'time'; time: Time }
  | {
      is: 'frequency';
      frequency: Frequency;
      /** The first day, if the text states one: the next Friday for "every Friday". */
      from: DayNumber | null;
    }
  | { is: 'currency'; code: string }
  | {
      is: 'name';
      refs: readonly Ref[];
      generic: GenericKind | null;
      isPlural: boolean;
      isPossessive: boolean;
      /** True after "except" or "without". */
      isExcluded: boolean;
    };

export type Item = Placed & Content;
export type NameItem = Extract<Item, { is: 'name' }>;

/** The content of an item and its length in tokens. */
type ItemAt = Content & { length: number };

export type ParsedMessage = ReturnType<typeof parseMessage>;

/** Returns the items of a kind. */
export const getItems = <Kind extends Item['is']>({ items }: ParsedMessage, kind: Kind) =>
  items.filter((item): item is Extract<Item, { is: Kind }> => item.is === kind);

/** Splits a message into items that the intents interpret. `isTyped` is false for a text that needs no corrections. */
export function parseMessage(text: string, customer: CustomerContext, { isTyped = true } = {}) {
  const today = parseDay(customer.today);
  const paydays = customer.autoDeposits
    .flatMap(({ isPay, nextDay }) => (isPay && nextDay ? [parseDay(nextDay)] : []))
    .sort((left, right) => left - right);
  const payday = paydays.find((day) => day > today) ?? paydays[0] ?? null;
  const index = getNameIndex(customer);
  const typed = getTokens(text);
  const { tokens, corrections } = isTyped
    ? correctSpelling(typed, index)
    : { tokens: typed, corrections: [] };
  const [pay, anotherPay] = customer.autoDeposits.filter(({ isPay }) => isPay);
  const context = {
    today,
    payday,
    pay: pay && !anotherPay ? { frequency: pay.frequency, nextDay: payday } : null,
    dates: isTyped ? findDates(text, today) : [],
  };
  const items: Item[] = [];
  for (let at = 0; at < tokens.length; ) {
    const { length, ...item } = itemAt(tokens, at, context, index);
    const [start, end] = [tokens[at]?.start ?? 0, tokens[at + length - 1]?.end ?? 0];
    const words = tokens.slice(at, at + length).map((token) => token.text);
    items.push({
      at: items.length,
      start,
      end,
      raw: text.slice(start, end),
      words,
      preposition: null,
      ...item,
    });
    at += length;
  }
  const joined = markExcluded(addPrepositions(joinNames(items, customer)));
  return { text, items: joined, tokens, customer, today, payday, corrections };
}

function itemAt(
  tokens: readonly Token[],
  at: number,
  context: TimeContext & FrequencyContext,
  index: NameIndex,
): ItemAt {
  const word = tokens[at]?.text ?? '';
  if (word.includes('@')) return { is: 'email', length: 1 };
  const brand = phraseAt(tokens, at, BRANDS) ?? (tokens[at - 1]?.text === 'at' ? brandAfterAt(word) : null);
  if (brand && namesAt(tokens, at, index)?.length !== brand.length)
    return { is: 'word', length: brand.length };
  const figure = quoteAt(tokens, at) ?? percentAt(tokens, at);
  if (figure) return figure;
  const phrase = phraseAt(tokens, at, CONCEPTS);
  const stop = phraseAt(tokens, at, STOP_PHRASES);
  const vocabulary = Math.max(phrase?.length ?? 0, stop?.length ?? 0);
  const names = namesAt(tokens, at, index);
  const length = names?.length ?? 0;
  const time = timeAt(tokens, at, context);
  const every = frequencyAt(tokens, at, context);
  if (every && every.length > vocabulary && every.length > (time?.length ?? 0)) return every;
  if (time && time.length > vocabulary && time.length >= length) return { is: 'time', ...time };
  const measure = every ?? durationAt(tokens, at) ?? shareAt(tokens, at);
  if (measure && measure.length > vocabulary) return measure;
  const amount = amountAt(tokens, at);
  if (amount && amount.length >= length) {
    const { length, ...value } = amount;
    return { is: 'amount', value, length };
  }
  const isSure =
    names?.generic !== null || names?.refs.some(({ is, strength }) => strength === 3 && is !== 'category');
  const currency = CURRENCY_WORDS.get(word);
  // "Euros" is primarily a currency, even if an account name contains it.
  const isCurrency = currency !== undefined && length === 1 && !isSure;
  if (names && !isCurrency && (length > vocabulary || (length === vocabulary && isSure)))
    return {
      is: 'name',
      ...names,
      isPossessive: tokens[at + length]?.text === "'s",
      isExcluded: false,
    };
  if (phrase && phrase.length >= (stop?.length ?? 0))
    return { is: 'concept', concept: CONCEPTS.get(phrase.phrase) ?? '', length: phrase.length };
  if (currency) return { is: 'currency', code: currency, length: 1 };
  const preposition = phraseAt(tokens, at, PREPOSITIONS);
  if (preposition && preposition.length >= (stop?.length ?? 0))
    return { is: 'preposition', length: preposition.length };
  return stop ? { is: 'stop', length: stop.length } : { is: 'word', length: 1 };
}

const brandAfterAt = (word: string) => (BRANDS_AFTER_AT.has(word) ? { length: 1 } : null);

/** Returns the longest vocabulary phrase that starts at a token. */
function phraseAt(
  tokens: readonly Token[],
  at: number,
  phrases: ReadonlyMap<string, string> | ReadonlySet<string>,
) {
  const longest = Math.min(PHRASE_LENGTHS.get(tokens[at]?.text ?? '') ?? 0, tokens.length - at);
  for (let length = longest; length > 0; length -= 1) {
    const words = tokens.slice(at, at + length).map(({ text }) => text);
    const phrase = words.join(' ');
    if (phrases.has(phrase)) return { phrase, length };
  }
  return null;
}

/** Parses quoted text, which the search matches exactly. */
function quoteAt(tokens: readonly Token[], at: number): ItemAt | null {
  if (!/^["\u201c]$/.test(tokens[at]?.text ?? '')) return null;
  const end = tokens.findIndex(({ text }, index) => index > at && /^["\u201d]$/.test(text));
  return end <= at + 1 ? null : { is: 'quote', length: end - at + 1 };
}

/** Joins adjacent names that refer to the same product: "Tide" and "card", "euro" and "account". */
function joinNames(items: readonly Item[], customer: CustomerContext): Item[] {
  const result: Item[] = [];
  for (const item of items) {
    const before = result.at(-1);
    const name = before && joinName(before, item, customer);
    if (name) result[result.length - 1] = name;
    else result.push(item);
  }
  return result.map((item, at) => ({ ...item, at }));
}

function joinName(before: Item, item: Item, customer: CustomerContext): Item | null {
  if (item.is !== 'name') return null;
  const raw = before.raw === item.raw ? before.raw : `${before.raw} ${item.raw}`;
  const span = { start: before.start, end: item.end, words: [...before.words, ...item.words], raw };
  if (before.is === 'currency' && item.generic) {
    const refs = item.refs.filter((ref) => getCurrency(ref, customer) === before.code);
    return refs.length > 0 ? { ...item, ...span, refs } : null;
  }
  if (before.is !== 'name') return null;
  const [general, specific] = item.generic ? [item, before] : [before, item];
  const areBothGeneric = before.generic !== null && item.generic !== null;
  if (!general.generic || (areBothGeneric && before.generic !== 'card' && item.generic !== 'account'))
    return null;
  const kinds = new Set(general.refs.map(({ is, id }) => `${is}:${id}`));
  const refs = specific.refs.filter(({ is, id }) => kinds.has(`${is}:${id}`));
  return refs.length > 0 ? { ...specific, ...span, refs, isPossessive: item.isPossessive } : null;
}

const getCurrency = ({ is, id }: Ref, { accounts, cards }: CustomerContext) =>
  (is === 'account' ? accounts : is === 'card' ? cards : []).find((product) => product.id === id)?.currency;

/** Sets the preposition of each item. Skips stop words between them, as in "to my savings". */
function addPrepositions(items: readonly Item[]): Item[] {
  let preposition: string | null = null;
  return items.map((item) => {
    if (item.is === 'preposition') {
      preposition = item.words.join(' ');
      return item;
    }
    const placed = { ...item, preposition };
    if (item.is !== 'stop') preposition = null;
    return placed;
  });
}

/**
 * Marks the names after "except" or "without", up to the next time, preposition, or concept. "What if I live
 * without Netflix" excludes nothing.
 */
function markExcluded(items: readonly Item[]): Item[] {
  if (items.some((item) => item.is === 'concept' && /^(?:whatif|if)$/.test(item.concept))) return [...items];
  let isExcluded = false;
  return items.map((item) => {
    if (item.is === 'concept')
      isExcluded = item.concept === 'except' || (isExcluded && item.concept === 'or');
    else if (item.is !== 'stop' && item.is !== 'name') isExcluded = false;
    return item.is === 'name' && isExcluded ? { ...item, isExcluded } : item;
  });
}
