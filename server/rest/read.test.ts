import { afterAll, beforeAll, expect, test } from 'vitest';
import { ALICE, BOB, type Library, openLibrary } from './testing/library.ts';

let library: Library;
beforeAll(async () => {
  library = await openLibrary({ config: { api: { max_rows: 3 } } });
});
afterAll(() => library.server.close());

const titles = async (parameters: string): Promise<string[]> => {
  const response = await library.request(`books?select=id&order=id&${parameters}`);
  const rows = await response.json();
  if (!Array.isArray(rows)) throw new Error(JSON.stringify(rows));
  return rows
    .map((row: { id: number }) => row.id)
    .join(',')
    .split(',')
    .filter(Boolean);
};

test('a client selects columns, aliases, casts, and JSON paths', async () => {
  const { data, error } = await library.service
    .from('books')
    .select('name:title, pages::text, facts->rating, prize:facts->prizes->0->>name, facts->prizes->>1')
    .eq('id', 1)
    .single();
  expect(error).toBeNull();
  expect(data).toEqual({
    name: 'The Dispossessed',
    pages: '387',
    rating: 4.5,
    prize: 'Hugo',
    prizes: '{"name": "Nebula"}',
  });
});

test("values have PostgreSQL's JSON format", async () => {
  const response = await library.request(
    'books?id=eq.1&select=price,published,facts,notes,labels,binding,pages_sold',
  );
  expect(await response.text()).toBe(
    '[{"price":12.50,"published":"1974-05-01T10:20:30.123456+00:00",' +
      '"facts":{"prizes": [{"name": "Hugo"}, {"name": "Nebula"}], "rating": 4.5},"notes":{"b": 1, "a": 2},' +
      '"labels":["utopia","anarchism"],"binding":"cloth","pages_sold":"[1,10)"}]',
  );
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(response.headers.get('content-range')).toBe('0-0/*');
});

test.each([
  ['id=eq.2', ['2']],
  ['id=neq.2', ['1', '3', '4']],
  ['id=gt.2', ['3', '4']],
  ['id=gte.3&id=lte.3', ['3']],
  ['id=lt.2', ['1']],
  ['id=not.eq.2', ['1', '3', '4']],
  ['title=like.*Lathe*', ['2']],
  ['title=ilike.*lathe*', ['2']],
  ['title=not.like.The*', ['3', '4']],
  ['title=like(any).{The*,Inv*}', ['1', '2', '3']],
  ['title=ilike(all).{*the*,*heaven*}', ['2']],
  ['title=match.^The', ['1', '2']],
  ['title=imatch.^the', ['1', '2']],
  ['id=eq(any).{1,3}', ['1', '3']],
  ['id=gt(all).{1,2}', ['3', '4']],
  ['title=eq.Untitled, a "draft" (v1.0)', ['4']],
  ['id=in.(1,3)', ['1', '3']],
  ['id=not.in.(1,3)', ['2', '4']],
  ['id=in.()', []],
  ['title=in.("Untitled, a \\"draft\\" (v1.0)",Nothing)', ['4']],
  ['binding=in.(cloth)', ['1']],
  ['binding=eq.paper', ['2', '3']],
  ['labels=in.({dreams},{})', ['2', '3']],
  ['price=in.(8,9.99)', ['2', '3']],
  ['price=is.null', ['4']],
  ['price=is.not_null', ['1', '2', '3']],
  ['price=not.is.null', ['1', '2', '3']],
  ['pages=isdistinct.184', ['1', '3', '4']],
  ['labels=cs.{utopia}', ['1']],
  ['labels=cd.{dreams,utopia,anarchism}', ['1', '2', '3']],
  ['labels=ov.{dreams,anarchism}', ['1', '2']],
  ['facts=cs.{"rating":5}', ['3']],
  ['facts->rating=eq.5', ['3']],
  ['facts->>rating=eq.4.0', ['2']],
  ['facts->prizes->0->>name=eq.Hugo', ['1']],
  ['facts->prizes->-1->>name=eq.Nebula', ['1']],
  ['words=fts.wall', ['1']],
  ['words=fts(english).walls', ['1']],
  ['title=plfts(english).the heavens', ['2']],
  ['title=phfts(english).invisible city', ['3']],
  ['title=wfts(english).heaven or cities', ['2', '3']],
  ['words=not.fts.wall', ['2', '3']],
  ['pages_sold=cs.[2,3]', ['1']],
  ['pages_sold=ov.[4,25)', ['1', '2', '3']],
  ['pages_sold=sl.[10,15)', ['1', '3']],
  ['pages_sold=sr.[10,15)', ['2']],
  ['pages_sold=nxr.[0,9)', ['3']],
  ['pages_sold=nxl.[6,9)', ['2']],
  ['pages_sold=adj.[10,20)', ['1', '2']],
  ['published=gt.1972-01-01', ['1', '3']],
  ['or=(id.eq.1,title.like.Inv*)', ['1', '3']],
  ['and=(id.gt.1,id.lt.4,or(pages.eq.184,pages.is.null))', ['2']],
  ['or=(id.eq.1,and(id.gt.2,not.or(title.like.Inv*,id.eq.9)))', ['1', '4']],
  ['not.or=(id.eq.1,id.eq.2)', ['3', '4']],
  ['or=(title.eq."Untitled, a \\"draft\\" (v1.0)",id.in.(1,2))', ['1', '2', '4']],
  ['or=(labels.cs.{utopia,anarchism},facts->>rating.eq.5)', ['1', '3']],
  ['or=(id.not.gt.1,id.not.in.(1,2,3))', ['1', '4']],
  ['full_title=like.*184*', ['2']],
] as const)('books?%s finds %j', async (parameters, expected) => {
  const match = await titles(parameters.replaceAll('+', '%2B').replaceAll('&id=', '&id='));
  expect(match).toEqual([...expected].slice(0, 3));
});

