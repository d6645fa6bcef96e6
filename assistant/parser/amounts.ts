import type { Token } from './text.ts';

/** A parsed number and its ambiguities. In major units. */
export type StatedAmount = {
  amount: number;
  currency: string | null;
  /** True with a currency, cents, or words like "bucks", which rule out a count. */
  isMoney: boolean;
  /** The other possible value: `1.500` is 1.5 or 1,500. */
  or: number | null;
};
export type ParsedAmount = StatedAmount & { length: number };

/** Above the bank's limit. */
export const MAX_AMOUNT = 999_999_999.99;

const SIGNS: Record<string, string> = { $: 'USD', '\u20ac': 'EUR', '\u00a3': 'GBP' };
export const CURRENCY_WORDS: Record<string, string> = {
  dollar: 'USD',
  dollars: 'USD',
  usd: 'USD',
  buck: 'USD',
  bucks: 'USD',
  euro: 'EUR',
  euros: 'EUR',
  eur: 'EUR',
  pound: 'GBP',
  pounds: 'GBP',
  gbp: 'GBP',
  quid: 'GBP',
  sterling: 'GBP',
};
const SMALL: Record<string, number> = Object.fromEntries(
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'
    .split(' ')
    .map((word, number) => [word, number]),
);
const TENS: Record<string, number> = Object.fromEntries(
  'twenty thirty forty fifty sixty seventy eighty ninety'
    .split(' ')
    .map((word, index) => [word, (index + 2) * 10]),
);
const SCALES: Record<string, number> = {
  hundred: 100,
  hundreds: 100,
  thousand: 1000,
  thousands: 1000,
  grand: 1000,
  k: 1000,
  million: 1_000_000,
};

const own = <Value>(record: Record<string, Value>, key: string | undefined): Value | undefined =>
  key !== undefined && Object.hasOwn(record, key) ? record[key] : undefined;
export const cents = (amount: number) => Math.round(amount * 100) / 100;

/**
 * Returns the amount at a token; null without one. Includes bare numbers, whose meaning the caller decides.
 */
export function amountAt(tokens: readonly Token[], at: number): ParsedAmount | null {
  const read = figureAt(tokens, at) ?? spokenAt(tokens, at);
  if (!read) return null;
  let { length } = read;
  let { currency, isMoney, amount } = read;
  const scale = read.or === null ? own(SCALES, tokens[at + length]?.text) : undefined;
  if (scale !== undefined) {
    amount *= scale;
    length += 1;
  }
  if (tokens[at + length]?.text === 'of' && own(CURRENCY_WORDS, tokens[at + length + 1]?.text) !== undefined)
    length += 1;
  const after = tokens[at + length]?.text;
  const named = currency ?? own(CURRENCY_WORDS, after) ?? own(SIGNS, after);
  if (named && named !== currency) {
    currency = named;
    isMoney = true;
    length += 1;
    if (tokens[at + length]?.text === 'sterling') length += 1;
  }
  const next = own(SMALL, tokens[at + length + 1]?.text) ?? own(TENS, tokens[at + length + 1]?.text);
  const centsAfter = Number(tokens[at + length + 1]?.text ?? Number.NaN);
  const withCents = Number.isInteger(centsAfter) ? centsAfter : next;
  if (
    isMoney &&
    tokens[at + length]?.text === 'and' &&
    withCents !== undefined &&
    withCents > 0 &&
    withCents < 100 &&
    /^cents?$/.test(tokens[at + length + 2]?.text ?? '')
  ) {
    amount += withCents / 100;
    length += 3;
  }
  if (/^cents?$/.test(tokens[at + length]?.text ?? '') && currency === null) {
    return { amount: cents(amount / 100), currency: 'USD', isMoney: true, or: null, length: length + 1 };
  }
  return { amount: cents(amount), currency, isMoney, or: read.or, length };
}

const FIGURE = /^(-)?([$\u20ac\u00a3])?\s?(-)?(\d[\d.,]*)(k|m|grand|usd|eur|gbp|bucks)?([$\u20ac\u00a3])?$/;

