import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import type postgres from 'postgres';
import { createAuth } from '../../../server/auth/auth.ts';
import { startDelivery } from '../../../server/auth/mail/delivery.ts';
import { openDatabase } from '../../../server/database/database.ts';
import { startEmbeddedPostgres } from '../../../server/database/embedded.ts';
import { createApp } from '../../../server/http/app.ts';
import { listen } from '../../../server/http/listen.ts';
import { serve } from '../../../server/http/serve.ts';
import { type Keys, openKeys } from '../../../server/settings/keys.ts';
import { readSettings } from '../../../server/settings/settings.ts';
import { createStorage } from '../../../server/storage/storage.ts';
import type { Bank, Person, Query } from '../../../supabase/tests/support/harness.ts';

/** A route of the server: its method and its path pattern, relative to the API. */
export type Route = { method: string; path: string };

export type MatrixBank = {
  url: string;
  keys: Keys;
  /** Direct connections to the database, as its owner and as customers. They bypass the server. */
  bank: Bank;
  /** Runs a transaction as the owner with row-level security and triggers turned off. */
  withoutRules(work: (query: Query) => Promise<void>): Promise<void>;
  functionsFolder: string;
  authRoutes: Route[];
  storageRoutes: Route[];
  close(): Promise<void>;
};

/**
 * Runs the complete server in this process on its own PostgreSQL, with no rate limits. The caller must close
 * it.
 */
export async function openMatrixBank(): Promise<MatrixBank> {
  const folder = mkdtempSync(join(tmpdir(), 'sandbank-matrix-'));
  const undo: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })];
  const close = async () => {
    for (let step = undo.pop(); step; step = undo.pop()) await step();
  };
  process.once('SIGTERM', () => void close().finally(() => process.exit(143)));
  try {
    const cluster = await startEmbeddedPostgres({ dataFolder: join(folder, 'postgres'), durable: false });
    undo.push(() => cluster.stop());
    const http = await listen({ host: '127.0.0.1', port: 0, portIsChosen: true });
    undo.push(() => http.close());
    const url = `http://127.0.0.1:${http.port}`;
    const settings = readSettings({
      SANDBANK_URL: url,
      SANDBANK_DATA: join(folder, 'data'),
      SANDBANK_RATE_LIMIT_FACTOR: '1000000',
    });
    const database = await openDatabase(cluster.url);
    undo.push(() => database.close());
    const keys = await openKeys(database, settings.publicUrl);
    const context = { database, keys, settings, log: pino({ level: 'silent' }) };
    const app = createApp(context);
    serve(app, http, null);
    undo.push(async () => {
      for (const server of http.servers) server.closeAllConnections();
      await app.close();
    });
    const delivery = startDelivery(context);
    const storage = createStorage(context);
    undo.push(() => Promise.all([delivery.close(), storage.close()]));
    return {
      url,
      keys,
      bank: bankOn(database.owner),
      withoutRules: async (work) => {
        await database.owner.begin(async (own) => {
          await own`set local session_replication_role = replica`;
          await work(async (text, ...values) => getRows(await own(text, ...(values as never[]))));
        });
      },
      functionsFolder: settings.functionsFolder,
      authRoutes: getRoutes(createAuth(context, delivery).routes),
      storageRoutes: getRoutes(storage.routes.routes),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * Returns the routes, with duplicates removed. Routes that accept all methods are tested with the methods
 * that write.
 */
function getRoutes(routes: readonly Route[]): Route[] {
  const routeMethods = routes
    .filter(({ path }) => path !== '/*' && path !== '*')
    .flatMap(({ method, path }) =>
      method === 'ALL' ? ['GET', 'POST'].map((method) => ({ method, path })) : [{ method, path }],
    );
  return [...new Map(routeMethods.map((route) => [`${route.method} ${route.path}`, route])).values()];
}

const getRows = (rows: Iterable<unknown>) => [...rows] as Awaited<ReturnType<Query>>;

function bankOn(sql: postgres.Sql): Bank {
  const as =
    (role: string, claims: object): Query =>
    async (text, ...values) =>
      getRows(
        await sql.begin(async (own) => {
          await own`select set_config('role', ${role}, true), set_config('request.jwt.claims', ${JSON.stringify(claims)}, true)`;
          return own(text, ...(values as never[]));
        }),
      );
  return {
    owner: async (text, ...values) => getRows(await sql(text, ...(values as never[]))),
    asCustomer: ({ id, email }) =>
      as('authenticated', { sub: id, email, role: 'authenticated', aal: 'aal1', is_anonymous: false }),
    asVisitor: () => as('anon', { role: 'anon' }),
    asService: () => as('service_role', { role: 'service_role' }),
    openCustomer: async (name): Promise<Person> => {
      const person = { id: randomUUID(), email: `${name}@people.example` };
      await sql`
        insert into auth.users (id, aud, role, email, email_confirmed_at, created_at, updated_at)
        values (${person.id}, 'authenticated', 'authenticated', ${person.email}, now(), now(), now())`;
      await sql`insert into bank.confirmed_addresses (user_id, address) values (${person.id}, ${person.email})`;
      return person;
    },
  };
}
