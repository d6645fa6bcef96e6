import { isLike, isMatch, isSafePattern, LONGEST_PATTERN } from './patterns.ts';
import type { Row } from './pgoutput.ts';
import type { ValueKind } from './values.ts';

/** A condition of a subscription: `column=operator.value`, optionally negated. */
export type Filter = {
  column: string;
  operator: Operator;
  value: string;
  values: string[];
  negated: boolean;
};
export class FilterError extends Error {}

const OPERATORS = [
  'eq',
  'neq',
  'lt',
  'lte',
  'gt',
  'gte',
  'in',
  'like',
  'ilike',
  'is',
  'match',
  'imatch',
  'isdistinct',
] as const;
type Operator = (typeof OPERATORS)[number];

const LONGEST_FILTER = 4_000;
const MAX_VALUES = 100;

/**
 * Parses filters such as `a=eq.1,b=not.in.(x,"y,z")`. All conditions must be met. Throws FilterError for
 * invalid text.
 */
export function parseFilters(text: string): Filter[] {
  if (text.length > LONGEST_FILTER) throw new FilterError('the filter is too long');
  return splitOutside(text).map(parseFilter);
}

function parseFilter(text: string): Filter {
  const parts = /^\s*("[^"]+"|[^=]+)=(not\.)?([a-z]+)\.(.*)$/s.exec(text);
  const operator = OPERATORS.find((candidate) => candidate === parts?.[3]);
  const column = parts?.[1]?.replace(/^"(.*)"$/, '$1');
  if (parts === null || operator === undefined || column === undefined)
    throw new FilterError(`cannot parse the filter ${JSON.stringify(text)}`);
  const operand = parts[4] ?? '';
  const values = operator === 'in' ? parseList(operand) : [];
  const value = operator === 'in' ? '' : unquote(operand);
  if (values.length > MAX_VALUES) throw new FilterError(`in accepts at most ${MAX_VALUES} values`);
  if (operator === 'is' && !/^(?:null|true|false|unknown|not_null)$/i.test(value))
    throw new FilterError(`is accepts null, not_null, true, false, or unknown, not ${JSON.stringify(value)}`);
  if (/like|match/.test(operator) && value.length > LONGEST_PATTERN)
    throw new FilterError(`a pattern can have at most ${LONGEST_PATTERN} characters`);
  if (/match/.test(operator) && !isSafePattern(value)) {
    throw new FilterError(
      'match accepts literals, classes, anchors, and at most two repetitions, without groups',
    );
  }
  return { column, operator, value, values, negated: parts[2] !== undefined };
}

/** Checks the value of a filter. Throws FilterError if it doesn't fit the column's type. */
export function checkFilterValue(filter: Filter, kind: ValueKind): void {
  if (filter.operator === 'is' || /like|match/.test(filter.operator)) return;
  for (const value of filter.operator === 'in' ? filter.values : [filter.value]) {
    const isWrong =
      (kind === 'number' && (value.trim() === '' || Number.isNaN(Number(value)))) ||
      (kind === 'boolean' && !/^(?:t|f|true|false)$/i.test(value)) ||
      (kind === 'timestamp' && Number.isNaN(getInstant(value)));
    if (isWrong) throw new FilterError(`invalid input syntax for ${filter.column}: ${JSON.stringify(value)}`);
  }
}

/**
 * Returns true if a row (in PostgreSQL's text format) matches the condition. If the column is missing, the
 * row doesn't match.
 */
export function matchesFilter(row: Row, filter: Filter, kind: ValueKind): boolean {
  const actual = row[filter.column];
  if (actual === undefined) return false;
  const answer = evaluate(actual, filter, kind);
  return answer !== null && answer !== filter.negated;
}

/** Evaluates a condition. As in SQL, a comparison with null is neither true nor false. */
function evaluate(actual: string | null, filter: Filter, kind: ValueKind): boolean | null {
  const { operator, value } = filter;
  if (operator === 'is') return isState(actual, value.toLowerCase());
  if (operator === 'isdistinct') return actual === null || compare(actual, value, kind) !== 0;
  if (actual === null) return null;
  if (operator === 'in') return filter.values.some((item) => compare(actual, item, kind) === 0);
  if (operator === 'like' || operator === 'ilike') return isLike(actual, value, operator === 'ilike');
  if (operator === 'match' || operator === 'imatch') return isMatch(actual, value, operator === 'imatch');
  return COMPARISONS[operator](compare(actual, value, kind));
}

/**
 * Comparisons by operator. `order` is negative if the value is below the operand, 0 if equal, and positive if
 * above.
 */
const COMPARISONS = {
  eq: (order: number) => order === 0,
  neq: (order: number) => order !== 0,
  lt: (order: number) => order < 0,
  lte: (order: number) => order <= 0,
  gt: (order: number) => order > 0,
  gte: (order: number) => order >= 0,
};

function isState(actual: string | null, state: string): boolean {
  if (state === 'null' || state === 'unknown') return actual === null;
  if (state === 'not_null') return actual !== null;
  return actual === (state === 'true' ? 't' : 'f');
}

function compare(left: string, right: string, kind: ValueKind): number {
  if (kind === 'number') return compareNumbers(left, right);
  if (kind === 'boolean') return Number(/^t/i.test(left)) - Number(/^t/i.test(right));
  if (kind === 'timestamp') return getInstant(left) - getInstant(right);
  return left === right ? 0 : left < right ? -1 : 1;
}

function compareNumbers(left: string, right: string): number {
  const whole = /^-?\d+$/;
  if (whole.test(left) && whole.test(right)) {
    const difference = BigInt(left) - BigInt(right);
    return difference === 0n ? 0 : difference < 0n ? -1 : 1;
  }
  return Number(left) - Number(right);
}

/**
 * Parses an instant into milliseconds since 1970. Uses UTC if the text has no time zone. Returns NaN if the
 * text is invalid.
 */
function getInstant(text: string): number {
  const iso = text
    .trim()
    .replace(' ', 'T')
    .replace(/(T.*[+-]\d\d)$/, '$1:00');
  return Date.parse(/(?:Z|[+-]\d\d:?\d\d)$/i.test(iso) || !iso.includes('T') ? iso : `${iso}Z`);
}

/** Splits a string at commas that are outside quotes and parentheses. */
function splitOutside(text: string): string[] {
  const parts: string[] = [];
  let current = '';
  let depth = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (isQuoted && character === '\\') {
      current += character + text.charAt(at + 1);
      at += 1;
      continue;
    }
    if (character === '"') isQuoted = !isQuoted;
    else if (!isQuoted && character === '(') depth += 1;
    else if (!isQuoted && character === ')') depth -= 1;
    if (character === ',' && depth === 0 && !isQuoted) {
      parts.push(current);
      current = '';
    } else {
      current += character;
    }
  }
  return [...parts, current];
}

function parseList(text: string): string[] {
  if (!/^\(.*\)$/s.test(text)) throw new FilterError('in requires a list in parentheses');
  return splitOutside(text.slice(1, -1)).map((value) => unquote(value.trim()));
}

const unquote = (text: string) => (/^".*"$/s.test(text) ? text.slice(1, -1).replace(/\\(.)/gs, '$1') : text);
