import { afterAll, beforeAll, expect, test } from 'vitest';
import { ALICE, BOB, type Library, openLibrary } from './testing/library.ts';

let library: Library;
beforeAll(async () => {
  library = await openLibrary();
});
afterAll(() => library.server.close());

const send = async (
  method: string,
  path: string,
  body: unknown,
  prefer = '',
  headers: Record<string, string> = {},
) => {
  const response = await library.request(path, {
    method,
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: { 'Content-Type': 'application/json', Prefer: prefer, ...headers },
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? null : JSON.parse(text), headers: response.headers };
};

test('an insert returns nothing, the row, or its location', async () => {
  const silent = await library.service.from('tags').insert({ id: 10, name: 'ten' });
  expect([silent.status, silent.data, silent.error]).toEqual([201, null, null]);
  const shown = await library.service
    .from('books')
    .insert({ title: 'New' })
    .select('title,pages,binding')
    .single();
  expect([shown.status, shown.data]).toEqual([201, { title: 'New', pages: 100, binding: 'paper' }]);
  const placed = await send('POST', 'tags', { id: 11, name: 'eleven' }, 'return=headers-only');
  expect([placed.status, placed.body, placed.headers.get('location')]).toEqual([201, null, '/tags?id=eq.11']);
});

test('an insert returns embedded rows', async () => {
  const { data, error } = await library.service
    .from('books')
    .insert({ title: 'Related', author_id: 2 })
    .select('full_title, author:author_id(name), siblings(id), tags(name)')
    .single();
  expect(error).toBeNull();
  expect(data).toEqual({
    full_title: 'Related (100)',
    author: { name: 'Italo' },
    siblings: [{ id: 3 }],
    tags: [],
  });
});

test('many rows are inserted together, with missing keys as null or default', async () => {
  const rows = [{ title: 'Bulk 1', pages: 1 }, { title: 'Bulk 2' }];
  const nulls = await library.service.from('books').insert(rows).select('title,pages').order('title');
  expect(nulls.data).toEqual([
    { title: 'Bulk 1', pages: 1 },
    { title: 'Bulk 2', pages: null },
  ]);
  const more = [{ title: 'Bulk 3', pages: 3 }, { title: 'Bulk 4' }, { title: 'Bulk 5', pages: null }];
  const defaults = await library.service
    .from('books')
    .insert(more, { defaultToNull: false, count: 'exact' })
    .select('pages,binding')
    .order('title');
  expect(defaults.count).toBe(3);
  expect(defaults.data).toEqual([
    { pages: 3, binding: 'paper' },
    { pages: 100, binding: 'paper' },
    { pages: null, binding: 'paper' },
  ]);
  const uneven = await send('POST', 'tags', [{ id: 1 }, { name: 'x' }]);
  expect([uneven.status, uneven.body]).toMatchObject([
    400,
    { code: 'PGRST102', message: 'All object keys must match' },
  ]);
});

test('an identity default is evaluated for each row without a value', async () => {
  const rows = [{ id: 5000, note: 'x' }, { note: 'y' }, { note: 'z' }];
  const refused = await library.service.from('loans_of_books').insert(rows, { defaultToNull: false });
  expect(refused.error?.code).toBe('428C9');
  const authors = [{ id: 900, name: 'has one' }, { name: 'drawn' }, { name: 'drawn too' }];
  const { data, error } = await library.service
    .from('authors')
    .insert(authors, { defaultToNull: false })
    .select('id');
  expect(error).toBeNull();
  expect(new Set(data?.map(({ id }) => id)).size).toBe(3);
});

test('empty bodies insert defaults or nothing, or are refused', async () => {
  expect((await send('POST', 'tags', [], 'return=representation')).body).toEqual([]);
  const defaults = await send('POST', 'keyless', {}, 'return=representation');
  expect([defaults.status, defaults.body]).toEqual([201, [{ value: null }]]);
  expect((await send('POST', 'keyless', [{}, {}], 'return=representation')).body).toHaveLength(2);
  expect((await send('POST', 'tags', '')).body).toMatchObject({ code: 'PGRST102' });
  expect((await send('POST', 'tags', '{"id":')).body).toMatchObject({ code: 'PGRST102' });
  expect((await send('POST', 'tags', '5')).status).toBe(400);
});

test('rows are inserted from CSV and forms', async () => {
  const csv = 'id,name\n20,"a, ""quoted"" tag"\n21,NULL\n';
  const refused = await send('POST', 'tags', csv, '', { 'Content-Type': 'text/csv' });
  expect(refused.body).toMatchObject({ code: '23502' });
  const good = await send('POST', 'tags', csv.replace('NULL', 'twenty-one'), 'return=representation', {
    'Content-Type': 'text/csv',
  });
  expect(good.body).toEqual([
    { id: 20, name: 'a, "quoted" tag' },
    { id: 21, name: 'twenty-one' },
  ]);
  const form = await send('POST', 'tags', 'id=22&name=from+a+form', 'return=representation', {
    'Content-Type': 'application/x-www-form-urlencoded',
  });
  expect(form.body).toEqual([{ id: 22, name: 'from a form' }]);
  const other = await send('POST', 'tags', '<x/>', '', { 'Content-Type': 'application/xml' });
  expect(other.status).toBe(415);
});

test('an upsert merges by the primary key or by the given columns', async () => {
  const upsert = { id: 30, name: 'thirty' };
  const fresh = await library.service.from('tags').upsert(upsert).select();
  expect([fresh.status, fresh.data]).toEqual([201, [upsert]]);
  const merged = await library.service.from('tags').upsert({ id: 30, name: 'changed' }).select();
  expect([merged.status, merged.data]).toEqual([200, [{ id: 30, name: 'changed' }]]);
  const byName = await library.service
    .from('tags')
    .upsert({ id: 31, name: 'changed' }, { onConflict: 'name' })
    .select();
  expect(byName.data).toEqual([{ id: 31, name: 'changed' }]);
  const ignored = await library.service
    .from('tags')
    .upsert(
      [
        { id: 31, name: 'ignored' },
        { id: 32, name: 'added' },
      ],
      { ignoreDuplicates: true },
    )
    .select();
  expect(ignored.data).toEqual([{ id: 32, name: 'added' }]);
  const unknown = await library.service.from('tags').upsert(upsert, { onConflict: 'nothing' });
  expect(unknown.error?.code).toBe('42703');
});

test('an update changes the matching rows and returns them on request', async () => {
  await library.service.from('counters').insert([{ name: 'u1' }, { name: 'u2' }]);
  const silent = await library.service.from('counters').update({ value: 5 }).eq('name', 'u1');
  expect([silent.status, silent.data]).toEqual([204, null]);
  const shown = await library.service
    .from('counters')
    .update({ value: 6 }, { count: 'exact' })
    .in('name', ['u1', 'u2'])
    .select('name,value')
    .order('name', { ascending: false });
  expect([shown.status, shown.count]).toEqual([200, 2]);
  expect(shown.data).toEqual([
    { name: 'u2', value: 6 },
    { name: 'u1', value: 6 },
  ]);
  const none = await library.service.from('counters').update({ value: 7 }).eq('name', 'absent').select();
  expect([none.status, none.data]).toEqual([200, []]);
  const empty = await library.service.from('counters').update({}).eq('name', 'u1').select();
  expect([empty.status, empty.data]).toEqual([200, []]);
});

test('large numbers are stored exactly', async () => {
  await send('POST', 'counters', '{"name":"large","value":9007199254740993}');
  const response = await library.request('counters?name=eq.large&select=value');
  expect(await response.text()).toBe('[{"value":9007199254740993}]');
});

test('a delete removes the matching rows and returns them on request', async () => {
  await library.service.from('counters').insert([{ name: 'd1' }, { name: 'd2' }, { name: 'd3' }]);
  const silent = await library.service.from('counters').delete().eq('name', 'd1');
  expect(silent.status).toBe(204);
  const shown = await library.service
    .from('counters')
    .delete({ count: 'exact' })
    .like('name', 'd%')
    .select('name');
  expect([shown.count, shown.data]).toEqual([2, [{ name: 'd2' }, { name: 'd3' }]]);
});

test('writes can be filtered by related rows', async () => {
  await library.service.from('books').insert({ id: 700, title: 'Without tags', author_id: 3 });
  const response = await library.request('books?select=id,tags()&author_id=eq.3&tags=is.null', {
    method: 'DELETE',
    headers: { Prefer: 'return=representation' },
  });
  expect(await response.json()).toEqual([{ id: 700 }]);
});

test('a write that affects too many rows, or not exactly one, is undone', async () => {
  await library.service.from('counters').insert([{ name: 'm1' }, { name: 'm2' }]);
  const tooMany = await send('DELETE', 'counters?name=like.m*', '', 'handling=strict, max-affected=1');
  expect([tooMany.status, tooMany.body]).toMatchObject([
    400,
    { code: 'PGRST124', details: 'The query affects 2 rows' },
  ]);
  const single = await library.service
    .from('counters')
    .update({ value: 9 })
    .like('name', 'm%')
    .select()
    .single();
  expect(single.error?.code).toBe('PGRST116');
  const { data } = await library.service.from('counters').select('value').like('name', 'm%');
  expect(data).toEqual([{ value: 0 }, { value: 0 }]);
});

test('a rolled back write responds as if it had happened', async () => {
  const rolledBack = await library.service
    .from('tags')
    .insert({ id: 40, name: 'forty' })
    .rollback()
    .select()
    .single();
  expect([rolledBack.status, rolledBack.data]).toEqual([201, { id: 40, name: 'forty' }]);
  expect((await library.service.from('tags').select().eq('id', 40)).data).toEqual([]);
});

test('PUT writes the row named by its address', async () => {
  const created = await send('PUT', 'tags?id=eq.50', { id: 50, name: 'fifty' }, 'return=representation');
  expect([created.status, created.body]).toEqual([201, [{ id: 50, name: 'fifty' }]]);
  const changed = await send('PUT', 'tags?id=eq.50', { id: 50, name: 'FIFTY' });
  expect(changed.status).toBe(204);
  expect((await send('PUT', 'tags?id=eq.51', { id: 50, name: 'x' })).body).toMatchObject({
    code: 'PGRST115',
  });
  expect((await send('PUT', 'tags?name=eq.x', { id: 50, name: 'x' })).body).toMatchObject({
    code: 'PGRST105',
  });
  expect((await send('PUT', 'tags?id=eq.50&limit=1', { id: 50, name: 'x' })).body).toMatchObject({
    code: 'PGRST114',
  });
});

test('writes are limited to what the caller may write', async () => {
  const [alice, bob] = [await library.reader(ALICE), await library.reader(BOB)];
  const own = await alice
    .from('loans_of_books')
    .insert({ book_id: 3, note: 'mine' })
    .select('reader_id')
    .single();
  expect(own.data).toEqual({ reader_id: ALICE });
  const forged = await alice.from('loans_of_books').insert({ book_id: 3, reader_id: BOB });
  expect([forged.status, forged.error?.code]).toEqual([403, '42501']);
  const stolen = await bob.from('loans_of_books').update({ note: 'his' }).eq('note', 'mine').select();
  expect(stolen.data).toEqual([]);
  expect((await bob.from('loans_of_books').delete().eq('note', 'mine').select()).data).toEqual([]);
  const visitor = await library.visitor.from('loans_of_books').insert({ book_id: 1 });
  expect([visitor.status, visitor.error?.code]).toEqual([401, '42501']);
});

test('many parallel writers affect only their own rows', async () => {
  const readers = await Promise.all(
    [ALICE, BOB].map(async (id) => ({ id, client: await library.reader(id) })),
  );
  const rounds = Array.from({ length: 30 }, (_, round) => ({ round, reader: readers[round % 2] }));
  await Promise.all(
    rounds.map(async ({ round, reader }) => {
      const { data } = await (reader as (typeof readers)[0]).client
        .from('loans_of_books')
        .insert({ note: `round ${round}` })
        .select('reader_id')
        .single();
      expect(data).toEqual({ reader_id: reader?.id });
    }),
  );
  for (const { id, client } of readers) {
    const { data } = await client.from('loans_of_books').select('reader_id').like('note', 'round%');
    expect(data).toEqual(Array.from({ length: 15 }, () => ({ reader_id: id })));
  }
});
