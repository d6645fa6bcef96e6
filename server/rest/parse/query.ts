import { malformed, RestError } from '../rest-error.ts';
import { type Field, readField, readPath } from './field.ts';
import { type Condition, looksLikeFilter, parseFilter, parseLogic } from './filter.ts';
import { Scanner } from './scanner.ts';
import { parseSelect, type SelectItem } from './select.ts';

/**
 * A term of `order=`. It is a field of the resource or, if `relation` is set, a field of that embedded to-one
 * resource.
 */
export type OrderTerm = {
  field: Field;
  relation: string | null;
  descending: boolean;
  nulls: 'first' | 'last' | null;
};

export type Window = { limit: number | null; offset: number };

/** A parsed query string. The keys of maps are paths of embedded resources, or '' for the resource itself. */
export type Query = {
  select: SelectItem[];
  conditions: Map<string, Condition[]>;
  order: Map<string, OrderTerm[]>;
  windows: Map<string, Window>;
  /** The names in the `columns` parameter: the keys of the body to use. */
  columns: string[] | null;
  onConflict: string[] | null;
  /** The arguments of a function that is called with GET: each name's values, in order. */
  arguments: Map<string, string[]>;
};

/** Joins the names of nested resources into a key. */
export const getPath = (parent: string, name: string): string => `${parent}${name}\u0000`;

const MAX_PARAMETERS = 500;

type Pairs = readonly (readonly [string, string])[];

/**
 * Parses the parameters of a query. For a function called by GET, `parameterNames` are the names of the
 * function's parameters. Keys with these names are arguments, and so are all keys whose value is not a
 * filter. Throws PGRST100 with the position of an error.
 */
export function parseQuery(pairs: Pairs, parameterNames?: Set<string>) {
  if (pairs.length > MAX_PARAMETERS) throw malformed(`more than ${MAX_PARAMETERS} query parameters`);
  const query: Query = {
    select: [{ kind: 'star' }],
    conditions: new Map(),
    order: new Map(),
    windows: new Map(),
    columns: null,
    onConflict: null,
    arguments: new Map(),
  };
  for (const [key, value] of pairs) {
    if (key === 'select') query.select = parseSelect(value);
    else if (key === 'columns') query.columns = parseNames(value, 'columns parameter');
    else if (key === 'on_conflict') query.onConflict = parseNames(value, 'on_conflict parameter');
    else if (parameterNames && isArgument(key, value, pairs, parameterNames))
      addTo(query.arguments, key, value);
    else readPathed(query, key, value);
  }
  return query;
}

function isArgument(key: string, value: string, pairs: Pairs, names: Set<string>): boolean {
  if (/(^|\.)(order|limit|offset|and|or)$/.test(key)) return false;
  if (!looksLikeFilter(value)) return true;
  // A function's parameter can have the same name as a column. If all of the key's values look like filters,
  // such as `eq.1`, they are arguments.
  return names.has(key) && pairs.every(([other, text]) => other !== key || looksLikeFilter(text));
}

/**
 * Parses parameters that can refer to an embedded resource: `authors.order=`, `authors.books.or=`,
 * `authors.name=`.
 */
function readPathed(query: Query, key: string, value: string): void {
  const { names, field } = readKey(key);
  const last = field.path.length === 0 ? field.name : '';
  const negated = (last === 'and' || last === 'or') && names.at(-1) === 'not';
  const path = (negated ? names.slice(0, -1) : names).reduce(getPath, '');
  if (last === 'and' || last === 'or') addTo(query.conditions, path, parseLogic(last, negated, value));
  else if (last === 'order') query.order.set(path, value.trim() === '' ? [] : parseOrder(value));
  else if (last === 'limit') windowAt(query, path).limit = parseCount(value, 'limit');
  else if (last === 'offset') windowAt(query, path).offset = parseCount(value, 'offset');
  else addTo(query.conditions, path, parseFilter(field, value, key));
}

function readKey(key: string): { names: string[]; field: Field } {
  const scanner = new Scanner(key, 'filter name');
  const names = [scanner.name()];
  while (scanner.take('.')) names.push(scanner.name());
  const path = readPath(scanner);
  scanner.finish();
  return { names: names.slice(0, -1), field: { name: names.at(-1) ?? '', path } };
}

function addTo<Item>(map: Map<string, Item[]>, key: string, item: Item): void {
  const items = map.get(key);
  if (items) items.push(item);
  else map.set(key, [item]);
}

function windowAt(query: Query, path: string): Window {
  const window = query.windows.get(path) ?? { limit: null, offset: 0 };
  query.windows.set(path, window);
  return window;
}

function parseCount(text: string, name: string): number {
  if (/^-\d+$/.test(text)) throw unsatisfiable(`${name} should be greater than or equal to zero.`);
  if (!/^\d{1,15}$/.test(text)) throw malformed(`"failed to parse ${name} parameter (${text.slice(0, 50)})"`);
  return Number(text);
}

function parseNames(text: string, subject: string): string[] {
  const scanner = new Scanner(text, subject);
  if (text.trim() === '') return [];
  const names = scanner.list(() => scanner.name());
  scanner.finish();
  return [...new Set(names)];
}

const DIRECTION = /\.(asc|desc)(?=$|[.,])/y;
const NULLS = /\.nulls(first|last)(?=$|,)/y;

/** Parses `order=`, such as `name.desc.nullslast,author(name)`. */
function parseOrder(text: string): OrderTerm[] {
  const scanner = new Scanner(text, 'order');
  const terms = scanner.list(() => readTerm(scanner));
  scanner.finish();
  return terms;
}

function readTerm(scanner: Scanner): OrderTerm {
  let field = readField(scanner);
  let relation: string | null = null;
  if (field.path.length === 0 && scanner.take('(')) {
    relation = field.name;
    field = readField(scanner);
    scanner.expect(')');
  }
  const descending = scanner.match(DIRECTION)?.[1] === 'desc';
  const nulls = (scanner.match(NULLS)?.[1] ?? null) as OrderTerm['nulls'];
  return { field, relation, descending, nulls };
}

/** Returns the error for a range that can't be satisfied (416 PGRST103). */
export function unsatisfiable(details: string): RestError {
  return new RestError(416, 'PGRST103', 'Requested range not satisfiable', { details });
}

/** Applies a `Range: 0-9` header. Ignores units other than items. */
export function applyRange(query: Query, header: string | null): void {
  const [, from, to] = /^(\d{1,15})-(\d{1,15})?$/.exec(header ?? '') ?? [];
  if (from === undefined) return;
  const window = windowAt(query, '');
  const first = Math.max(Number(from), window.offset);
  if (to !== undefined) {
    if (Number(to) < Number(from))
      throw unsatisfiable(
        'The lower boundary must be lower than or equal to the upper boundary in the Range header.',
      );
    const size = Math.max(0, Number(to) - first + 1);
    const left = window.limit === null ? size : Math.max(0, window.offset + window.limit - first);
    window.limit = Math.min(size, left);
  }
  window.offset = first;
}
