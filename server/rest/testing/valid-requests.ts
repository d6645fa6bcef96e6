import fc from 'fast-check';
import { encode } from './fuzz-requests.ts';

/** A resource of the library, with its valid queries. */
type Resource = { columns: string[]; filters: string[]; embeds: Record<string, keyof typeof RESOURCES> };

const RESOURCES = {
  books: {
    columns: ['id', 'title', 'price', 'pages', 'binding', 'labels', 'facts', 'full_title', 'published'],
    filters: [
      'id=gt.1',
      'title=ilike(any).{*the*,*city*}',
      'price=not.gte.9',
      'pages=isdistinct.184',
      'binding=in.(paper,cloth)',
      'labels=ov.{dreams,utopia}',
      'facts->>rating=neq.4.0',
      'pages_sold=adj.[10,20)',
      'words=wfts(english).walls or signs',
      'title=plfts.heaven',
      'or=(pages.lt.200,and(price.is.null,not.or(id.eq.1,title.match.^T)))',
    ],
    embeds: {
      'authors!author_id': 'authors',
      editor_id: 'authors',
      main_author: 'authors',
      tags: 'tags',
      covers: 'covers',
      siblings: 'books',
    },
  },
  authors: {
    columns: ['id', 'name', 'born', 'country'],
    filters: ['name=like.U*', 'born=lt.1925-01-01', 'country=is.not_null', 'id=eq(all).{1}'],
    embeds: { 'books!author_id': 'books', 'books!books_editor_id_fkey': 'books' },
  },
  tags: { columns: ['id', 'name'], filters: ['name=neq.unused', 'id=lte.2'], embeds: { books: 'books' } },
  covers: { columns: ['book_id', 'color'], filters: ['color=imatch.^B'], embeds: { books: 'books' } },
} satisfies Record<string, Omit<Resource, 'embeds'> & { embeds: Record<string, string> }>;

/** A part of a select with its parameters, such as filters of an embed. */
type Part = { select: string; parameters: string[] };

const DEEPEST = 3;
const getResource = (name: string) => RESOURCES[name as keyof typeof RESOURCES] as Resource;
const getSome = (items: readonly string[], maxLength: number) =>
  fc.array(fc.constantFrom(...items), { maxLength });

function columnItem({ columns }: Resource): fc.Arbitrary<string> {
  const column = fc.constantFrom(...columns);
  const numbers = fc.constantFrom('id.count()', 'n:count()', 'count()', 'least:id::text.min()', 'count');
  return fc.oneof(
    { weight: 6, arbitrary: column },
    { weight: 1, arbitrary: fc.constant('*') },
    { weight: 1, arbitrary: column.map((name) => `${name}::text`) },
    { weight: 1, arbitrary: column.map((name) => `other:${name}`) },
    { weight: 1, arbitrary: numbers },
  );
}

function embedPart(resource: Resource, path: string, depth: number, index: number): fc.Arbitrary<Part> {
  return fc
    .record({
      target: fc.constantFrom(...Object.keys(resource.embeds)),
      join: fc.constantFrom('', '!inner', '!left'),
      form: fc.constantFrom('alias', 'alias', 'spread', 'empty'),
    })
    .chain(({ target, join, form }) => {
      const name = `e${depth}${index}`;
      const [bare = ''] = target.split('!');
      const inner = path + (form === 'alias' || form === 'empty' ? name : bare);
      const content = getParts(resource.embeds[target] ?? 'books', `${inner}.`, depth + 1);
      if (form === 'empty')
        return fc.constant({ select: `${name}:${target}${join}()`, parameters: [`${inner}=not.is.null`] });
      return content.map(({ select, parameters }) => ({
        select: `${form === 'spread' ? '...' : `${name}:`}${target}${join}(${select})`,
        parameters,
      }));
    });
}

/** Returns select items of a resource, with filters, order, and page for the resource and its embeds. */
function getParts(name: string, path: string, depth: number): fc.Arbitrary<Part> {
  const resource = getResource(name);
  const embeds = fc
    .nat({ max: depth >= DEEPEST ? 0 : 2 })
    .chain((count) =>
      fc.tuple(...Array.from({ length: count }, (_, index) => embedPart(resource, path, depth, index))),
    );
  return fc
    .record({
      items: fc.array(columnItem(resource), { minLength: 1, maxLength: 3 }),
      embeds,
      filters: getSome(resource.filters, 2),
      order: getSome(resource.columns, 2),
      direction: fc.constantFrom('', '.desc', '.asc.nullsfirst', '.nullslast'),
      window: fc.constantFrom([], ['limit=2'], ['limit=1', 'offset=1']),
    })
    .map(({ items, embeds: embedded, filters, order, direction, window }) => ({
      select: [...items, ...embedded.map(({ select }) => select)].join(','),
      parameters: [
        ...filters,
        ...(order.length === 0 ? [] : [`order=${order.map((column) => column + direction).join(',')}`]),
        ...window,
        // A parameter at the root has no prefix. A parameter of an embed has the embed's path as its prefix.
      ]
        .map((parameter) => path + parameter)
        .concat(embedded.flatMap(({ parameters }) => parameters)),
    }));
}

/** A valid query for the library. Most of these queries return rows. */
export const soundRequest: fc.Arbitrary<string> = fc
  .constantFrom('books', 'books', 'authors', 'tags', 'covers', 'rpc/books_by')
  .chain((target) =>
    getParts(target === 'rpc/books_by' ? 'books' : target, '', 0).map(({ select, parameters }) => {
      const all = [`select=${select}`, ...parameters, ...(target === 'rpc/books_by' ? ['author=1'] : [])];
      const pairs = all.map((parameter) => parameter.split(/=(.*)/s, 2));
      return `${target}?${pairs.map(([key = '', value = '']) => `${encode(key)}=${encode(value)}`).join('&')}`;
    }),
  );
