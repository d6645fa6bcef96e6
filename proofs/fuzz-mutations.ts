import fc from 'fast-check';
import { oddValue } from './fuzz-values.ts';

type Change = {
  path: readonly (string | number)[];
  act: 'replace' | 'remove' | 'add' | 'repeat';
  value: unknown;
};

const KEYS = ['__proto__', 'constructor', 'id', 'x', ''];
const REPEATED = 3_000;
/** From so many parts that are alike, these are enough. */
const MOST_ITEMS = 3;

/** A value of JSON that was sound, with a few changes: it comes much further than one that never was. */
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
      const copy = structuredClone({ whole: sound });
      for (const one of changes) apply(copy, ['whole', ...one.path], one, key);
      // JSON.stringify leaves out what is called __proto__.
      return JSON.stringify(copy.whole)?.replaceAll('"proto of this"', '"__proto__"') ?? 'null';
    });
}

function pathsIn(value: unknown, path: readonly (string | number)[]): (readonly (string | number)[])[] {
  if (typeof value !== 'object' || value === null) return [path];
  const entries = Array.isArray(value)
    ? value.slice(0, MOST_ITEMS).map((item, index) => [index, item] as const)
    : Object.entries(value);
  return [path, ...entries.flatMap(([key, item]) => pathsIn(item, [...path, key]))];
}

function apply(root: object, path: readonly (string | number)[], { act, value }: Change, key: string): void {
  const last = path.at(-1) ?? '';
  const parent = path.slice(0, -1).reduce<unknown>((holder, step) => memberOf(holder, step), root);
  if (typeof parent !== 'object' || parent === null) return;
  const holder = parent as Record<string | number, unknown>;
  const present = holder[last];
  if (act === 'replace') holder[last] = value;
  else if (act === 'remove') delete holder[last];
  else if (act === 'repeat' && Array.isArray(present) && present.length > 0)
    holder[last] = Array.from({ length: REPEATED }, () => present[0]);
  else if (typeof present === 'object' && present !== null)
    Object.assign(present, { [key === '__proto__' ? 'proto of this' : key]: value });
}

const memberOf = (holder: unknown, step: string | number): unknown =>
  typeof holder === 'object' && holder !== null
    ? (holder as Record<string | number, unknown>)[step]
    : undefined;
