import type { Scanner } from './scanner.ts';

/** One step into a JSON value: `->key`, `->0`, and as text `->>key`. */
export type JsonStep = { key: string | number; asText: boolean };

/** A column, possibly with a path into its JSON value. */
export type Field = { name: string; path: JsonStep[] };

const INDEX = /-?\d{1,9}(?=$|[.,:)]|->)/y;
const KEY = /(?:[^.,:()>\-"]|-(?!>))+/y;

/** Reads `column`, `column->key->>key`. */
export function readField(scanner: Scanner): Field {
  return { name: scanner.name(), path: readPath(scanner) };
}

/** Reads the JSON path that follows a column's name, if one does. */
export function readPath(scanner: Scanner): JsonStep[] {
  const path: JsonStep[] = [];
  while (scanner.take('->')) {
    const asText = scanner.take('>');
    const index = scanner.match(INDEX);
    const key = index ? Number(index[0]) : scanner.sees('"') ? scanner.quoted() : scanner.match(KEY)?.[0];
    if (key === undefined) throw scanner.failure('a JSON key or index');
    path.push({ key, asText });
  }
  return path;
}
