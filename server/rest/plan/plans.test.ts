import { afterAll, beforeAll, expect, test } from 'vitest';
import { getClient, startTestServer } from '../../testing/server.ts';
import { type Library, openLibrary } from '../testing/library.ts';

let library: Library;
beforeAll(async () => {
  library = await openLibrary({ config: { api: { plan_enabled: true } } });
  await library.server.context.database.owner.unsafe(`
    create table public.ledger (id int primary key, twin int, constraint twins foreign key (twin)
      references public.ledger deferrable initially deferred);
    create table public.expected_write_backs (ledger_id int);
    create function public.answer_back() returns trigger language plpgsql as $$
    begin
      insert into public.expected_write_backs values (new.id);
      if new.id = 13 then raise exception 'not thirteen' using errcode = 'UNLKY'; end if;
      return null;
    end $$;
    create trigger answers after insert on public.ledger for each row execute function public.answer_back();
    create constraint trigger answers_late after insert on public.ledger deferrable initially deferred
      for each row execute function public.answer_back();
    grant all on public.ledger, public.expected_write_backs to service_role;
    create domain public."text/html" as text;
    create domain public."image/x-dot" as bytea;
    create domain public."*/*" as bytea;
    create function public.page() returns public."text/html" language sql immutable as $$ select '<p>hello</p>' $$;
    create function public.dot() returns public."image/x-dot" language sql immutable as $$ select '\\x00ff10'::bytea $$;
    create function public.any_dot() returns public."*/*" language sql immutable as $$
      select set_config('response.headers', '[{"Content-Type": "image/x-dot"}]', true); select '\\x00ff10'::bytea $$;
    notify pgrst;
  `);
});
afterAll(() => library.server.close());

const rehearse = (row: object) => library.service.from('ledger').insert(row).select().rollback();
const count = async (table: string) =>
  (await library.service.from(table).select('*', { count: 'exact', head: true })).count;

test('a rolled back write responds like a real one and leaves nothing, whatever its triggers did', async () => {
  const { data, status } = await rehearse({ id: 1 });
  expect([status, data]).toEqual([201, [{ id: 1, twin: null }]]);
  expect([await count('ledger'), await count('expected_write_backs')]).toEqual([0, 0]);
});

test('a rolled back write fails where the real one would, also at its commit', async () => {
  expect((await rehearse({ id: 13 })).error?.code).toBe('UNLKY');
  const orphan = await rehearse({ id: 2, twin: 99 });
  expect([orphan.status, orphan.error?.code]).toEqual([409, '23503']);
});

test('the operator decides whether a client may request a rollback', async () => {
  const strict = await startTestServer({ config: { api: { tx_end: 'commit' } } });
  const { owner } = strict.context.database;
  await owner.unsafe('create table public.notes (id int); grant all on public.notes to service_role');
  const insert = (prefer: string) =>
    strict.fetch(`${strict.url}/rest/v1/notes`, {
      method: 'POST',
      body: '{"id":1}',
      headers: { apikey: strict.serviceKey, Prefer: prefer, 'Content-Type': 'application/json' },
    });
  const response = await insert('tx=rollback, return=minimal');
  expect(response.headers.get('preference-applied')).toBe('return=minimal');
  expect(await owner`select id from public.notes`).toHaveLength(1);
  await strict.close();
});

test("a client gets PostgreSQL's plan as text and as JSON", async () => {
  const { data: text } = await library.service.from('books').select('id, tags(name)').explain();
  expect(text).toMatch(/^Aggregate {2}\(cost=/);
  const { data } = await library.service
    .from('books')
    .select()
    .explain({ format: 'json', verbose: true, settings: true });
  expect(data).toMatchObject([{ Plan: { 'Node Type': 'Aggregate' } }]);
  expect(data?.[0]).toHaveProperty('Query Identifier', expect.any(Number));
  expect(data?.[0]).toHaveProperty('Settings.search_path', '"public", "public", "extensions"');
  const response = await library.request('books?id=eq.1', {
    headers: { Accept: 'application/vnd.pgrst.plan+json; for="text/csv"; options=analyze|timing' },
  });
  expect(response.headers.get('content-type')).toBe(
    'application/vnd.pgrst.plan+json; for="text/csv"; options=analyze; charset=utf-8',
  );
  expect(await response.json()).toMatchObject([{ 'Execution Time': expect.any(Number) }]);
});

test('an analyzed plan of a write writes, unless it is rolled back', async () => {
  const insert = (id: number) => library.service.from('ledger').insert({ id }).select();
  await insert(50).rollback().explain({ analyze: true });
  expect(await count('ledger')).toBe(0);
  await insert(51).explain({ analyze: true });
  expect(await count('ledger')).toBe(1);
});

test('plans are available only if the configuration or the database allows them', async () => {
  const closed = await openLibrary();
  const client = getClient(closed.server, { key: closed.server.serviceKey });
  const refused = await client.from('books').select().explain();
  expect([refused.status, refused.error?.code]).toEqual([406, 'PGRST107']);
  await closed.server.context.database.owner.unsafe(`
    do $$ begin
      execute format('alter role authenticator in database %I set pgrst.db_plan_enabled = true', current_database());
      execute format('alter role authenticator in database %I set pgrst.db_aggregates_enabled = false', current_database());
    end $$;
    notify pgrst, 'reload config';
  `);
  await expect.poll(async () => (await client.from('books').select().explain()).status).toBe(200);
  const sum = await client.from('books').select('pages.sum()');
  expect([sum.status, sum.error?.code]).toEqual([400, 'PGRST123']);
  expect((await client.from('books').select('count')).error).toBeNull();
  await closed.server.close();
});

test("a function returns the media type of its result's domain", async () => {
  const get = (path: string, accept: string) => library.request(path, { headers: { Accept: accept } });
  const page = await get('rpc/page', 'text/html,application/xhtml+xml;q=0.9');
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(await page.text()).toBe('<p>hello</p>');
  expect(await (await get('rpc/page', 'application/json')).json()).toBe('<p>hello</p>');
  const dot = await get('rpc/dot', 'image/x-dot');
  expect(dot.headers.get('content-type')).toBe('image/x-dot');
  expect([...new Uint8Array(await dot.arrayBuffer())]).toEqual([0, 255, 16]);
  const any = await get('rpc/any_dot', 'image/avif,*/*;q=0.8');
  expect(any.headers.get('content-type')).toBe('image/x-dot');
  expect([...new Uint8Array(await any.arrayBuffer())]).toEqual([0, 255, 16]);
  expect((await get('rpc/dot', 'image/png')).status).toBe(406);
  expect((await get('rpc/add?a=1', 'text/html')).status).toBe(406);
});

test('GeoJSON needs PostGIS and is refused without it', async () => {
  const { status, error } = await library.service.from('books').select().geojson();
  expect([status, error?.code]).toEqual([404, '42883']);
  expect(error?.message).toContain('st_asgeojson');
});
