import { afterAll, beforeAll, expect, test } from 'vitest';
import { ALICE, type Library, openLibrary } from './testing/library.ts';

let library: Library;
beforeAll(async () => {
  library = await openLibrary();
});
afterAll(() => library.server.close());

const call = async (name: string, init: RequestInit = {}) => {
  const headers = { 'Content-Type': 'application/json', ...init.headers };
  const response = await library.request(`rpc/${name}`, { method: 'POST', ...init, headers });
  return { status: response.status, text: await response.text(), headers: response.headers };
};

test('a function is called with named arguments, and defaults can be omitted', async () => {
  expect((await library.service.rpc('add', { a: 1 })).data).toBe(11);
  expect((await library.service.rpc('add', { b: 1, a: 2 })).data).toBe(3);
  expect((await library.service.rpc('add', { a: 1 }, { get: true })).data).toBe(11);
  expect((await library.service.rpc('nothing')).status).toBe(204);
  expect((await library.service.rpc('nothing', {}, { get: true })).error).toBeNull();
});

test('numbers pass through a call without rounding', async () => {
  const sent = '{"value":{"big":9223372036854775807,"exact":1.10,"text":"9223372036854775807"}}';
  const { text } = await call('echo_json', { body: sent });
  expect(text).toBe('{"big":9223372036854775807,"exact":1.10,"text":"9223372036854775807"}');
  const { data } = await library.service.rpc('echo', { value: [1, { a: null }, 'x'] });
  expect(data).toEqual([1, { a: null }, 'x']);
  expect((await library.service.rpc('echo_text', { value: 'a "b" \\ \u2028 ü' })).data).toBe(
    'a "b" \\ \u2028 ü',
  );
  expect((await library.service.rpc('echo_text', { value: null })).data).toBeNull();
});

test('arrays and rows can be arguments', async () => {
  expect((await library.service.rpc('total', { numbers: [1, 2, 3] })).data).toBe(6);
  expect((await library.service.rpc('total', { numbers: [4, 5] }, { get: true })).data).toBe(9);
  expect(await (await library.request('rpc/total?numbers=1&numbers=20')).json()).toBe(21);
  expect((await library.service.rpc('pages_of', { book: { id: 1, pages: 77, title: 'x' } })).data).toBe(77);
});

test('a whole body is the argument of a function with one unnamed parameter', async () => {
  expect((await library.service.rpc('whole', { any: 1, keys: [2] })).data).toEqual({ any: 1, keys: [2] });
  expect((await call('whole', { body: '[1, 2]' })).text).toBe('[1, 2]');
  expect((await library.service.rpc('whole', { '': 'x' })).data).toBe('x');
  const bytes = {
    body: new Uint8Array([1, 2, 255]),
    headers: { 'Content-Type': 'application/octet-stream' },
  };
  expect((await call('bytes', bytes)).text).toBe('3');
});

test("a function's rows can be filtered, ordered, paged, counted, and embedded", async () => {
  const { data, count, status } = await library.service
    .rpc('books_by', { author: 1 }, { count: 'exact' })
    .select('id, full_title, tags(name), author:author_id(name)')
    .gt('pages', 100)
    .order('id', { ascending: false })
    .limit(1);
  expect([count, status]).toEqual([2, 206]);
  expect(data).toEqual([
    {
      id: 2,
      full_title: 'The Lathe of Heaven (184)',
      tags: [{ name: 'science fiction' }],
      author: { name: 'Ursula' },
    },
  ]);
  const uncounted = await library.service
    .rpc('books_by', { author: 1 })
    .select('id,siblings(id)')
    .order('id');
  expect(uncounted.data).toEqual([
    { id: 1, siblings: [{ id: 2 }] },
    { id: 2, siblings: [{ id: 1 }] },
  ]);
  const byGet = await library.request('rpc/books_by?author=1&id=eq.2&select=id');
  expect(await byGet.json()).toEqual([{ id: 2 }]);
  const single = await library.service.rpc('books_by', { author: 2 }).select('id').single();
  expect(single.data).toEqual({ id: 3 });
  const refused = await library.service.rpc('books_by', { author: 1 }).single();
  expect([refused.status, refused.error?.code]).toEqual([406, 'PGRST116']);
});

