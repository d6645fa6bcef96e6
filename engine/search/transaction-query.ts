import { getOwn } from '../money/lookup.ts';

/**
 * Parses and formats the language of the transaction search box: words, "phrases", `-excluded`, and
 * `operator:value`. `meaning.ts` converts the parsed parts to search conditions.
 */

export const OPERATORS = [
  { name: 'amount', hint: 'above, below, or between: >50, <=20, 10..20, 12.50' },
  { name: 'category', hint: 'a category, or none' },
  { name: 'account', hint: 'an account or card by name' },
  { name: 'date', hint: 'a day, month, quarter, year, or range: 2026-05, last-month' },
  { name: 'after', hint: 'on or after a day' },
  { name: 'before', hint: 'before a day' },
  { name: 'until', hint: 'on or before a day' },
  { name: 'merchant', hint: 'a merchant or person' },
  { name: 'is', hint: 'in, out, spending, income, pending, split, card, transfer' },
  { name: 'has', hint: 'note, attachment, split, tag, merchant, category' },
  { name: 'tag', hint: 'one of your tags' },
  { name: 'note', hint: 'text in your notes' },
  { name: 'type', hint: 'deposit, withdrawal, transfer, auto-deposit, card' },
  { name: 'kind', hint: 'a type: interest, fee, payment, refund' },
  { name: 'currency', hint: 'USD, EUR, GBP' },
  { name: 'sort', hint: 'amount, smallest, oldest, date' },
] as const;

export type OperatorName = (typeof OPERATORS)[number]['name'];

/** Synonyms of operators. */
const ALIASES: Record<string, OperatorName> = {
  on: 'date',
  in: 'date',
  since: 'after',
  from: 'after',
  to: 'until',
  card: 'account',
  cat: 'category',
  categories: 'category',
  payee: 'merchant',
  with: 'merchant',
  tags: 'tag',
  notes: 'note',
  order: 'sort',
};

export type WordPart = { is: 'word'; text: string; negated: boolean };
export type OperatorPart = {
  is: 'operator';
  name: OperatorName;
  value: string;
  negated: boolean;
  /** True if the value is quoted. A quoted comma is text; an unquoted comma separates values. */
  quoted: boolean;
};
/**
 * A word before a colon that is not an operator. The search treats it as text, and the customer sees a hint.
 */
export type UnknownPart = { is: 'unknown'; name: string; text: string; negated: boolean };
export type QueryPart = WordPart | OperatorPart | UnknownPart;

type Token = { text: string; start: number; end: number };

/** The maximum length of a query. The search box truncates longer text. */
export const LONGEST_QUERY = 500;

/**
 * Parses a query into parts in their original order. Never fails, because an unknown operator is treated as
 * text.
 */
export function parseTransactionQuery(text: string): QueryPart[] {
  return getTokens(text).flatMap(({ text: token }) => lazyPart(token) ?? []);
}

/** Formats parts as a query that parses back to the same parts. */
export function printTransactionQuery(parts: readonly QueryPart[]): string {
  return parts.map(printPart).join(' ');
}

export function printPart(part: QueryPart): string {
  const sign = part.negated ? '-' : '';
  if (part.is === 'operator') return `${sign}${part.name}:${part.quoted ? quote(part.value) : part.value}`;
  if (part.is === 'unknown') return sign + part.text;
  // Quotes text that would otherwise parse differently.
  const isPlain = !/\s/.test(part.text) && isWord(lazyPart(sign + part.text), part);
  return sign + (isPlain ? part.text : quote(part.text));
}

/** Returns an operator part. The value is quoted only if necessary. */
export function operatorPart(name: OperatorName, value: string, negated = false): OperatorPart {
  return { is: 'operator', name, value, negated, quoted: /[\s",]|^\/\//.test(value) };
}

/** Returns the URL of the transactions page with a search for a text. */
export function queryFor(text: string): string {
  return `/transactions?q=${encodeURIComponent(printPart({ is: 'word', text, negated: false }))}`;
}

/** Returns each part's position, for completion at the cursor. */
export function getTokens(text: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length) {
    if (/\s/.test(text.charAt(at))) at += 1;
    else {
      const end = endOfToken(text, at);
      tokens.push({ text: text.slice(at, end), start: at, end });
      at = end;
    }
  }
  return tokens;
}

/**
 * Returns the end of the token at a position. A quote opens only at the start of a word or value; inside a
 * word, it is an ordinary character.
 */
function endOfToken(text: string, start: number): number {
  const opening = /^-?(?:[a-z]+:)?"/i.exec(text.slice(start));
  if (opening) {
    const end = closingQuote(text, start + opening[0].length);
    return end === -1 ? text.length : end + 1;
  }
  const rest = text.slice(start).search(/\s/);
  return rest === -1 ? text.length : start + rest;
}

function closingQuote(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    if (text.charAt(at) === '\\') at += 1;
    else if (text.charAt(at) === '"') return at;
  }
  return -1;
}

function lazyPart(token: string): QueryPart | null {
  const negated = token.startsWith('-') && token.length > 1;
  const body = negated ? token.slice(1) : token;
  const named = /^([a-z]+):(?!\/\/)(.*)$/is.exec(body);
  if (!named) {
    if (negated && body.toLowerCase() === 'pending') return operatorPart('is', 'pending', true);
    const text = unquoted(body) ?? body;
    return text.trim() === '' ? null : { is: 'word', text, negated };
  }
  const [, typed = '', value = ''] = named;
  const name = operatorNamed(typed);
  if (!name) return { is: 'unknown', name: typed, text: body, negated };
  const within = unquoted(value);
  return { is: 'operator', name, value: within ?? value, negated, quoted: within !== null };
}

export function operatorNamed(text: string): OperatorName | undefined {
  const typed = text.toLowerCase();
  return OPERATORS.find(({ name }) => name === typed)?.name ?? getOwn(ALIASES, typed);
}

/** Returns the text between quotes, or null if there is no opening quote. The closing quote is optional. */
function unquoted(text: string): string | null {
  if (!text.startsWith('"')) return null;
  const end = closingQuote(text, 1);
  return text.slice(1, end === -1 ? text.length : end).replace(/\\(["\\])/g, '$1');
}

const quote = (text: string) => `"${text.replace(/["\\]/g, '\\$&')}"`;

function isWord(read: QueryPart | null, part: WordPart): boolean {
  return read?.is === 'word' && read.text === part.text && read.negated === part.negated;
}
