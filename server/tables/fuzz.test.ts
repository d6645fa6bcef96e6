import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ALICE, BOB, type Library, openLibrary } from './library.ts';

/** The long proof sets how many cases a run tries; by default few enough for every change. */
const RUNS = Number(process.env.FUZZ_RUNS ?? 150);

let library: Library;
let token: string;
beforeAll(async () => {
  library = await openLibrary();
  token = await library.server.context.keys.sign({ sub: ALICE, role: 'authenticated' }, 3600);
});
afterAll(() => library.server.close());

/** Every answer is a success or a refusal with a code, never a failure of ours, and shows nothing of Bob. */
async function check(path: string, init: RequestInit = {}): Promise<void> {
  const headers = new Headers(init.headers);
  headers.set('Authorization', `Bearer ${token}`);
  const response = await library.request(path, { ...init, headers });
  const text = await response.text();
  const place = `${init.method ?? 'GET'} ${path} ${String(init.body ?? '')}: ${response.status} ${text.slice(0, 300)}`;
  expect(response.status, place).toBeLessThan(500);
  if (response.status >= 400 && text !== '')
    expect(JSON.parse(text), place).toHaveProperty('code', expect.any(String));
  expect(text.includes(BOB) && !path.includes(BOB) && !String(init.body).includes(BOB), place).toBe(false);
}

const injection = fc.constantFrom(
  `'; drop table books; --`,
  `"; drop table books; --`,
  `") from auth.users; --`,
  `id) or true --`,
  `1; reset role; select 1`,
  `\\'; select pg_sleep(1); --`,
  `($1)[1]`,
  `$$; reset role; $$`,
  `/* */`,
  `t1.*`,
  `books.*`,
  `id::text::regclass`,
  `xmin`,
  `ctid`,
  `tableoid`,
);
const oddText = fc.oneof(
  injection,
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.string({
    unit: fc.constantFrom(
      '\0',
      '\ud800',
      '\udfff',
      '"',
      '\\',
      '(',
      ')',
      '{',
      '}',
      ',',
      '.',
      ':',
      '-',
      '>',
      '*',
      '!',
      ' ',
    ),
    maxLength: 8,
  }),
  fc.constantFrom(
    '',
    'null',
    'NaN',
    'Infinity',
    '-0',
    '1e999',
    '9'.repeat(400),
    '{',
    '[',
    'ü',
    '名',
    '‮',
    '\n',
    '%00',
    '{{{{',
    '1'.repeat(5000),
  ),
);
const column = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.constantFrom(
      'id',
      'title',
      'price',
      'binding',
      'labels',
      'facts',
      'notes',
      'pages_sold',
      'words',
      'published',
      'full_title',
      'facts->rating',
      'facts->>rating',
      'facts->prizes->0->>name',
      'labels->0',
      'author_id',
      'tags',
      'tags.name',
      'author_id.name',
    ),
  },
  { weight: 1, arbitrary: oddText },
);
const operator = fc.constantFrom(
  'eq',
  'neq',
  'gt',
  'gte',
  'lt',
  'lte',
  'like',
  'ilike',
  'match',
  'imatch',
  'in',
  'is',
  'isdistinct',
  'cs',
  'cd',
  'ov',
  'fts',
  'plfts(english)',
  'phfts',
  'wfts',
  'sl',
  'sr',
  'nxr',
  'nxl',
  'adj',
  'eq(any)',
  'like(all)',
  'fts(klingon)',
  'not.eq',
  'not.in',
  'xx',
);
const value = fc.oneof(
  fc.constantFrom(
    '1',
    'abc',
    '(1,2)',
    '{1,2}',
    '[1,3)',
    '{"a":1}',
    'null',
    'true',
    '2020-01-01',
    '12.5',
    ALICE,
    '("a","b")',
    '{}',
    '()',
    '[]',
    '"x"',
  ),
  oddText,
);
const filter = fc.tuple(operator, value).map(([op, text]) => `${op}.${text}`);
const logic = fc.letrec((tie) => ({
  tree: fc.oneof(
    { depthSize: 'small' },
    fc.tuple(column, filter).map(([name, text]) => `${name}.${text}`),
    fc
      .tuple(
        fc.constantFrom('and', 'or', 'not.and', 'not.or'),
        fc.array(tie('tree') as fc.Arbitrary<string>, { maxLength: 3 }),
      )
      .map(([word, parts]) => `${word}(${parts.join(',')})`),
  ),
})).tree as fc.Arbitrary<string>;
const select = fc.letrec((tie) => ({
  item: fc.oneof(
    { depthSize: 'small' },
    column,
    fc.constantFrom(
      '*',
      'count',
      'count()',
      'price.sum()',
      'id::text',
      'x:title',
      'price::int',
      'labels::text[]',
      '...author_id(name)',
      'tags!inner(*)',
      'siblings(id)',
    ),
    fc
      .tuple(
        fc.constantFrom(
          'author_id',
          'tags',
          'covers',
          'book_tags',
          'main_author',
          'siblings',
          'books',
          'authors',
          '...author_id',
          '...tags',
          'a:tags!inner',
        ),
        fc.array(tie('item') as fc.Arbitrary<string>, { maxLength: 3 }),
      )
      .map(([name, parts]) => `${name}(${parts.join(',')})`),
  ),
})).item as fc.Arbitrary<string>;
const parameter = fc.oneof(
  fc.tuple(column, filter),
  fc.tuple(
    fc.constant('select'),
    fc.array(select, { maxLength: 4 }).map((items) => items.join(',')),
  ),
  fc.tuple(
    fc.constantFrom('or', 'and', 'not.or', 'tags.or', 'author_id.and'),
    fc.array(logic, { maxLength: 3 }).map((parts) => `(${parts.join(',')})`),
  ),
  fc.tuple(
    fc.constantFrom('order', 'tags.order'),
    fc.tuple(column, fc.constantFrom('', '.desc', '.asc.nullslast', '.x')).map((parts) => parts.join('')),
  ),
  fc.tuple(
    fc.constantFrom('limit', 'offset', 'tags.limit', 'columns', 'on_conflict'),
    fc.oneof(value, fc.constantFrom('0', '1', '99999999999999999999')),
  ),
  fc.tuple(oddText, oddText),
);
const queryString = fc
  .array(parameter, { maxLength: 5 })
  .map((pairs) => pairs.map(([name, text]) => `${encode(name)}=${encode(text)}`).join('&'));
