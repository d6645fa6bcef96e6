import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer } from '../../testing/server.ts';
import { type Library, openLibrary } from '../testing/library.ts';

let library: Library;
beforeAll(async () => {
  library = await openLibrary();
  await library.server.context.database.owner.unsafe(`
    comment on table public.books is 'Books we have.';
    comment on column public.books.title is 'What it says on the cover.';
    create view public.read_only as select count(*) as n from public.books;
    grant select on public.read_only to service_role;
    revoke execute on function public.count_up(text) from public;
    notify pgrst;
  `);
});
afterAll(() => library.server.close());

type Description = {
  paths: Record<string, Record<string, { parameters: unknown[] }>>;
  definitions: Record<
    string,
    { required?: string[]; properties: Record<string, object>; description?: string }
  >;
  parameters: Record<string, object>;
};
async function describe(key?: string): Promise<Description> {
  const response = await library.request('', { key, headers: { Accept: 'application/openapi+json' } });
  expect(response.headers.get('content-type')).toBe('application/openapi+json; charset=utf-8');
  return response.json();
}

test('the OpenAPI description lists the operations of relations and functions', async () => {
  const { paths, definitions, parameters } = await describe();
  expect(Object.keys(paths['/books'] ?? {}).toSorted()).toEqual(['delete', 'get', 'patch', 'post']);
  expect(Object.keys(paths['/read_only'] ?? {})).toEqual(['get']);
  expect(Object.keys(paths['/rpc/add'] ?? {}).toSorted()).toEqual(['get', 'post']);
  expect(Object.keys(paths['/rpc/nothing'] ?? {})).toEqual(['post']);
  expect(paths['/rpc/add']?.get?.parameters).toEqual([
    { in: 'query', name: 'a', required: true, type: 'integer', format: 'integer' },
    { in: 'query', name: 'b', required: false, type: 'integer', format: 'integer' },
  ]);
  expect(paths['/rpc/total']?.get?.parameters).toMatchObject([
    { name: 'numbers', type: 'array', items: { type: 'integer' }, collectionFormat: 'multi' },
  ]);
  expect(parameters['rowFilter.books.title']).toMatchObject({ name: 'title', in: 'query', format: 'text' });
  expect(parameters['body.books']).toMatchObject({ in: 'body', schema: { $ref: '#/definitions/books' } });
  expect(definitions.books).toMatchObject({ description: 'Books we have.', required: ['id', 'title'] });
  expect(definitions.books?.properties).toMatchObject({
    id: { type: 'integer', format: 'integer', description: 'Note:\nThis is a Primary Key.<pk/>' },
    title: { type: 'string', format: 'text', description: 'What it says on the cover.' },
    author_id: {
      description: "Note:\nThis is a Foreign Key to `authors.id`.<fk table='authors' column='id'/>",
    },
    price: { type: 'number', format: 'price' },
    pages: { type: 'integer', default: 100 },
    binding: { type: 'string', enum: ['paper', 'cloth'], default: 'paper' },
    labels: { type: 'array', items: { type: 'string' }, format: 'text[]' },
    published: { type: 'string', format: 'timestamp with time zone' },
  });
});

test('the description contains only what the caller may use', async () => {
  const { paths, definitions } = await describe(library.server.anonKey);
  expect(Object.keys(paths['/books'] ?? {})).toEqual(['get']);
  expect(Object.keys(definitions)).toEqual(expect.arrayContaining(['authors', 'books', 'tags']));
  expect(definitions).not.toHaveProperty('covers');
  expect(definitions).not.toHaveProperty('closed_stacks');
  expect(paths).toHaveProperty('/rpc/add');
  expect(paths).not.toHaveProperty('/rpc/count_up');
});

test('every reference in the description resolves', async () => {
  const document = await describe();
  const followed: string[] = [];
  JSON.stringify(document, (key, value) => {
    if (key === '$ref') followed.push(value);
    return value;
  });
  expect(followed.length).toBeGreaterThan(100);
  for (const reference of followed) {
    const [, kind, name = ''] = /^#\/(definitions|parameters)\/(.*)$/s.exec(reference) ?? [];
    expect(document[kind as 'parameters']).toHaveProperty([name]);
  }
});

test('the description can be disabled', async () => {
  const server = await startTestServer({ config: { api: { openapi_mode: 'disabled' } } });
  const response = await server.fetch(`${server.url}/rest/v1/`, { headers: { apikey: server.serviceKey } });
  expect([response.status, await response.json()]).toMatchObject([404, { code: 'PGRST126' }]);
  await server.close();
});

test('OPTIONS lists the possible operations for everyone', async () => {
  const allowed = async (path: string) =>
    (await library.request(path, { method: 'OPTIONS' })).headers.get('allow');
  expect(await allowed('books')).toBe('OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE');
  expect(await allowed('keyless')).toBe('OPTIONS,GET,HEAD,POST,PATCH,DELETE');
  expect(await allowed('read_only')).toBe('OPTIONS,GET,HEAD');
  expect(await allowed('rpc/add')).toBe('OPTIONS,GET,HEAD,POST');
  expect(await allowed('rpc/nothing')).toBe('OPTIONS,POST');
  const unknown = await library.request('boks', { method: 'OPTIONS' });
  expect([unknown.status, await unknown.json()]).toMatchObject([404, { code: 'PGRST205' }]);
});

test('a long response is compressed for clients that accept it, and a short one is not', async () => {
  const get = (path: string, encoding: string) =>
    library.request(path, { headers: { 'Accept-Encoding': encoding } });
  const long = 'rpc/numbers?upto=1000';
  const plain = await get(long, 'identity');
  expect([plain.headers.get('content-encoding'), plain.headers.get('vary')]).toEqual([
    null,
    'Accept, Prefer, Range, Accept-Encoding',
  ]);
  const zipped = await get(long, 'deflate, gzip;q=0.8');
  expect(zipped.headers.get('content-encoding')).toBe('gzip');
  const bytes = gunzipSync(Buffer.from(await zipped.arrayBuffer()));
  expect(bytes.toString()).toBe(await plain.text());
  expect((await get(long, 'gzip, br')).headers.get('content-encoding')).toBe('br');
  expect((await get(long, 'gzip;q=0')).headers.get('content-encoding')).toBeNull();
  expect((await get('rpc/numbers?upto=10', 'gzip, br')).headers.get('content-encoding')).toBeNull();
});
