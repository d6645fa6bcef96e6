import { type DayNumber, parseDay } from '../../engine/calendar/calendar.ts';
import type { CustomerContext } from '../intent.ts';
import { amountAt, CURRENCY_WORDS, type StatedAmount } from './amounts.ts';
import type { Time, Unit } from './days.ts';
import { type Frequency, frequencyAt, percentAt, shareAt } from './figures.ts';
import { LEMMAS, PHRASE_LENGTHS, PREPOSITION_PHRASES, STOP_PHRASES } from './lexicon.ts';
import { type Corrected, corrected, nameIndex, namesAt, type Ref } from './names.ts';
import { countedAt } from './relative-days.ts';
import type { GenericKind } from './synonyms.ts';
import { getTokens, type Token } from './text.ts';
import { datesIn, timeAt } from './times.ts';

type Placed = {
  /** Its index among the items. */
  at: number;
  start: number;
  end: number;
  /** As written in the text. */
  raw: string;
  words: readonly string[];
  /** The preposition before it. */
  prep: string | null;
};
export type NameItem = Placed & {
  is: 'name';
  refs: readonly Ref[];
  generic: GenericKind | null;
  isPlural: boolean;
  isWhose: boolean;
};
export type Item = Placed &
  (
    | { is: 'lemma'; lemma: string }
    | { is: 'prep' }
    | { is: 'stop' }
    | { is: 'word' }
    | { is: 'quote' }
    | { is: 'email' }
    | { is: 'amount'; said: StatedAmount }
    | { is: 'percent'; percent: number }
    | { is: 'share'; share: number }
    | { is: 'duration'; count: number; unit: Unit }
    | { is: 'time'; time: Time }
    | { is: 'frequency'; frequency: Frequency }
    | { is: 'currency'; code: string }
    | Omit<NameItem, keyof Placed>
  );
type Unplaced<Any> = Any extends Item
  ? Omit<Any, 'at' | 'start' | 'end' | 'raw' | 'prep'> & { length: number }
  : never;

export type ParsedMessage = {
  text: string;
  items: readonly Item[];
  tokens: readonly Token[];
  known: CustomerContext;
  today: DayNumber;
  payday: DayNumber | null;
  changes: readonly Corrected[];
};

/** A text split into its items. The rules interpret them. */
export function getReading(text: string, known: CustomerContext): ParsedMessage {
  const today = parseDay(known.today);
  const paydays = known.autoDeposits
    .flatMap(({ isPay, nextDay }) => (isPay && nextDay ? [parseDay(nextDay)] : []))
    .sort((one, other) => one - other);
  const payday = paydays.find((day) => day > today) ?? paydays[0] ?? null;
  const index = nameIndex(known);
  const { tokens, changes } = corrected(getTokens(text), index);
  const dates = datesIn(text, today);
  const items: Item[] = [];
  for (let at = 0; at < tokens.length; ) {
    const found = itemAt(tokens, at, { today, payday, dates }, index);
    const [first, last] = [tokens[at], tokens[at + found.length - 1]];
    const { length, ...item } = found;
    const [start, end] = [first?.start ?? 0, last?.end ?? 0];
    const placed = { at: items.length, start, end, raw: text.slice(start, end), prep: null };
    items.push({ ...placed, ...item } as Item);
    at += length;
  }
  return { text, items: prepositioned(joined(items, known)), tokens, known, today, payday, changes };
}