test('a function may return one row, an array, or a table', async () => {
  expect((await library.service.rpc('one_book', { book: 3 })).data).toMatchObject({
    id: 3,
    title: 'Invisible Cities',
  });
  expect((await library.service.rpc('numbers', { upto: 3 })).data).toEqual([1, 2, 3]);
  expect((await library.service.rpc('pairs').eq('b', 'two')).data).toEqual([{ a: 2, b: 'two' }]);
  expect((await library.service.rpc('numbers', { upto: 5 }, { count: 'exact' }).limit(2)).count).toBe(5);
  expect((await library.service.rpc('pairs').csv()).data).toBe('a,b\n1,one\n2,two');
});

test('a call with an empty response still counts', async () => {
  const head = await library.service.rpc('books_by', { author: 1 }, { head: true, count: 'exact' });
  expect([head.status, head.count, head.data]).toEqual([200, 2, null]);
  const withObject = await library.service.rpc('echo', { value: { a: 1 } }, { head: true, count: 'exact' });
  expect([withObject.error, withObject.data]).toEqual([null, null]);
});

test('read-only calls cannot write', async () => {
  const written = await library.service.rpc('count_up', { counter: 'posted' });
  expect(written.data).toMatchObject([{ name: 'posted', value: 1 }]);
  const byGet = await library.service.rpc('count_up', { counter: 'posted' }, { get: true });
  expect([byGet.status, byGet.error?.code]).toEqual([405, '25006']);
  const stable = await library.service.rpc('write_quietly');
  expect(stable.status).toBe(405);
  const twice = await library.service
    .rpc('count_up', { counter: 'posted' }, { count: 'exact' })
    .select('value');
  expect([twice.data, twice.count]).toEqual([[{ value: 2 }], 1]);
});

test('too many rows, or several where one is required, undo the call', async () => {
  const single = await library.service.rpc('count_up', { counter: 'undone' }).eq('value', 7).single();
  expect(single.error?.code).toBe('PGRST116');
  const { data } = await library.service.from('counters').select().eq('name', 'undone');
  expect(data).toEqual([]);
  const affected = await call('numbers', {
    body: '{"upto":3}',
    headers: { Prefer: 'handling=strict, max-affected=2' },
  });
  expect([affected.status, JSON.parse(affected.text).code]).toEqual([400, 'PGRST124']);
  const value = await call('add', {
    body: '{"a":1}',
    headers: { Prefer: 'handling=strict, max-affected=2' },
  });
  expect(JSON.parse(value.text).code).toBe('PGRST128');
});

