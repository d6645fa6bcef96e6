import { type Field, readField } from './field.ts';
import { Scanner } from './scanner.ts';

/** A filter on a field: `[not.]operator[(any|all|language)].value`. */
export type Comparison = {
  kind: 'comparison';
  field: Field;
  not: boolean;
  operator: string;
  /** `any` or `all` for a list of values, or the language of a text search. */
  modifier: string | null;
  value: string | string[];
};

export type Condition =
  | Comparison
  | { kind: 'group'; not: boolean; operator: 'and' | 'or'; conditions: Condition[] };

const DEEPEST_LOGIC = 20;
const OPERATOR = /[a-z]+/y;
const MODIFIER = /\(([^()]*)\)/y;
const QUANTIFIABLE = new Set(['eq', 'gt', 'gte', 'lt', 'lte', 'like', 'ilike', 'match', 'imatch']);
const TEXT_SEARCH = new Set(['fts', 'plfts', 'phfts', 'wfts']);
const PLAIN = new Set(['neq', 'is', 'isdistinct', 'in', 'cs', 'cd', 'ov', 'sl', 'sr', 'nxr', 'nxl', 'adj']);
const OPERATORS = new Set([...QUANTIFIABLE, ...TEXT_SEARCH, ...PLAIN]);
const ARRAY = /\{(?:[^{}"]|"(?:[^"\\]|\\[\s\S])*")*\}(?=[,)])/y;
/**
 * Matches the name of a text search configuration. PostgreSQL would also accept numbers and `-`, but would
 * fail later.
 */
const LANGUAGE = /^[\p{L}_][\p{L}\p{N}_.]*$/u;
const UNTIL_SEPARATOR = /[^,)]*/y;
const SPACES = /\s*/y;

/** Returns true for text in the form `operator.value`, which is a filter instead of an argument. */
export function looksLikeFilter(value: string): boolean {
  const [, operator] = /^(?:not\.)*([a-z]+)(?:\([^()]*\))?\./.exec(value) ?? [];
  return operator !== undefined && OPERATORS.has(operator);
}

/** Parses the value of a filter parameter, such as `eq.1`, `not.in.(1,2)`, or `fts(english).cat`. */
export function parseFilter(field: Field, text: string, parameter: string): Comparison {
  const scanner = new Scanner(text, `filter (${parameter})`);
  const comparison = readOperation(scanner, field, () => scanner.rest());
  scanner.finish();
  return comparison;
}

/** Parses the value of `and=` or `or=`, which consists of conditions in parentheses. */
export function parseLogic(operator: 'and' | 'or', not: boolean, text: string): Condition {
  const scanner = new Scanner(text, 'logic tree');
  const group = readGroup(scanner, operator, not, 1);
  scanner.finish();
  return group;
}

function readGroup(scanner: Scanner, operator: 'and' | 'or', not: boolean, depth: number): Condition {
  if (depth > DEEPEST_LOGIC) throw scanner.failure(`no more than ${DEEPEST_LOGIC} levels`);
  scanner.match(SPACES);
  scanner.expect('(');
  const conditions = scanner.list(() => readCondition(scanner, depth));
  scanner.expect(')');
  scanner.match(SPACES);
  return { kind: 'group', not, operator, conditions };
}

function readCondition(scanner: Scanner, depth: number): Condition {
  scanner.match(SPACES);
  const group = scanner.match(/(not\.)?(and|or)(?=\s*\()/y);
  if (group) return readGroup(scanner, group[2] as 'and' | 'or', group[1] !== undefined, depth + 1);
  const field = readField(scanner);
  scanner.expect('.');
  return readOperation(scanner, field, () => readNestedValue(scanner));
}

function readOperation(scanner: Scanner, field: Field, readValue: () => string): Comparison {
  let not = false;
  while (scanner.take('not.')) not = !not;
  const operator = scanner.match(OPERATOR)?.[0] ?? '';
  if (!OPERATORS.has(operator)) throw scanner.failure('an operator (eq, gt, …)');
  const modifier = scanner.match(MODIFIER)?.[1] ?? null;
  if (modifier !== null && !acceptsModifier(operator, modifier))
    throw scanner.failure('operator without modifier');
  scanner.expect('.');
  const value = operator === 'in' ? readList(scanner) : readValue();
  return { kind: 'comparison', field, not, operator, modifier, value };
}

function acceptsModifier(operator: string, modifier: string): boolean {
  if (TEXT_SEARCH.has(operator)) return LANGUAGE.test(modifier);
  return QUANTIFIABLE.has(operator) && (modifier === 'any' || modifier === 'all');
}

/** Reads a value in a logic tree. It ends at a comma or parenthesis unless it is quoted or an array. */
function readNestedValue(scanner: Scanner): string {
  const start = scanner.position;
  if (scanner.sees('"')) {
    const quoted = scanner.quoted();
    if (scanner.sees(',') || scanner.sees(')')) return quoted;
    scanner.position = start;
  }
  const array = scanner.match(ARRAY);
  return array ? array[0] : (scanner.match(UNTIL_SEPARATOR)?.[0] ?? '');
}

/** Reads a list such as `(1,2,"a,b")`. Empty parentheses are parsed as an empty list. */
function readList(scanner: Scanner): string[] {
  scanner.match(SPACES);
  scanner.expect('(');
  if (scanner.take(')')) return [];
  const values = scanner.list(() => readListValue(scanner));
  scanner.expect(')');
  scanner.match(SPACES);
  return values;
}

function readListValue(scanner: Scanner): string {
  const start = scanner.position;
  const quoted = scanner.match(/"((?:[^"\\]|\\[\s\S])*)"(?=[,)])/y);
  if (quoted) return (quoted[1] ?? '').replace(/\\([\s\S])/g, '$1');
  scanner.position = start;
  return scanner.match(UNTIL_SEPARATOR)?.[0] ?? '';
}