/** `$1,200.50`, `1.2k`, `50€`, `-20`. */
function figureAt(tokens: readonly Token[], at: number): ParsedAmount | null {
  const text = tokens[at]?.text ?? '';
  if (text === '$' || text === '\u20ac' || text === '\u00a3') {
    const read = amountAt(tokens, at + 1);
    return read && read.currency === null
      ? { ...read, currency: SIGNS[text] ?? null, isMoney: true, length: read.length + 1 }
      : null;
  }
  const [, minus, sign, inner, digits, unit, after] = FIGURE.exec(text) ?? [];
  if (digits === undefined) return null;
  const read = getNumber(digits);
  if (!read) return null;
  const scale = unit === 'k' ? 1000 : unit === 'm' ? 1_000_000 : unit === 'grand' ? 1000 : 1;
  const direction = minus || inner ? -1 : 1;
  const currency = own(SIGNS, sign ?? after) ?? own(CURRENCY_WORDS, unit) ?? null;
  return {
    amount: direction * read.amount * scale,
    currency,
    isMoney: currency !== null || /[.,]\d{2}$/.test(digits) || unit === 'k' || direction === -1,
    or: scale === 1 ? read.or : null,
    length: 1,
  };
}

/**
 * Parses digits as in English: `1,200.50`. `1.500` is ambiguous, so it returns both values. `1.500,00` and
 * `1,50` are not. Null for other text, such as `1.2.3`.
 */
export function getNumber(digits: string): { amount: number; or: number | null } | null {
  if (/^\d+(?:\.\d{1,2})?$/.test(digits) || /^\d{1,3}(?:,\d{3})+(?:\.\d{1,2})?$/.test(digits))
    return { amount: Number(digits.replaceAll(',', '')), or: null };
  if (/^\d{1,3}(?:\.\d{3})+,\d{1,2}$/.test(digits) || /^\d+,\d{1,2}$/.test(digits))
    return { amount: Number(digits.replaceAll('.', '').replace(',', '.')), or: null };
  if (/^\d{1,3}(?:\.\d{3}){2,}$/.test(digits))
    return { amount: Number(digits.replaceAll('.', '')), or: null };
  if (/^[1-9]\d{0,2}\.\d{3}$/.test(digits))
    return { amount: Number(digits.replace('.', '')), or: cents(Number(digits)) };
  return null;
}

/** `two hundred and fifty`, `a grand`, `twenty-five`. */
function spokenAt(tokens: readonly Token[], at: number): ParsedAmount | null {
  const first = tokens[at]?.text;
  const isArticle = first === 'a' || first === 'one';
  if (isArticle && own(SCALES, tokens[at + 1]?.text) === undefined && first === 'a') return null;
  let total = 0;
  let group = 0;
  let length = 0;
  for (; length < 12; length += 1) {
    const word = tokens[at + length]?.text;
    const small = own(SMALL, word) ?? own(TENS, word);
    const scale = word === 'k' ? undefined : own(SCALES, word);
    if (length === 0 && word === 'a') group = 1;
    else if (small !== undefined) group += small;
    else if (scale === 100 && length > 0) group = Math.max(1, group) * 100;
    else if (scale !== undefined && length > 0) {
      total += Math.max(1, group) * scale;
      group = 0;
    } else if (word === 'and' && length > 0 && isSpoken(tokens[at + length + 1]?.text) && group >= 100)
      continue;
    else break;
  }
  // "The other one" is not a number.
  const isPronoun =
    length === 1 && first === 'one' && own(CURRENCY_WORDS, tokens[at + 1]?.text) === undefined;
  if (length === 0 || isPronoun) return null;
  return { amount: total + group, currency: null, isMoney: false, or: null, length };
}

const isSpoken = (word: string | undefined) =>
  own(SMALL, word) !== undefined || own(TENS, word) !== undefined;

/** Parses `three` or `12`; undefined for other words. */
export function getCount(word: string | undefined): number | undefined {
  if (word === undefined) return undefined;
  if (/^\d{1,4}$/.test(word)) return Number(word);
  if (word === 'a' || word === 'an') return 1;
  if (word === 'couple') return 2;
  return own(SMALL, word) ?? own(TENS, word);
}
