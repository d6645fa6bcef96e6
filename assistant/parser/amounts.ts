import type { Token } from './text.ts';

/** A parsed amount in major units, and its other possible value if the amount is ambiguous. */
export type StatedAmount = {
  amount: number;
  currency: string | null;
  /** True if the text has a currency, cents, or a word like "bucks", so it can't be a count. */
  isMoney: boolean;
  /** The other possible value, because `1.500` can be 1.5 or 1,500. Null if the amount is unambiguous. */
  alternative: number | null;
};
export type ParsedAmount = StatedAmount & { length: number };

/** The largest amount that the parser accepts. */
export const MAX_AMOUNT = 999_999_999.99;

const SIGNS: ReadonlyMap<string, string> = new Map([
  ['$', 'USD'],
  ['\u20ac', 'EUR'],
  ['\u00a3', 'GBP'],
]);

export const CURRENCY_WORDS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    USD: 'dollar dollars usd buck bucks',
    EUR: 'euro euros eur',
    GBP: 'pound pounds gbp quid sterling',
  }).flatMap(([code, text]) => text.split(' ').map((word): [string, string] => [word, code])),
);

const SMALL_NUMBERS =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen';
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety';
const NUMBERS: ReadonlyMap<string, number> = new Map([
  ...SMALL_NUMBERS.split(' ').map((word, number): [string, number] => [word, number]),
  ...TENS.split(' ').map((word, index): [string, number] => [word, (index + 2) * 10]),
]);
export const COUNT_WORDS = [...NUMBERS.keys()].join('|');

const SCALES: ReadonlyMap<string, number> = new Map([
  ['hundred', 100],
  ['hundreds', 100],
  ['thousand', 1000],
  ['thousands', 1000],
  ['grand', 1000],
  ['k', 1000],
  ['million', 1_000_000],
]);

export const cents = (amount: number) => Math.round(amount * 100) / 100;

/**
 * Returns the amount at a token, or null if there is none. Includes bare numbers, which the caller
 * interprets.
 */
export function amountAt(tokens: readonly Token[], at: number): ParsedAmount | null {
  const figure = figureAt(tokens, at) ?? spokenAt(tokens, at);
  if (!figure) return null;
  let { amount, currency, isMoney, length } = figure;
  const { alternative } = figure;
  const wordAt = (offset: number) => tokens[at + length + offset]?.text ?? '';
  const scale = alternative === null ? SCALES.get(wordAt(0)) : undefined;
  if (scale !== undefined) {
    amount *= scale;
    length += 1;
  }
  if (wordAt(0) === 'of' && CURRENCY_WORDS.has(wordAt(1))) length += 1;
  const stated = CURRENCY_WORDS.get(wordAt(0)) ?? SIGNS.get(wordAt(0));
  if (stated && currency === null) {
    currency = stated;
    isMoney = true;
    length += wordAt(1) === 'sterling' ? 2 : 1;
  }
  const isCents = (word: string) => /^cents?$/.test(word);
  const cent = /^\d{1,2}$/.test(wordAt(1)) ? Number(wordAt(1)) : (NUMBERS.get(wordAt(1)) ?? 0);
  if (isMoney && cent > 0 && wordAt(0) === 'and' && isCents(wordAt(2))) {
    amount += cent / 100;
    length += 3;
  }
  if (currency === null && isCents(wordAt(0)))
    return {
      amount: cents(amount / 100),
      currency: 'USD',
      isMoney: true,
      alternative: null,
      length: length + 1,
    };
  return { amount: cents(amount), currency, isMoney, alternative, length };
}

const FIGURE = /^(-)?([$\u20ac\u00a3])?\s?(-)?(\d[\d.,]*)(k|m|grand|usd|eur|gbp|bucks)?([$\u20ac\u00a3])?$/;