test('results are ordered by several columns, JSON paths, and related rows', async () => {
  const ids = async (order: string) => {
    const response = await library.request(`books?select=id,author:author_id(name)&limit=4&order=${order}`);
    const rows = await response.json();
    return rows.map(({ id }: { id: number }) => id);
  };
  expect(await ids('price.desc.nullslast')).toEqual([1, 3, 2]);
  expect(await ids('price.asc.nullsfirst,id')).toEqual([4, 2, 3]);
  expect(await ids('facts->rating.desc.nullslast')).toEqual([3, 1, 2]);
  expect(await ids('author(name).asc.nullslast,id.desc')).toEqual([3, 2, 1]);
  expect(await ids('full_title.desc')).toEqual([4, 2, 1]);
});

test('results are limited to max_rows', async () => {
  const { data } = await library.service.from('books').select().limit(1000);
  expect(data).toHaveLength(3);
  const { data: shelf } = await library.service.from('shelves').select('id,shelves(id)').eq('id', 1).single();
  expect(shelf?.shelves).toHaveLength(2);
});

test('results are paged with limit, offset, and Range', async () => {
  const { data, count, status } = await library.service
    .from('books')
    .select('id', { count: 'exact' })
    .order('id')
    .range(1, 2);
  expect([data, count, status]).toEqual([[{ id: 2 }, { id: 3 }], 4, 206]);
  const byHeader = await library.request('books?select=id&order=id', { headers: { Range: '2-2' } });
  expect(await byHeader.json()).toEqual([{ id: 3 }]);
  expect(byHeader.headers.get('content-range')).toBe('2-2/*');
  const beyond = await library.request('books?offset=9', { headers: { Prefer: 'count=exact' } });
  expect([beyond.status, (await beyond.json()).code]).toEqual([416, 'PGRST103']);
  const empty = await library.request('books?id=eq.99', { headers: { Prefer: 'count=exact' } });
  expect([empty.status, empty.headers.get('content-range')]).toEqual([200, '*/0']);
});

