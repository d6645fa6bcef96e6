import type { Scanner } from './scanner.ts';

/** A step into a JSON value: `->key`, `->0`, or, as text, `->>key`. */
export type JsonStep = { key: string | number; asText: boolean };

export type Field = { name: string; path: JsonStep[] };

const INDEX = /-?\d{1,9}(?=$|[.,:)]|->)/y;
const KEY = /(?:[^.,:()>\-"]|-(?!>))+/y;

/** Parses a field such as `column` or `column->key->>key`. */
export const readField = (scanner: Scanner): Field => ({ name: scanner.name(), path: readPath(scanner) });

/** Parses the JSON path after a column's name, if there is one. */
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
