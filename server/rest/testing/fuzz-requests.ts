import fc from 'fast-check';
import { ALICE, BOB } from './library.ts';

const oneOf = (text: string) => fc.constantFrom(...text.split(/\s+/));
const odd = <One, Other>(
  usual: fc.Arbitrary<One>,
  unusual: fc.Arbitrary<Other>,
  usually = 12,
): fc.Arbitrary<One | Other> =>
  fc.oneof({ weight: usually, arbitrary: usual }, { weight: 1, arbitrary: unusual });
/** A lone surrogate can't be percent-encoded, so clients send the replacement character. */
export const encode = (text: string) => encodeURIComponent(Buffer.from(text).toString());

export const injection = fc.constantFrom(
  `'; drop table books; --`,
  `"; drop table books; --`,
  `") from auth.users; --`,
  `id) or true --`,
  `1; reset role; select 1`,
  `\\'; select pg_sleep(1); --`,
  '($1)[1]',
  '$$; reset role; $$',
  '/* */',
  't1.*',
  'id::text::regclass',
  'ctid',
  'tableoid',
);
const punctuation = fc.constantFrom(...'\0\ud800\udfff"\\(){},.:->*! ');
const extremes = [
  '',
  'NaN',
  '-0',
  '1e999',
  '9'.repeat(400),
  '{',
  'ü名',
  '\u202e',
  '\n',
  '%00',
  '1'.repeat(5000),
];
export const oddText = fc.oneof(
  injection,
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.string({ unit: punctuation, maxLength: 8 }),
  fc.constantFrom(...extremes),
);

const column = odd(
  oneOf(`id title price binding labels facts notes pages_sold words published full_title author_id tags tags.name
    facts->rating facts->>rating facts->prizes->0->>name labels->0 author_id.name`),
  oddText,
);
const operator =
  oneOf(`eq neq gt gte lt lte like ilike match imatch in is isdistinct cs cd ov fts plfts(english) phfts
  wfts sl sr nxr nxl adj eq(any) like(all) fts(klingon) not.eq not.in not.is xx`);
const fitting = fc.constantFrom(
  ...'id.eq.1 id.in.(1,2) title.like.T* price.gt.5 labels.cs.{utopia} facts->rating.gt.4 binding.eq.paper'.split(
    ' ',
  ),
  ...'words.fts.wall published.lt.2000-01-01 author_id.not.is.null pages_sold.ov.[1,5) full_title.ilike.*a*'.split(
    ' ',
  ),
);
const value = odd(
  oneOf(`1 abc (1,2) {1,2} [1,3) {"a":1} null true 2020-01-01 12.5 ${ALICE} ("a","b") {} () [] "x"`),
  oddText,
  4,
);
const comparison = odd(
  fitting,
  fc.tuple(column, operator, value).map((parts) => parts.join('.')),
  1,
);
const logic = fc.letrec<{ tree: string }>((tie) => ({
  tree: fc.oneof(
    { depthSize: 'small' },
    comparison,
    fc
      .tuple(oneOf('and or not.and not.or'), fc.array(tie('tree'), { minLength: 1, maxLength: 3 }))
      .map(([word, parts]) => `${word}(${parts.join(',')})`),
  ),
})).tree;
const select = fc.letrec<{ item: string }>((tie) => ({
  item: fc.oneof(
    { depthSize: 'small' },
    column,
    oneOf(
      `* count count() price.sum() id::text x:title price::int labels::text[] ...author_id(name) tags!inner(*)
      id.count() facts.max() ...author_id(id.max(),count()) ...tags(name) ...tags(id.sum()) pages.avg()::int`,
    ),
    fc
      .tuple(
        oneOf('author_id tags covers book_tags main_author siblings books ...author_id ...tags a:tags!inner'),
        fc.array(tie('item'), { maxLength: 3 }),
      )
      .map(([name, parts]) => `${name}(${parts.join(',')})`),
  ),
})).item;