/** A lone surrogate has no percent-encoding: such a client sends the replacement character. */
const encode = (text: string) => encodeURIComponent(Buffer.from(text).toString());
const prefer = fc
  .subarray([
    'count=exact',
    'count=planned',
    'count=estimated',
    'return=representation',
    'return=headers-only',
    'resolution=merge-duplicates',
    'missing=default',
    'handling=strict',
    'max-affected=1',
    'tx=rollback',
    'timezone=Asia/Tokyo',
    'timezone=x',
    'constructor=y',
  ])
  .map((parts) => parts.join(','));
const accept = fc.constantFrom(
  'application/json',
  'application/vnd.pgrst.object+json',
  'text/csv',
  'application/vnd.pgrst.array+json;nulls=stripped',
  '*/*',
  'x',
  '',
);
const relation = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.constantFrom(
      'books',
      'loans_of_books',
      'tags',
      'cheap_books',
      'keyless',
      'rpc/books_by',
      'rpc/numbers',
      'rpc/add',
      'rpc/total',
      'rpc/pairs',
      'rpc/one_book',
    ),
  },
  { weight: 1, arbitrary: oddText.map(encode) },
);
const json = fc.oneof(
  fc.json({ maxDepth: 3 }),
  fc
    .record(
      {
        id: fc.oneof(fc.integer(), oddText),
        title: oddText,
        name: oddText,
        note: oddText,
        price: fc.double(),
        labels: fc.array(oddText),
        facts: fc.jsonValue(),
        author: fc.anything(),
        value: fc.bigInt().map(String),
        reader_id: fc.constantFrom(ALICE, BOB, 'x'),
      },
      { requiredKeys: [] },
    )
    .map((row) => JSON.stringify(row)),
  fc.constantFrom(
    '',
    '{',
    '[',
    '[{}]',
    '[[]]',
    'null',
    '"x"',
    '{"id":1,"id":2}',
    '{"title":"\\u0000"}',
    '{"title":"\\ud800"}',
    '{"id":1e400}',
    `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
    `{"facts":${'['.repeat(9000)}${']'.repeat(9000)}}`,
    '{"a":1}',
    '{"upto":-5}',
    '{"numbers":[1,null]}',
    '{"numbers":{}}',
  ),
  oddText,
);

test('no query, however odd, makes a read fail on our side', async () => {
  await fc.assert(
    fc.asyncProperty(relation, queryString, prefer, accept, async (path, query, preferences, type) => {
      await check(`${path}?${query}`, { headers: { Prefer: preferences, Accept: type } });
    }),
    { numRuns: RUNS },
  );
}, 600_000);

test('no body, however odd, makes a write or a call fail on our side', async () => {
  const method = fc.constantFrom('POST', 'PATCH', 'PUT', 'DELETE', 'POST');
  const type = fc.constantFrom(
    'application/json',
    'application/json',
    'application/json',
    'text/csv',
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/octet-stream',
    'x',
  );
  await fc.assert(
    fc.asyncProperty(
      relation,
      queryString,
      method,
      json,
      type,
      prefer,
      accept,
      async (path, query, verb, body, kind, preferences, form) => {
        await check(`${path}?${query}`, {
          method: verb,
          body,
          headers: { 'Content-Type': kind, Prefer: preferences, Accept: form },
        });
      },
    ),
    { numRuns: RUNS },
  );
}, 600_000);

test('no value becomes part of a statement', async () => {
  const before = await library.service.from('authors').select('*', { count: 'exact', head: true });
  const positions = (text: string): string[] => {
    const code = encode(text);
    return [
      `books?select=${code}`,
      `books?select=id:${code}`,
      `books?select=${code}:id`,
      `books?select=id::${code}`,
      `books?select=facts->${code}`,
      `books?select=facts->>${code}`,
      `books?select=tags!${code}(id)`,
      `books?select=${code}(id)`,
      `books?${code}=eq.1`,
      `books?title=eq.${code}`,
      `books?title=${code}`,
      `books?title=like.${code}`,
      `books?title=fts(${code}).x`,
      `books?id=in.(${code})`,
      `books?id=in.("${code}")`,
      `books?labels=cs.{${code}}`,
      `books?facts->>${code}=eq.1`,
      `books?or=(title.eq.${code})`,
      `books?order=${code}`,
      `books?order=id.${code}`,
      `books?limit=${code}`,
      `books?offset=${code}`,
      `books?tags.order=${code}&select=tags(*)`,
      `rpc/echo_text?value=${code}`,
      `rpc/${code}`,
      `${code}`,
    ];
  };
  await fc.assert(
    fc.asyncProperty(fc.oneof(injection, oddText), async (text) => {
      for (const path of positions(text)) await check(path);
      const body = JSON.stringify({ [text]: text });
      const headers = { 'Content-Type': 'application/json' };
      await check(`tags?on_conflict=${encode(text)}&columns=${encode(text)}`, {
        method: 'POST',
        body,
        headers,
      });
      await check('rpc/add', { method: 'POST', body, headers });
      await check('books', { headers: { 'Accept-Profile': encode(text) } });
    }),
    { numRuns: Math.ceil(RUNS / 10) },
  );
  const after = await library.service.from('authors').select('*', { count: 'exact', head: true });
  expect(after.count).toBe(before.count);
}, 600_000);

test('large and deep requests are answered or refused', async () => {
  const ids = Array.from({ length: 20_000 }, (_, id) => id).join(',');
  await check(`books?select=id&id=in.(${ids})`);
  await check(`books?or=(${Array.from({ length: 3000 }, (_, id) => `id.eq.${id}`).join(',')})`);
  await check(`books?or=${'(or'.repeat(5000)}`);
  await check(`books?or=(${'and('.repeat(5000)}id.eq.1${')'.repeat(5001)}`);
  await check(`books?select=${'author_id('.repeat(5000)}id${')'.repeat(5000)}`);
  await check(`books?select=${Array.from({ length: 300 }, (_, n) => `a${n}:tags(name)`).join(',')}`);
  await check(`books?select=facts${'->a'.repeat(5000)}`);
  await check(`books?${Array.from({ length: 600 }, () => 'id=eq.1').join('&')}`);
  const rows = JSON.stringify(
    Array.from({ length: 5000 }, (_, id) => ({ id: id + 10_000, name: `tag ${id}` })),
  );
  await check('tags', { method: 'POST', body: rows, headers: { 'Content-Type': 'application/json' } });
});
