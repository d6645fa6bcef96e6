import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Library, openLibrary } from './testing/library.ts';

const READER = '00000000-0000-4000-8000-000000000001';

let library: Library;
beforeAll(async () => {
  library = await openLibrary({
    listen: true,
    config: { api: { limits: { max_response_size: 1000, max_repeated_embeds: 0 } } },
  });
});
afterAll(() => library.server.close());

describe('the size limit of responses', () => {
  test("refuses a customer's large response with 413 and sends it to the service role", async () => {
    const reader = await library.reader(READER);
    const large = await reader.from('books').select('*, authors!author_id(*), tags(*)').limit(100);
    expect(large.status).toBe(413);
    expect(large.error).toMatchObject({
      code: '54000',
      message: expect.stringContaining('The response is larger than'),
    });
    expect((await reader.from('books').select('id').limit(1)).status).toBe(200);
    expect((await library.service.from('books').select('*, authors!author_id(*), tags(*)')).status).toBe(200);
  });

  test('undoes the write of a customer whose response is too large', async () => {
    const reader = await library.reader(READER);
    await library.server.context.database.owner.unsafe(`
      create table public.letters (text text);
      grant select, insert on public.letters to authenticated, service_role;
      notify pgrst, 'reload schema'`);
    const rows = Array.from({ length: 200 }, (_, index) => ({ text: `letter number ${index}` }));
    await expect.poll(async () => (await reader.from('letters').insert(rows).select()).status).toBe(413);
    expect((await reader.from('letters').select('text')).data).toEqual([]);
    expect((await reader.from('letters').insert(rows)).status).toBe(201);
  });
});

describe('a relation embedded within itself', () => {
  test("is refused beyond the operator's limit", async () => {
    const once = await library.request('authors?select=books!author_id(title)');
    expect(once.status).toBe(200);
    for (const select of [
      'authors?select=books!author_id(title,authors!author_id(books!author_id(title)))',
      'books?select=authors!author_id(books!author_id(title))',
      'books?select=tags(books(title))',
    ]) {
      const response = await library.request(select);
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({
        code: '54001',
        details: "'books' can't be embedded inside 'books' again.",
      });
    }
  });

  test('is allowed to-one', async () => {
    const response = await library.request('authors?select=books!author_id(title,authors!author_id(name))');
    expect(response.status).toBe(200);
  });
});

describe('a client that disconnects', () => {
  test('has its statement canceled in the database', async () => {
    const { owner } = library.server.context.database;
    await owner.unsafe(`
      create function public.slow_report() returns text stable language sql as 'select pg_sleep(30)::text';
      notify pgrst, 'reload schema'`);
    const running = async () => {
      const rows = await owner`
        select from pg_stat_activity where datname = current_database() and state = 'active' and wait_event = 'PgSleep'`;
      return rows.length;
    };
    const browser = new AbortController();
    const { url, serviceKey } = library.server;
    const read = () =>
      fetch(`${url}/rest/v1/rpc/slow_report`, {
        headers: { apikey: serviceKey },
        signal: browser.signal,
      }).catch((error) => error.name);
    const answer = read();
    await expect.poll(running).toBe(1);
    browser.abort();
    expect(await answer).toBe('AbortError');
    await expect.poll(running, { timeout: 2_000 }).toBe(0);
  });
});

describe('counts', () => {
  test("never reveal statistics about other customers' rows", async () => {
    await library.server.context.database.owner.unsafe(`
      create table public.diaries (id int generated always as identity, owner uuid);
      alter table public.diaries enable row level security;
      grant select on public.diaries to authenticated, service_role;
      create policy "readers see their own" on public.diaries to authenticated using (owner = auth.uid());
      insert into public.diaries (owner) select '00000000-0000-4000-8000-000000000002' from generate_series(1, 5000);
      insert into public.diaries (owner) select '${READER}' from generate_series(1, 3);
      analyze public.diaries;
      notify pgrst, 'reload schema'`);
    const reader = await library.reader(READER);
    for (const count of ['planned', 'estimated', 'exact'] as const) {
      const answer = await reader.from('diaries').select('id', { count, head: true });
      expect({ count, total: answer.count }).toEqual({ count, total: 3 });
    }
    const { count } = await library.service.from('diaries').select('id', { count: 'planned', head: true });
    expect(count).toBe(5003);
  });
});
