// Runs one server of a comparison in a separate process. `ours` is the whole product. `reference` is a bare
// Hono route with the same SQL but no token check, schema cache, or error handling. `lite` is Supabase Lite
// in the given folder.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { pino } from 'pino';
import { openDatabase } from '../../server/database/database.ts';
import { type App, createApp } from '../../server/http/app.ts';
import { openKeys } from '../../server/settings/keys.ts';
import { readSettings } from '../../server/settings/settings.ts';

const [, , kind, url = '', folder = '', secret = ''] = process.argv;
const database = await openDatabase(url, { connections: 10 });
let key = '';
let upgrade: App['realtime']['accept'] | undefined;
const listener =
  kind === 'ours' ? await wholeProduct() : kind === 'lite' ? await supabaseLite() : bareRoute();
// Keeps connections open, as the product does.
const server = createServer({ keepAliveTimeout: 65_000 }, listener).listen(0, '127.0.0.1', () => {
  process.send?.({ port: (server.address() as AddressInfo).port, key });
});
if (upgrade) server.on('upgrade', upgrade);

async function wholeProduct() {
  const settings = readSettings({ SANDBANK_URL: 'http://localhost:3000' });
  const keys = await openKeys(database, settings.publicUrl);
  const app = createApp({ database, keys, settings, log: pino({ level: 'silent' }) });
  key = keys.anonKey;
  upgrade = app.realtime.accept;
  return getRequestListener((request, bindings) => app.fetch(request, bindings));
}

async function supabaseLite() {
  const dist = join(folder, 'node_modules', '@supabase', 'lite', 'dist');
  const load = (file: string) => import(pathToFileURL(join(dist, file)).href);
  const { App } = await load('index.js');
  const { createPostgresConnection } = await load('db/postgres/PostgresConnection.js');
  const connection = createPostgresConnection({ url });
  const app = new App({ connection, auth: { enabled: true, jwt_secret: secret } });
  return getRequestListener((request) => app.fetch(request));
}

function bareRoute() {
  const app = new Hono();
  const caller = (id: string) => ({
    role: 'authenticated',
    claims: { sub: id, role: 'authenticated' },
    method: 'POST',
    path: '/',
    headers: {},
  });
  const json = (text: string | null) =>
    new Response(text, { headers: { 'content-type': 'application/json' } });
  app.post('/deposit', async (context) => {
    const { customer, account_id, amount, request_id = null } = await context.req.json();
    const statement =
      'select to_jsonb(d)::text from public.deposit(($1)[1]::uuid, ($1)[2]::numeric, request_id => ($1)[3]) d';
    return json(
      await database.asCaller(caller(customer), statement, [account_id, String(amount), request_id]),
    );
  });
  app.get('/accounts/:customer', async (context) => {
    const statement = `select coalesce(json_agg(a), '[]')::text from (select * from public.accounts where user_id = ($1)[1]::uuid) a`;
    const id = context.req.param('customer');
    return json(await database.asCaller(caller(id), statement, [id], { readOnly: true }));
  });
  app.get('/transactions/:customer/:account', async (context) => {
    const statement = `select coalesce(json_agg(t), '[]')::text from (select * from public.transactions where account_id = ($1)[1]::uuid order by date desc, id desc limit 50) t`;
    const { customer, account } = context.req.param();
    return json(await database.asCaller(caller(customer), statement, [account], { readOnly: true }));
  });
  return getRequestListener(app.fetch);
}
