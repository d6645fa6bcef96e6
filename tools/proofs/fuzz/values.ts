import fc from 'fast-check';

/** Texts that are known to cause problems. */
const FAMOUS = [
  '',
  '\0',
  'a\0b',
  '\ud800',
  '\udfff\ud800',
  '\u202e\u2066',
  '\u200b',
  'İ',
  'ẞ',
  '👩‍👩‍👧‍👦'.repeat(40),
  'Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A',
  '../../etc/passwd',
  '..%2f..%2f',
  '%00',
  '%',
  '%E0%A4%A',
  "'; drop table accounts; --",
  '"; reset role; --',
  '$$; reset role; $$',
  '($1)[1]',
  '\\',
  '<script>alert(1)</script>',
  '=1+1',
  '{{constructor.constructor("return 1")()}}',
  '__proto__',
  'constructor',
  'toString',
  'null',
  'NaN',
  'Infinity',
  '-0',
  '1e999',
  '1e-999',
  '0x10',
  '१२',
  '9'.repeat(400),
  '9223372036854775808',
  '-9223372036854775809',
  '99999999999999999999h',
  '0000-00-00',
  '2026-02-30',
  '999999-01-01',
  '-4713-01-01',
  'infinity',
  '2026-01-01T00:00:00+99:99',
  'Mars/Olympus',
  'x'.repeat(300),
  'x'.repeat(5_000),
  'é'.repeat(600),
  '{',
  '[]',
  '{}',
  '{"a":1}',
  '\r\nX-Injected: 1',
];

export const famousText = fc.constantFrom(...FAMOUS);
export const oddText = fc.oneof(
  { weight: 3, arbitrary: famousText },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.string({ maxLength: 30 }) },
);

const NUMBERS = [
  0,
  -0,
  -1,
  1,
  0.001,
  1e-320,
  1e308,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 53,
  2 ** 63,
  99_999_999.99,
];
export const oddNumber = fc.oneof(fc.constantFrom(...NUMBERS), fc.double(), fc.integer());

/** Generates any JSON value, sometimes nested too deeply. */
export const oddValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: oddText },
  { weight: 3, arbitrary: oddNumber },
  { weight: 2, arbitrary: fc.constantFrom(null, true, false, [], {}, [null], [[]], { a: null }) },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  { weight: 1, arbitrary: fc.array(oddText, { maxLength: 4 }) },
  { weight: 1, arbitrary: fc.constantFrom(50, 3000).map(nested) },
);

function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level += 1) value = level % 2 ? [value] : { a: value };
  return value;
}

/** Generates bodies that are invalid JSON or too large to parse. */
export const brokenBody = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '{',
    '[',
    '"',
    'null',
    '1e999',
    '{"__proto__":{"admin":true},"constructor":{"prototype":{"admin":true}}}',
    '{"a":1,"a":2}',
    '{"a":"\\ud800"}',
    '{"a":"\\u0000"}',
    '\ufeff{}',
    '['.repeat(100_000),
    `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`,
    `[${'1,'.repeat(100_000)}1]`,
    `{"a":${'9'.repeat(100_000)}}`,
    `{${Array.from({ length: 20_000 }, (_, key) => `"k${key}":1`).join(',')}}`,
  ),
  fc.string({ unit: 'binary', maxLength: 60 }),
);

/** Encodes text for a URL. Lone surrogates become the replacement character. */
export const escaped = (text: string) => encodeURIComponent(Buffer.from(text, 'utf8').toString('utf8'));

/** Returns the text in a form that is valid in a header. */
export const headerValue = (text: string) =>
  text
    .replace(/[^\t\x20-\x7e\x80-\xff]/g, '')
    .trim()
    .slice(0, 8000);
