import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../testing/server.ts';

const functionsFolder = fileURLToPath(new URL('../testing/functions', import.meta.url));
let first: TestServer;
let second: TestServer;
let elsewhere: Server;
const arrived: { method?: string; url?: string; headers: IncomingMessage['headers']; body: string }[] = [];

beforeAll(async () => {
  first = await startTestServer({ schedule: true, settings: { functionsFolder } });
  second = await startTestServer({ schedule: true, settings: { functionsFolder }, beside: first });
  elsewhere = createServer(async (request, response) => {
    const { method, url, headers } = request;
    arrived.push({ method, url, headers, body: await text(request) });
    if (url !== '/silent') response.writeHead(202, { 'x-answer': 'yes' }).end('taken');
  });
  elsewhere.listen(0, '127.0.0.1');
  await once(elsewhere, 'listening');
});
afterAll(async () => {
  elsewhere.closeAllConnections();
  elsewhere.close();
  await second.close();
  await first.close();
});

const owner = () => first.context.database.owner;
const address = () => `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;
const getAnswer = async (id: string) => {
  await expect
    .poll(() => owner()`select from net._http_response where id = ${id}`, { timeout: 20_000, interval: 20 })
    .toHaveLength(1);
  const [answer] = await owner()`select * from net._http_response where id = ${id}`;
  return answer;
};

test('requests are sent once after the commit, and never after a rollback', async () => {
  arrived.length = 0;
  await owner()
    .begin(async (sql) => {
      await sql`select net.http_get(${`${address()}/undone`})`;
      throw new Error('undone');
    })
    .catch(() => {});
  const ids = await owner().begin(
    (sql) => sql`
      select net.http_get(${address()} || '/get?a=1', '{"b": "x y&ü"}', jsonb_build_object('X-Number', n::text), 60000) as id
      from generate_series(1, 100) as n`,
  );
  for (const { id } of ids) expect(await getAnswer(id)).toMatchObject({ status_code: 202, content: 'taken' });
  const numbers = arrived.map(({ headers }) => Number(headers['x-number'])).sort((a, b) => a - b);
  expect(numbers).toEqual(Array.from({ length: 100 }, (_, index) => index + 1));
  expect(arrived[0]?.url).toBe('/get?a=1&b=x%20y%26%C3%BC');
});

test('each method arrives with its body', async () => {
  arrived.length = 0;
  const [row] = await owner()`
    select net.http_post(${address()}, '{"one": 1}', timeout_milliseconds := 60000, headers := '{"Content-type": "application/json"}') as post,
      net.http_post(${address()}, headers := '{"X-Only": "header"}') as bare,
      net.http_delete(${address()}, body := '{"two": 2}') as delete`;
  for (const id of Object.values(row ?? {})) await getAnswer(id);
  const [answer] =
    await owner()`select headers ->> 'x-answer' as header from net._http_response where id = ${row?.post}`;
  expect(answer?.header).toBe('yes');
  const of = (requested: string) =>
    arrived
      .filter(({ method }) => method === requested)
      .map(({ body }) => body)
      .sort();
  expect([of('POST'), of('DELETE')]).toEqual([['{"one": 1}', '{}'], ['{"two": 2}']]);
  for (const { method, headers } of arrived)
    if (method === 'POST') expect(headers['content-type']).toBe('application/json');
  await expect(
    owner()`select net.http_post(${address()}, headers := '{"content-type": "text/plain"}')`,
  ).rejects.toThrow('Content-Type header must be "application/json"');
});

test('a timeout and an unreachable address are recorded', async () => {
  const [row] = await owner()`
    select net.http_get(${address()} || '/silent', timeout_milliseconds := 30) as silent,
      net.http_get('http://127.0.0.1:1/') as nobody, net.http_get('no address') as wrong`;
  expect(await getAnswer(row?.silent)).toMatchObject({
    timed_out: true,
    status_code: null,
    error_msg: 'Timeout of 30 ms reached.',
  });
  for (const id of [row?.nobody, row?.wrong])
    expect(await getAnswer(id)).toMatchObject({ timed_out: false, error_msg: expect.stringMatching(/./) });
});

test("a job calls a server function with keys from the vault, as in Supabase's guide", async () => {
  await owner()`
    select cron.schedule('invoke', '1 second', $job$
      select net.http_post(
        url := (select decrypted_secret from vault.decrypted_secrets where name = 'project_url') || '/functions/v1/echo',
        headers := jsonb_build_object('Content-type', 'application/json', 'Authorization',
          'Bearer ' || (select decrypted_secret from vault.decrypted_secrets where name = 'service_role_key')),
        body := concat('{"time": "', now(), '"}')::jsonb) as request_id;
    $job$)`;
  const echoed = () =>
    owner()`select status_code, content from net._http_response where content like '%/echo%'`;
  await expect.poll(async () => (await echoed()).length, { timeout: 20_000 }).toBeGreaterThan(0);
  await owner()`select cron.unschedule('invoke')`;
  const [answer] = await echoed();
  expect(answer?.status_code).toBe(201);
  const { method, path, body, headers } = JSON.parse(answer?.content);
  expect([method, path, Object.keys(JSON.parse(body))]).toEqual(['POST', '/echo', ['time']]);
  expect(headers.authorization).toBe(`Bearer ${first.serviceKey}`);
});

test("the operator's secrets in the vault stay unchanged", async () => {
  const { owner: sql } = second.context.database;
  await sql`update vault.secrets set secret = 'https://mine.test', description = 'mine' where name = 'project_url'`;
  await sql`select vault.create_secret('a value', 'of_mine')`;
  const third = await startTestServer({ schedule: true, beside: first });
  await third.close();
  expect(
    await sql`select name, decrypted_secret from vault.decrypted_secrets where description <> 'Kept by the server.' order by name`,
  ).toEqual([
    { name: 'of_mine', decrypted_secret: 'a value' },
    { name: 'project_url', decrypted_secret: 'https://mine.test' },
  ]);
});
