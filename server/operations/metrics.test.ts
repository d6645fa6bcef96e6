import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { getClient, startTestServer, type TestServer } from '../testing/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ listen: true, schedule: true });
});
afterAll(() => server.close());

const figures = async (of: TestServer = server) => (await fetch(`${of.url}/metrics`)).text();
/** Returns the value of a metric. `name` includes the metric's labels in Prometheus format. */
const figure = (text: string, name: string) =>
  Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${name} `))
      ?.slice(name.length + 1),
  );

test('requests are counted and measured by service and status, without customer data', async () => {
  const client = getClient(server);
  await client.from('secret_table_name').select().eq('name', 'secret value');
  await client.auth.signInWithPassword({ email: 'secret@example.com', password: 'wrong password' });
  // Requests a path that looks like a file, because the web app may not be built.
  await fetch(`${server.url}/secret/page.txt`);
  const text = await figures();
  const counted = (service: string, status: number) =>
    figure(text, `sandbank_http_request_duration_seconds_count{room="${service}",status="${status}"}`);
  expect([counted('rest', 404), counted('auth', 400), counted('web', 404)]).toEqual([1, 1, 1]);
  expect(text).toContain('sandbank_http_request_duration_seconds_bucket{le="0.1",room="rest",status="404"}');
  expect(text).not.toContain('secret');
});

test('the database, the process, sockets, and scheduled jobs are included', async () => {
  const socket = new WebSocket(
    `${server.url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${server.anonKey}&vsn=1.0.0`,
  );
  await once(socket, 'open');
  const { owner } = server.context.database;
  await owner`select cron.schedule('figure', '1 second', 'select 1')`;
  const text = await figures();
  expect(figure(text, 'sandbank_realtime_sockets')).toBe(1);
  expect(figure(text, 'sandbank_database_reachable')).toBe(1);
  expect(figure(text, 'sandbank_database_connections{login="owner",state="active"}')).toBeGreaterThan(0);
  expect(figure(text, 'process_resident_memory_bytes')).toBeGreaterThan(0);
  const runs = async () => figure(await figures(), 'sandbank_schedule_runs_total{status="succeeded"}');
  await expect.poll(runs, { timeout: 20_000 }).toBeGreaterThan(0);
  await owner`select cron.unschedule('figure')`;
  socket.close();
  const open = async () => figure(await figures(), 'sandbank_realtime_sockets');
  await expect.poll(open, { timeout: 20_000 }).toBe(0);
});

test('without a token the metrics are available on this machine only', async () => {
  expect((await fetch(`${server.url}/metrics`)).headers.get('access-control-allow-origin')).toBeNull();
  // In-process requests are treated as anonymous, because a function can forward a request from outside.
  expect((await server.fetch(`${server.url}/metrics`)).status).toBe(403);
  for (const header of ['x-forwarded-for', 'forwarded']) {
    const response = await fetch(`${server.url}/metrics`, { headers: { [header]: '203.0.113.7' } });
    expect(response.status).toBe(403);
  }
});

test('with a token the metrics are available to its holder', async () => {
  const guarded = await startTestServer({ settings: { metricsToken: 'a long token' }, beside: server });
  const getMetrics = async (authorization?: string) => {
    const headers = authorization ? { authorization } : undefined;
    return (await guarded.fetch(`${guarded.url}/metrics`, { headers })).status;
  };
  expect(await getMetrics()).toBe(403);
  expect(await getMetrics('Bearer another')).toBe(403);
  expect(await getMetrics('Bearer a long token')).toBe(200);
  await guarded.close();
});
