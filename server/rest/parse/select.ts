import { type Field, readField } from './field.ts';
import { Scanner } from './scanner.ts';

export type Aggregate = 'count' | 'sum' | 'avg' | 'min' | 'max';

/** A selected column. `count()` is an aggregate that has no field. */
export type FieldItem = {
  kind: 'field';
  field: Field | null;
  alias: string | null;
  cast: string | null;
  aggregate: Aggregate | null;
  aggregateCast: string | null;
};

/** A selected related resource: `alias:target!hint!inner(…)` or `...target(…)`. */
export type EmbedItem = {
  kind: 'embed';
  target: string;
  alias: string | null;
  hint: string | null;
  inner: boolean;
  spread: boolean;
  items: SelectItem[];
};

export type SelectItem = { kind: 'star' } | FieldItem | EmbedItem;

const DEEPEST_EMBED = 12;
const CAST = /\s*([\p{L}_][\p{L}\p{N}_ ]*(?:\[\])?)/uy;
const AGGREGATE = /\.(count|sum|avg|min|max)\(\)/y;
const BARE_COUNT = /count\(\)/y;

/** Parses `select=`. If the text is empty, the rows have no columns. */
export function parseSelect(text: string): SelectItem[] {
  const scanner = new Scanner(text, 'select parameter');
  if (text.trim() === '') return [];
  const items = scanner.list(() => readItem(scanner, 1));
  scanner.finish();
  return items;
}

function readItem(scanner: Scanner, depth: number): SelectItem {
  scanner.match(/\s*/y);
  if (scanner.take('...')) {
    const item = readEmbed(scanner, scanner.name(), null, depth);
    return { ...item, spread: true };
  }
  if (scanner.take('*')) return { kind: 'star' };
  if (scanner.match(BARE_COUNT)) return countItem(null, readCast(scanner));
  const first = readField(scanner);
  const aliased = first.path.length === 0 && scanner.sees(':') && !scanner.sees('::') && scanner.take(':');
  if (!aliased) return readRest(scanner, first, null, depth);
  if (scanner.match(BARE_COUNT)) return countItem(first.name, readCast(scanner));
  return readRest(scanner, readField(scanner), first.name, depth);
}

function countItem(alias: string | null, aggregateCast: string | null): FieldItem {
  return { kind: 'field', field: null, alias, cast: null, aggregate: 'count', aggregateCast };
}

function readRest(scanner: Scanner, field: Field, alias: string | null, depth: number): SelectItem {
  if (field.path.length === 0 && (scanner.sees('!') || scanner.sees('(')))
    return readEmbed(scanner, field.name, alias, depth);
  const cast = readCast(scanner);
  const aggregate = (scanner.match(AGGREGATE)?.[1] ?? null) as Aggregate | null;
  return { kind: 'field', field, alias, cast, aggregate, aggregateCast: aggregate && readCast(scanner) };
}

function readCast(scanner: Scanner): string | null {
  if (!scanner.take('::')) return null;
  const cast = scanner.match(CAST)?.[1]?.trim();
  if (!cast) throw scanner.failure('a type');
  return cast;
}

function readEmbed(scanner: Scanner, target: string, alias: string | null, depth: number): EmbedItem {
  if (depth > DEEPEST_EMBED) throw scanner.failure(`no more than ${DEEPEST_EMBED} levels`);
  let hint: string | null = null;
  let inner = false;
  while (scanner.take('!')) {
    const word = scanner.name();
    if (word === 'inner') inner = true;
    else if (word !== 'left') hint = word;
  }
  scanner.expect('(');
  scanner.match(/\s*/y);
  const items = scanner.sees(')') ? [] : scanner.list(() => readItem(scanner, depth + 1));
  scanner.expect(')');
  scanner.match(/\s*/y);
  return { kind: 'embed', target, alias, hint, inner, spread: false, items };
}
