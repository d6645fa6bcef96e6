import fc from 'fast-check';
import { oddValue } from './values.ts';

type Change = {
  path: readonly (string | number)[];
  act: 'replace' | 'remove' | 'add' | 'repeat';
  value: unknown;
};

const KEYS = ['__proto__', 'constructor', 'id', 'x', ''];
const REPEATED = 3_000;
/** The maximum number of items that are changed in an array. Further items are usually similar. */
const MAX_ITEMS = 3;

/**
 * Generates slightly changed copies of a valid JSON value, because they reach more code than random values.
 */
export function mutated(sound: unknown): fc.Arbitrary<string> {
  const paths = pathsIn(sound, []);
  const change = fc.record({
    path: fc.constantFrom(...paths),
    act: fc.constantFrom<Change['act'][]>('replace', 'replace', 'replace', 'remove', 'add', 'repeat'),
    value: oddValue,
  });
  return fc
    .tuple(fc.array(change, { minLength: 1, maxLength: 3 }), fc.constantFrom(...KEYS))
    .map(([changes, key]) => {
      const all = changes.reduce<unknown>((whole, change) => changed(whole, change.path, change, key), sound);
      // Inserts the key `__proto__` only here, because Object.assign would set the prototype instead of
      // adding the key.
      return JSON.stringify(all)?.replaceAll('"proto of this"', '"__proto__"') ?? 'null';
    });
}

function pathsIn(value: unknown, path: readonly (string | number)[]): (readonly (string | number)[])[] {
  if (typeof value !== 'object' || value === null) return [path];
  const entries = Array.isArray(value)
    ? value.slice(0, MAX_ITEMS).map((item, index) => [index, item] as const)
    : Object.entries(value);
  return [path, ...entries.flatMap(([key, item]) => pathsIn(item, [...path, key]))];
}

/**
 * Returns a copy with one change at a path. Copies every changed object, so that the result contains no
 * cycles.
 */
function changed(
  value: unknown,
  [step, ...path]: readonly (string | number)[],
  change: Change,
  key: string,
): unknown {
  if (step === undefined) return changedItself(value, change, key);
  if (typeof value !== 'object' || value === null) return value;
  const copy = copied(value);
  if (change.act === 'remove' && path.length === 0) delete copy[step];
  else copy[step] = changed(copy[step], path, change, key);
  return copy;
}

function changedItself(present: unknown, { act, value }: Change, key: string): unknown {
  if (act === 'replace') return value;
  if (act === 'remove') return null;
  if (act === 'repeat' && Array.isArray(present) && present.length > 0)
    return Array.from({ length: REPEATED }, () => present[0]);
  if (typeof present !== 'object' || present === null) return present;
  return Object.assign(copied(present), { [key === '__proto__' ? 'proto of this' : key]: value });
}

const copied = (value: object) =>
  Object.assign(Array.isArray(value) ? [] : {}, value) as Record<string | number, unknown>;
