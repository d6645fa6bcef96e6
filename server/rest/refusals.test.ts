import { afterAll, beforeAll, expect, test } from 'vitest';
import { ALICE, type Library, openLibrary } from './testing/library.ts';

let library: Library;
beforeAll(async () => {
  library = await openLibrary();
});
afterAll(() => library.server.close());

const answer = async (path: string, init: RequestInit & { key?: string } = {}) => {
  const response = await library.request(path, init);
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === '' ? null : JSON.parse(text) };
};

test.each([
  ['books?id=eq.abc', 400, '22P02'],
  ['loans_of_books?reader_id=eq.abc', 400, '22P02'],
  ['books?published=gt.someday', 400, '22007'],
  ['books?id=eq.99999999999', 400, '22003'],
  ['books?facts=cs.{', 400, '22P02'],
  ['books?words=fts.a b', 400, '42601'],
  ['books?words=fts(klingon).a', 400, '42704'],
  ['books?title=match.*(', 400, '2201B'],
  ['books?binding=eq.gold', 400, '22P02'],
  ['books?notes=eq.{}', 404, '42883'],
  ['books?id=like.1', 404, '42883'],
  ['books?select=id,nothing', 400, '42703'],
  ['books?nothing=eq.1', 400, '42703'],
  ['books?order=nothing', 400, '42703'],
  ['books?select=id::klingon', 400, '42704'],
  ['books?select=id::regclass', 400, '42704'],
  ['books?select=title.sum()', 404, '42883'],
  ['books?select=id,', 400, 'PGRST100'],
  ['books?select=id)', 400, 'PGRST100'],
  ['books?select=tags(id', 400, 'PGRST100'],
  ['books?id=1', 400, 'PGRST100'],
  ['books?id=eq', 400, 'PGRST100'],
  ['books?id=equals.1', 400, 'PGRST100'],
  ['books?id=in.1,2', 400, 'PGRST100'],
  ['books?id=in(any).(1)', 400, 'PGRST100'],
  ['books?id=is.nothing', 400, 'PGRST100'],
  ['books?or=(id.eq.1', 400, 'PGRST100'],
  ['books?or=id.eq.1', 400, 'PGRST100'],
  ['books?or=()', 400, 'PGRST100'],
  ['books?order=id.sideways', 400, 'PGRST100'],
  ['books?limit=many', 400, 'PGRST100'],
  ['books?limit=-1', 416, 'PGRST103'],
  ['books?id=eq.%00', 400, 'PGRST100'],
  ['books?select=title%00', 400, 'PGRST100'],
  ['book', 404, 'PGRST205'],
  ['books/1', 404, 'PGRST125'],
  ['rpc/nothing/else', 404, 'PGRST125'],
  ['closed_stacks', 403, '42501'],
] as const)('%s is refused with %i %s', async (path, status, code) => {
  const { key } = { key: path === 'closed_stacks' ? undefined : library.server.serviceKey };
  const { status: result, body } = await answer(path, { key });
  expect([result, body?.code]).toEqual([status, code]);
  expect(Object.keys(body)).toEqual(['code', 'details', 'hint', 'message']);
});