test('counts are exact, planned, or estimated, also without a body', async () => {
  const { count, data, status } = await library.service
    .from('books')
    .select('*', { count: 'exact', head: true });
  expect([count, data, status]).toEqual([4, null, 206]);
  const planned = await library.service.from('books').select('*', { count: 'planned' });
  expect(planned.count).toBeGreaterThan(0);
  const estimated = await library.service.from('tags').select('*', { count: 'estimated' });
  expect(estimated.count).toBeGreaterThanOrEqual(3);
  const filtered = await library.service.from('books').select('id', { count: 'exact' }).gt('id', 1).limit(1);
  expect(filtered.count).toBe(3);
});

test('exactly one row can be required', async () => {
  const item = await library.service.from('books').select('id').eq('id', 1).single();
  expect(item.data).toEqual({ id: 1 });
  const many = await library.service.from('books').select('id').lte('id', 2).single();
  expect(many.status).toBe(406);
  expect(many.error).toMatchObject({
    code: 'PGRST116',
    message: 'Cannot coerce the result to a single JSON object',
    details: 'The result contains 2 rows',
  });
  const none = await library.service.from('books').select('id').eq('id', 99).maybeSingle();
  expect([none.data, none.error]).toEqual([null, null]);
});

test('results are available without nulls and as CSV', async () => {
  const list = await library.service
    .from('books')
    .select('id,price')
    .in('id', [1, 4])
    .order('id')
    .stripNulls();
  expect(list.data).toEqual([{ id: 1, price: 12.5 }, { id: 4 }]);
  const entry = await library.service.from('books').select('id,price').eq('id', 4).single().stripNulls();
  expect(entry.data).toEqual({ id: 4 });
  const { data: csv } = await library.service
    .from('books')
    .select('id,title,price')
    .gte('id', 3)
    .order('id')
    .csv();
  expect(csv).toBe('id,title,price\n3,"Invisible Cities",9.99\n4,"Untitled, a ""draft"" (v1.0)",');
  const all = await library.request('tags?order=id&limit=1', { headers: { Accept: 'text/csv' } });
  expect(await all.text()).toBe('id,name\n1,classic');
});

test('aggregates group by the other columns', async () => {
  const response = await library.request(
    'books?select=author_id,count(),price.sum(),low:price.min()::text&order=author_id',
  );
  expect(await response.json()).toEqual([
    { author_id: 1, count: 2, sum: 20.5, low: '8.00' },
    { author_id: 2, count: 1, sum: 9.99, low: '9.99' },
    { author_id: null, count: 1, sum: null, low: null },
  ]);
  const { data } = await library.service.from('books').select('count');
  expect(data).toEqual([{ count: 4 }]);
});

test('names may contain any characters', async () => {
  const path = `${encodeURIComponent('Übergröße & Co')}?select=${encodeURIComponent('id,"a \\"quoted\\" name","with.dot"')}`;
  const response = await library.request(
    `${path}&${encodeURIComponent('"with.dot"')}=eq.7&order=${encodeURIComponent('"with.dot"')}`,
  );
  expect(await response.json()).toEqual([{ id: 1, 'a "quoted" name': 'x', 'with.dot': 7 }]);
  const { data } = await library.service
    .from('Übergröße & Co')
    .select('"with.dot"')
    .eq('"a \\"quoted\\" name"', 'x');
  expect(data).toEqual([{ 'with.dot': 7 }]);
});

test('instants use the preferred time zone', async () => {
  const response = await library.request('books?id=eq.2&select=published', {
    headers: { Prefer: 'timezone=America/New_York' },
  });
  expect(await response.json()).toEqual([{ published: '1970-12-31T19:00:00-05:00' }]);
  expect(response.headers.get('preference-applied')).toBe('timezone=America/New_York');
});

test('two parallel readers see only their own rows', async () => {
  const readers = await Promise.all([ALICE, BOB].map((id) => library.reader(id)));
  const rounds = Array.from({ length: 40 }, (_, round) => round % 2);
  await Promise.all(
    rounds.map(async (who) => {
      const { data, error } = await (readers[who] as (typeof readers)[0])
        .from('loans_of_books')
        .select('reader_id,note');
      expect(error).toBeNull();
      expect(data).toEqual([{ reader_id: [ALICE, BOB][who], note: ['alice 1', 'bob 1'][who] }]);
    }),
  );
});