function itemAt(
  tokens: readonly Token[],
  at: number,
  context: Parameters<typeof timeAt>[2],
  index: ReturnType<typeof nameIndex>,
): Unplaced<Item> {
  const words = (length: number) => tokens.slice(at, at + length).map(({ text }) => text);
  const word = tokens[at]?.text ?? '';
  if (word.includes('@')) return { is: 'email', words: [word], length: 1 };
  const quote = quoteAt(tokens, at);
  if (quote) return quote;
  const percent = percentAt(tokens, at);
  if (percent) return { is: 'percent', words: words(percent.length), ...percent };
  const phrase = phraseAt(tokens, at, (words) => LEMMAS.get(words));
  const stop = phraseAt(tokens, at, (words) => (STOP_PHRASES.has(words) ? words : undefined));
  const time = timeAt(tokens, at, context);
  const isLonger = (length: number) => length > (phrase?.length ?? 0) && length > (stop?.length ?? 0);
  const names = namesAt(tokens, at, index);
  if (time && isLonger(time.length) && time.length >= (names?.length ?? 0))
    return { is: 'time', words: words(time.length), ...time };
  const frequency = frequencyAt(tokens, at);
  if (frequency && isLonger(frequency.length))
    return { is: 'frequency', words: words(frequency.length), ...frequency };
  const counted = countedAt(tokens, at);
  if (counted && isLonger(counted.length)) {
    const { count, unit, length } = counted;
    return { is: 'duration', count, unit, words: words(length), length };
  }
  const share = shareAt(tokens, at);
  if (share && isLonger(share.length)) return { is: 'share', words: words(share.length), ...share };
  const amount = amountAt(tokens, at);
  if (amount && amount.length >= (names?.length ?? 0)) {
    const { length, ...said } = amount;
    return { is: 'amount', said, words: words(length), length };
  }
  const length = names?.length ?? 0;
  const rival = Math.max(phrase?.length ?? 0, stop?.length ?? 0);
  const isSure =
    names?.generic !== null || names?.refs.some(({ is, strength }) => strength === 3 && is !== 'category');
  const currency = Object.hasOwn(CURRENCY_WORDS, word) ? CURRENCY_WORDS[word] : undefined;
  // "Euros" is primarily a currency, even if an account's name contains it.
  const isCurrency = currency !== undefined && length === 1 && !isSure;
  if (names && !isCurrency && (length > rival || (length === rival && isSure)))
    return {
      is: 'name',
      words: words(length),
      refs: names.refs,
      generic: names.generic,
      isPlural: names.isPlural,
      isWhose: tokens[at + length]?.text === "'s",
      length,
    };
  if (phrase && phrase.length >= (stop?.length ?? 0))
    return { is: 'lemma', lemma: phrase.value, words: words(phrase.length), length: phrase.length };
  if (currency) return { is: 'currency', code: currency, words: [word], length: 1 };
  const preposition = phraseAt(tokens, at, (words) => (PREPOSITION_PHRASES.has(words) ? words : undefined));
  if (preposition && preposition.length >= (stop?.length ?? 0))
    return { is: 'prep', words: words(preposition.length), length: preposition.length };
  if (stop) return { is: 'stop', words: words(stop.length), length: stop.length };
  return { is: 'word', words: [word], length: 1 };
}

function phraseAt<Value>(
  tokens: readonly Token[],
  at: number,
  meantBy: (words: string) => Value | undefined,
): { value: Value; length: number } | null {
  for (
    let length = Math.min(PHRASE_LENGTHS.get(tokens[at]?.text ?? '') ?? 0, tokens.length - at);
    length > 0;
    length -= 1
  ) {
    const value = meantBy(
      tokens
        .slice(at, at + length)
        .map(({ text }) => text)
        .join(' '),
    );
    if (value !== undefined) return { value, length };
  }
  return null;
}

/** Quoted text is searched for exactly. */
function quoteAt(tokens: readonly Token[], at: number): Unplaced<Item> | null {
  if (!/^["\u201c]$/.test(tokens[at]?.text ?? '')) return null;
  const end = tokens.findIndex(({ text }, index) => index > at && /^["\u201d]$/.test(text));
  if (end <= at + 1) return null;
  return { is: 'quote', words: tokens.slice(at + 1, end).map(({ text }) => text), length: end - at + 1 };
}

/** Joins adjacent names that mean one thing: "Tide" and "card", "euro" and "account". */
function joined(items: readonly Item[], known: CustomerContext): Item[] {
  const read: Item[] = [];
  for (const item of items) {
    const before = read.at(-1);
    const one = before && joinedTo(before, item, known);
    if (one) read[read.length - 1] = one;
    else read.push(item);
  }
  return read.map((item, at) => ({ ...item, at }));
}

function joinedTo(before: Item, item: Item, known: CustomerContext): Item | null {
  const around = { start: before.start, end: item.end, words: [...before.words, ...item.words] };
  const raw = before.raw === item.raw ? before.raw : `${before.raw} ${item.raw}`;
  if (before.is === 'currency' && item.is === 'name' && item.generic) {
    const refs = item.refs.filter((ref) => getCurrency(ref, known) === before.code);
    return refs.length > 0 ? { ...item, ...around, raw, refs } : null;
  }
  if (before.is !== 'name' || item.is !== 'name') return null;
  const [general, named] = item.generic ? [item, before] : [before, item];
  if (
    !general.generic ||
    (before.generic && item.generic && before.generic !== 'card' && item.generic !== 'account')
  )
    return null;
  const kinds = new Set(general.refs.map(({ is, id }) => `${is}:${id}`));
  const refs = named.refs.filter(({ is, id }) => kinds.has(`${is}:${id}`));
  return refs.length > 0 ? { ...named, ...around, raw, refs, isWhose: item.isWhose } : null;
}

const getCurrency = ({ is, id }: Ref, { accounts, cards }: CustomerContext) =>
  (is === 'account' ? accounts : is === 'card' ? cards : []).find((one) => one.id === id)?.currency;

function prepositioned(items: readonly Item[]): Item[] {
  let prep: string | null = null;
  return items.map((item) => {
    if (item.is === 'prep') prep = item.words.join(' ');
    const of = prep;
    // "To my savings": skips words without meaning. "And" continues the preposition.
    if (item.is !== 'prep' && item.is !== 'stop') prep = null;
    return item.is === 'prep' ? item : { ...item, prep: of };
  });
}