test('a visitor without rights is told to sign in', async () => {
  const { status, headers, body } = await answer('covers', { key: library.server.anonKey });
  expect([status, headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
  expect(body).toEqual({
    code: '42501',
    details: null,
    hint: null,
    message: 'permission denied for table covers',
  });
  expect(headers.get('proxy-status')).toBe('PostgREST; error=42501');
});

test('an invalid token is refused', async () => {
  const { status, body, headers } = await answer('books', {
    headers: { Authorization: 'Bearer not.a.token' },
  });
  expect([status, body.code]).toEqual([401, 'PGRST301']);
  expect(headers.get('www-authenticate')).toContain('error="invalid_token"');
  const expired = await library.server.context.keys.sign({ sub: ALICE, role: 'authenticated' }, -60);
  const late = await answer('books', { headers: { Authorization: `Bearer ${expired}` } });
  expect([late.status, late.body]).toMatchObject([401, { code: 'PGRST303', message: 'JWT expired' }]);
});

test("constraint violations have PostgreSQL's message and their own status", async () => {
  const post = (body: unknown) =>
    answer('tags', {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'Content-Type': 'application/json' },
    });
  const duplicate = await post({ id: 1, name: 'again' });
  expect([duplicate.status, duplicate.body]).toMatchObject([
    409,
    { code: '23505', details: 'Key (id)=(1) already exists.' },
  ]);
  expect((await post({ id: 90 })).body.code).toBe('23502');
  expect((await post({ id: 'x', name: 'y' })).body.code).toBe('22P02');
  const unknown = await post({ id: 91, title: 'y' });
  expect(unknown.body).toMatchObject({
    code: 'PGRST204',
    message: "Could not find the 'title' column of 'tags' in the schema cache",
  });
  const note = await (await library.reader(ALICE)).from('loans_of_books').insert({ note: 'x'.repeat(30) });
  expect([note.status, note.error?.code]).toEqual([400, '23514']);
  const missing = await library.service.from('book_tags').insert({ book_id: 1, tag_id: 12345 });
  expect([missing.status, missing.error?.code]).toEqual([409, '23503']);
});

test('only exposed schemas and known media types are served', async () => {
  const schema = await answer('users', { headers: { 'Accept-Profile': 'auth' } });
  expect([schema.status, schema.body]).toMatchObject([
    406,
    { code: 'PGRST106', message: 'Invalid schema: auth' },
  ]);
  expect(schema.body.hint).toContain('public');
  const written = await answer('users', {
    method: 'POST',
    body: '{}',
    headers: { 'Content-Profile': 'auth', 'Content-Type': 'application/json' },
  });
  expect(written.status).toBe(406);
  const users = await answer('users');
  expect(users.status).toBe(404);
  const media = await answer('books', { headers: { Accept: 'image/png' } });
  expect([media.status, media.body.code]).toEqual([406, 'PGRST107']);
  expect((await answer('books', { headers: { Accept: 'text/html,*/*;q=0.8' } })).status).toBe(200);
});

test('unknown preferences are refused with strict handling', async () => {
  const strict = await answer('books', { headers: { Prefer: 'handling=strict, anything=else' } });
  expect([strict.status, strict.body]).toMatchObject([
    400,
    { code: 'PGRST122', details: 'Invalid preferences: anything=else' },
  ]);
  expect((await answer('books', { headers: { Prefer: 'anything=else, constructor=x' } })).status).toBe(200);
});

test('names of object prototype properties are ordinary names', async () => {
  for (const name of ['constructor', '__proto__', 'toString', 'hasOwnProperty']) {
    expect((await answer(name)).body.code).toBe('PGRST205');
    expect((await answer(`books?${name}=eq.1`)).body.code).toBe('42703');
    expect((await answer(`books?select=${name}`)).body.code).toBe('42703');
    expect((await answer(`books?id=${name}.1`)).body.code).toBe('PGRST100');
    expect((await answer(`rpc/${name}`)).body.code).toBe('PGRST202');
    const body = `{"${name}": 1}`;
    const headers = { 'Content-Type': 'application/json', Accept: name };
    expect((await answer('tags', { method: 'POST', body, headers })).status).toBe(406);
  }
});

test('unsupported methods are refused', async () => {
  expect((await answer('rpc/add?a=1', { method: 'DELETE' })).body.code).toBe('PGRST101');
  expect((await answer('', { method: 'POST', body: '{}' })).body.code).toBe('PGRST117');
});

test.each([
  ['53100', 503],
  ['58030', 500],
  ['XX001', 500],
])("PostgreSQL's message about the machine (%s) is hidden from clients", async (code, status) => {
  const refused = await library.service.rpc('refuse_with', { code });
  expect(refused.status).toBe(status);
  expect(refused.error).toMatchObject({
    code,
    details: null,
    hint: null,
    message: "The database can't complete this request at the moment. Try again later.",
  });
});

test('a hint names the closest match of a misspelled name', async () => {
  expect((await answer('books?select=titel')).body).toMatchObject({
    message: 'column books.titel does not exist',
    hint: 'Perhaps you meant to reference the column "books.title".',
  });
  expect((await answer('books?select=nowhere_near')).body.hint).toBeNull();
  expect((await answer('library')).body.hint).toBeNull();
  expect((await answer('autors')).body.hint).toBe("Perhaps you meant the table 'public.authors'");
  expect((await answer('rpc/echo_txt?value=x')).body.hint).toBe(
    'Perhaps you meant to call the function public.echo_text',
  );
  expect((await answer('books?select=taggs(*)')).body.hint).toBe(
    "Perhaps you meant 'tags' instead of 'taggs'.",
  );
});