test('a call that no function matches is refused with the closest candidates', async () => {
  const { error, status } = await library.service.rpc('addd', { y: 1, x: 2 });
  expect(status).toBe(404);
  expect(error).toEqual({
    code: 'PGRST202',
    message: 'Could not find the function public.addd(x, y) in the schema cache',
    details:
      'Searched for the function public.addd with parameters x, y or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache.',
    hint: 'Perhaps you meant to call the function public.add',
  });
  const faraway = await library.service.rpc('overlo', {});
  expect(faraway.error).toMatchObject({ code: 'PGRST202', hint: null });
  const parameter = await library.service.rpc('books_by', { auther: 1 });
  expect(parameter.error?.hint).toMatch(/^Perhaps you meant to call the function public\.books_by\(/);
  const none = await library.service.rpc('books_by');
  expect(none.error?.message).toBe(
    'Could not find the function public.books_by without parameters in the schema cache',
  );
  expect((await library.service.rpc('overloaded', { b: 'x', c: 'y' })).data).toBe('b and c');
  const several = await library.service.rpc('overloaded', { a: 1 });
  expect(several.status).toBe(300);
  expect(several.error).toMatchObject({
    code: 'PGRST203',
    message:
      'Could not choose the best candidate function between: public.overloaded(a => integer), public.overloaded(a => text)',
  });
});

test('text that no function accepts is refused without naming other functions', async () => {
  const refused = await call('add', { body: 'hello', headers: { 'Content-Type': 'text/plain' } });
  expect([refused.status, JSON.parse(refused.text)]).toEqual([
    404,
    {
      code: 'PGRST202',
      message: 'Could not find the function public.add in the schema cache',
      details:
        'Searched for the function public.add with a single unnamed text parameter, but no matches were found in the schema cache.',
      hint: null,
    },
  ]);
});

test('a function can set its error, status, and headers', async () => {
  const custom = await library.service.rpc('refuse_with', { code: 'INSUF' });
  expect(custom.status).toBe(400);
  expect(custom.error).toEqual({ code: 'INSUF', message: 'no', details: '{"amount": 5}', hint: 'less' });
  expect((await library.service.rpc('refuse_with', { code: 'PT402' })).status).toBe(402);
  expect((await library.service.rpc('refuse_with', { code: 'P0001' })).status).toBe(400);
  expect((await library.service.rpc('refuse_with', { code: '23505' })).status).toBe(409);
  expect((await library.service.rpc('refuse_with', { code: 'PT204' })).status).toBe(204);
  expect((await library.service.rpc('refuse_with', { code: 'PT100' })).status).toBe(400);
  const teapot = await call('refuse_politely', { body: '{}' });
  expect([teapot.status, teapot.headers.get('x-spout'), JSON.parse(teapot.text)]).toEqual([
    418,
    'yes',
    { code: 'TEAPOT', message: 'short', details: 'and stout', hint: null },
  ]);
  const chosen = await call('choose_response', { body: '{}' });
  expect([chosen.status, chosen.headers.get('x-shelf')]).toEqual([202, '7']);
});

test('a function knows its caller', async () => {
  const alice = await library.reader(ALICE);
  expect((await alice.rpc('who')).data).toEqual({ role: 'authenticated', sub: ALICE, method: 'POST' });
  expect((await library.visitor.rpc('who', {}, { get: true })).data).toEqual({
    role: 'anon',
    sub: null,
    method: 'GET',
  });
});

test("a function reads the request's headers, cookies, path, and trace, and sets response headers", async () => {
  await library.server.context.database.owner.unsafe(`
    create function public.seen() returns jsonb language sql stable as $$
      select jsonb_build_object(
        'trace', current_setting('request.headers', true)::json ->> 'traceparent',
        'cookie', current_setting('request.cookies', true)::json ->> 'theme',
        'path', current_setting('request.path', true),
        'set', set_config('response.headers', '[{"Set-Cookie": "a=1"}, {"Set-Cookie": "b=2"}, {"Vary": "Cookie"}]', true)) $$;
    notify pgrst;
  `);
  const trace = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
  const headers = { traceparent: trace, cookie: 'theme=dark=er; odd' };
  const response = await library.request('rpc/seen', { headers });
  expect(await response.json()).toMatchObject({ trace, cookie: 'dark=er', path: '/rpc/seen' });
  expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
  expect(response.headers.get('vary')).toBe('Cookie');
});

test("bodies with similar shapes aren't confused", async () => {
  await library.server.context.database.owner.unsafe(`
    create function public.unnamed() returns text language sql immutable as $$ select 'nothing' $$;
    create function public.unnamed(text) returns text language sql immutable as $$ select 'text' $$;
    create function public.unnamed(int) returns text language sql immutable as $$ select 'never' $$;
    notify pgrst;
  `);
  expect((await library.service.rpc('unnamed')).data).toBe('nothing');
  expect((await library.service.rpc('unnamed', { '': 'x' })).data).toBe('text');
});

test('a single-row function whose row is filtered out returns null', async () => {
  const { status, data } = await library.service.rpc('one_book', { book: 1 }).eq('id', 2);
  expect([status, data]).toEqual([200, null]);
});
