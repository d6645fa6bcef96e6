import { describe, expect, test } from 'vitest';
import { checkFilterValue, FilterError, matchesFilter, parseFilters } from './filters.ts';
import { getJson, getValueKind } from './values.ts';
import { isVisible } from './visibility.ts';

const ROW = {
  id: '10',
  name: 'Mary, "the" (first)',
  paid: 't',
  at: '2026-01-02 03:04:05.5+00',
  note: null,
  n: '1e3',
};
const KINDS: Record<string, string> = {
  id: 'int8',
  name: 'text',
  paid: 'bool',
  at: 'timestamptz',
  n: 'numeric',
};
const passes = (text: string) =>
  parseFilters(text).every((filter) =>
    matchesFilter(ROW, filter, getValueKind(KINDS[filter.column] ?? 'text')),
  );

describe('a change filter', () => {
  test.each([
    'id=eq.10',
    'id=gt.9',
    'id=lte.10',
    'id=in.(1,10)',
    'id=not.in.(1,2)',
    'n=eq.1000',
    'name=eq."Mary, \\"the\\" (first)"',
    'name=in.("a,b","Mary, \\"the\\" (first)")',
    'name=like.Mary%(first)',
    'name=ilike.mary_%',
    'name=match.^Mary',
    'name=imatch.^mary.*\\)$',
    'name=not.like.%second%',
    'paid=eq.true',
    'paid=is.true',
    'note=is.null',
    'note=isdistinct.x',
    'name=not.is.null',
    'at=gte.2026-01-02T03:04:05Z',
    'at=lt.2026-01-03',
    'id=gt.5,id=lt.15,paid=is.true',
  ])('matches: %s', (text) => expect(passes(text)).toBe(true));

  test.each([
    'id=eq.9',
    'id=lt.9',
    'id=neq.10',
    'name=like.mary%',
    'name=like.Mary',
    'note=eq.x',
    'note=neq.x',
    'note=not.eq.x',
    'id=gt.5,id=lt.7',
    'missing=is.null',
    'at=gt.2026-01-02T03:04:05.5Z',
  ])("doesn't match: %s", (text) => expect(passes(text)).toBe(false));

  test.each(['id', 'id=10', 'id=almost.10', 'id=in.1', 'id=is.maybe', 'name=match.(a+)+b', 'name=match.['])(
    'is refused: %s',
    (text) => expect(() => parseFilters(text)).toThrow(FilterError),
  );

  test('of great length is refused', () => {
    const long = [
      `name=like.${'%a'.repeat(60)}`,
      `id=in.(${'1,'.repeat(200)}1)`,
      `name=eq.${'x'.repeat(5_000)}`,
    ];
    for (const text of long) expect(() => parseFilters(text)).toThrow(FilterError);
  });

  test.each(['id=eq.ten', 'id=in.(1,)', 'paid=eq.perhaps', 'at=lt.yesterday'])(
    'of a wrong type is refused: %s',
    (text) => {
      const [filter] = parseFilters(text);
      expect(() => filter && checkFilterValue(filter, getValueKind(KINDS[filter.column] ?? 'text'))).toThrow(
        FilterError,
      );
    },
  );
});

test.each([
  ['numeric', '12.30', 12.3],
  ['numeric', 'NaN', 'NaN'],
  ['int8', '42', 42],
  ['bool', 'f', false],
  ['timestamp', '2026-01-02 03:04:05.1', '2026-01-02T03:04:05.1'],
  ['timestamptz', '2026-01-02 03:04:05+00', '2026-01-02T03:04:05+00:00'],
  ['timestamptz', 'infinity', 'infinity'],
  ['jsonb', '{"a": [1, null]}', { a: [1, null] }],
  ['_text', '{a,NULL,"b \\"c\\", {d}",""}', ['a', null, 'b "c", {d}', '']],
  [
    '_int4',
    '{{1,2},{3,NULL}}',
    [
      [1, 2],
      [3, null],
    ],
  ],
  ['_int4', '{}', []],
  ['_int4', '[0:1]={1,2}', '[0:1]={1,2}'],
  ['uuid', 'x', 'x'],
])('gets a value of type %s, written %s, as JSON', (type, text, json) => {
  expect(getJson(text, getValueKind(type))).toEqual(json);
});

test.each([
  ['a finished transaction', '100:105:100,103', 99, true],
  ['a running one', '100:105:100,103', 103, false],
  ['one that ended while others run', '100:105:100,103', 101, true],
  ['one that began later', '100:105:100,103', 105, false],
  ['an old one of the same era', '4294967400:4294967405:', 4294967290, true],
  ['a running one of a later era', '4294967400:4294967405:4294967402', 106, false],
  ['a finished one of a later era', '4294967400:4294967405:4294967402', 105, true],
])('sees only committed rows in a snapshot: %s', (_, snapshot, xid, visible) => {
  expect(isVisible(snapshot, xid)).toBe(visible);
});