const lists = (item: fc.Arbitrary<string>, maxLength: number) =>
  fc.array(item, { minLength: 1, maxLength }).map((items) => items.join(','));
const parameter: fc.Arbitrary<[string, string]> = odd(
  fc.oneof(
    comparison.map((text): [string, string] => {
      const dot = text.indexOf('.');
      return [text.slice(0, dot), text.slice(dot + 1)];
    }),
    fc.tuple(fc.constant('select'), lists(select, 3)),
    fc.tuple(
      oneOf('or and not.or tags.or author_id.and'),
      lists(logic, 3).map((tree) => `(${tree})`),
    ),
    fc.tuple(
      odd(oneOf('order'), oneOf('tags.order')),
      fc
        .tuple(column, odd(fc.constantFrom('', '.desc', '.asc.nullslast'), oddText))
        .map((term) => term.join('')),
    ),
    fc.tuple(odd(oneOf('limit offset'), oneOf('tags.limit columns on_conflict')), odd(oneOf('0 1 5'), value)),
  ),
  fc.tuple(oddText, oddText),
);

export const query = fc
  .array(parameter, { maxLength: 3 })
  .map((pairs) => pairs.map(([name, text]) => `${encode(name)}=${encode(text)}`).join('&'));
export const relation = odd(
  oneOf(`books books books loans_of_books tags cheap_books authors keyless rpc/books_by?author=1& rpc/numbers?upto=3&
    rpc/add?a=1& rpc/total?numbers=1& rpc/pairs rpc/one_book?book=1& rpc/books_by`),
  oddText.map(encode),
).map((path) => (path.includes('?') ? path : `${path}?`));
export const preference = fc
  .subarray(
    `count=exact count=planned count=estimated return=representation return=headers-only missing=default
    resolution=merge-duplicates max-affected=1 tx=rollback tx=commit timezone=Asia/Tokyo constructor=y`.split(
      /\s+/,
    ),
    { maxLength: 3 },
  )
  .chain((chosen) => odd(fc.constant(chosen), fc.constant([...chosen, 'handling=strict']), 3))
  .map((chosen) => chosen.join(','));
export const accept = odd(
  fc.constantFrom(
    'application/json',
    'application/vnd.pgrst.object+json',
    'text/csv',
    'application/vnd.pgrst.array+json;nulls=stripped',
    'application/geo+json',
    'application/vnd.pgrst.plan+json; options=analyze',
  ),
  fc.constantFrom('x', '', '*/*'),
);
export const contentType = odd(
  oneOf('application/json'),
  oneOf('text/csv text/plain application/x-www-form-urlencoded application/octet-stream x'),
  3,
);

const row = fc.record(
  {
    id: odd(fc.integer(), oddText),
    title: oddText,
    name: oddText,
    note: oddText,
    price: fc.double(),
    labels: fc.array(oddText, { maxLength: 3 }),
    facts: fc.jsonValue({ maxDepth: 3 }),
    reader_id: oneOf(`${ALICE} ${BOB} x`),
  },
  { requiredKeys: [] },
);
const call = fc.record(
  { author: value, upto: value, a: value, numbers: value, book: value },
  { requiredKeys: [] },
);
const brackets = (count: number) => '['.repeat(count) + ']'.repeat(count);
const malformed = ['', '{', '[', '[{}]', '[[]]', 'null', '"x"', '{"id":1,"id":2}', '{"title":"\\u0000"}'];
const extreme = [
  '{"title":"\\ud800"}',
  '{"id":1e400}',
  brackets(20_000),
  `{"facts":${brackets(9000)}}`,
  '{"upto":-5}',
];
export const body = fc.oneof(
  row.map((entry) => JSON.stringify(entry)),
  fc.array(row, { maxLength: 3 }).map((rows) => JSON.stringify(rows)),
  call.map((item) => JSON.stringify(item)),
  fc.constantFrom(...malformed, ...extreme, '{"numbers":[1,null]}', '{"numbers":{}}'),
  fc.json({ maxDepth: 3 }),
  oddText,
);