/** Parses amounts in digits: `$1,200.50`, `1.2k`, `50€`, `-20`. */
function figureAt(tokens: readonly Token[], at: number): ParsedAmount | null {
  const text = tokens[at]?.text ?? '';
  if (SIGNS.has(text)) {
    const amount = amountAt(tokens, at + 1);
    return amount && amount.currency === null
      ? { ...amount, currency: SIGNS.get(text) ?? null, isMoney: true, length: amount.length + 1 }
      : null;
  }
  const [, minus, sign, inner, digits, unit, after] = FIGURE.exec(text) ?? [];
  if (digits === undefined) return null;
  const number = parseNumber(digits);
  if (!number) return null;
  const scale = unit === 'm' ? 1_000_000 : (SCALES.get(unit ?? '') ?? 1);
  const direction = minus || inner ? -1 : 1;
  const currency = SIGNS.get(sign ?? after ?? '') ?? CURRENCY_WORDS.get(unit ?? '') ?? null;
  return {
    amount: direction * number.amount * scale,
    currency,
    isMoney: currency !== null || /[.,]\d{2}$/.test(digits) || unit === 'k' || direction === -1,
    alternative: scale === 1 ? number.alternative : null,
    length: 1,
  };
}

/**
 * Parses digits in the English format, such as `1,200.50`. Returns both values for the ambiguous `1.500`, but
 * a single value for `1.500,00` and `1,50`. Returns null for other text, such as `1.2.3`.
 */
function parseNumber(digits: string): { amount: number; alternative: number | null } | null {
  if (/^\d+(?:\.\d{1,2})?$/.test(digits) || /^\d{1,3}(?:,\d{3})+(?:\.\d{1,2})?$/.test(digits))
    return { amount: Number(digits.replaceAll(',', '')), alternative: null };
  if (/^\d{1,3}(?:\.\d{3})+,\d{1,2}$/.test(digits) || /^\d+,\d{1,2}$/.test(digits))
    return { amount: Number(digits.replaceAll('.', '').replace(',', '.')), alternative: null };
  if (/^\d{1,3}(?:\.\d{3}){2,}$/.test(digits))
    return { amount: Number(digits.replaceAll('.', '')), alternative: null };
  if (/^[1-9]\d{0,2}\.\d{3}$/.test(digits))
    return { amount: Number(digits.replace('.', '')), alternative: cents(Number(digits)) };
  return null;
}

/** Parses amounts in words: `two hundred and fifty`, `a grand`, `twenty-five`. */
function spokenAt(tokens: readonly Token[], at: number): ParsedAmount | null {
  const wordAt = (offset: number) => tokens[at + offset]?.text ?? '';
  const first = wordAt(0);
  if (first === 'a' && !SCALES.has(wordAt(1))) return null;
  let total = 0;
  let group = 0;
  let length = 0;
  for (; length < 12; length += 1) {
    const word = wordAt(length);
    const number = length === 0 && word === 'a' ? 1 : NUMBERS.get(word);
    const scale = word === 'k' || length === 0 ? undefined : SCALES.get(word);
    if (number !== undefined) group += number;
    else if (scale === 100) group = Math.max(1, group) * 100;
    else if (scale !== undefined) {
      total += Math.max(1, group) * scale;
      group = 0;
    } else if (word !== 'and' || group < 100 || !NUMBERS.has(wordAt(length + 1))) break;
  }
  // In "the other one", "one" is not a number.
  const isPronoun = length === 1 && first === 'one' && !CURRENCY_WORDS.has(wordAt(1));
  if (length === 0 || isPronoun) return null;
  return { amount: total + group, currency: null, isMoney: false, alternative: null, length };
}

/** Parses a count such as `three` or `12`. Returns undefined for other words. */
export function getCount(word = ''): number | undefined {
  if (/^\d{1,4}$/.test(word)) return Number(word);
  if (word === 'a' || word === 'an') return 1;
  return word === 'couple' ? 2 : NUMBERS.get(word);
}
