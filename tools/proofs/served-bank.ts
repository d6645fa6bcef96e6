import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type postgres from 'postgres';
import { openDatabase } from '../../server/database/database.ts';
import { startEmbeddedPostgres } from '../../server/database/embedded.ts';
import { openKeys } from '../../server/settings/keys.ts';
import { openSession } from '../../server/testing/sessions.ts';
import { serve } from '../bench/comparison.ts';

const PATIENCE_MS = 60_000;
const TOKEN_SECONDS = 12 * 3600;

export type ServedCustomer = { id: string; email: string; token: string };

/** A response. `code` is the refusal code, or null for success. */
export type Answer = { status: number; code: string | null; message: string; data: unknown };

export type ServedBank = {
  /** Connects as the owner of the migrations, which bypasses row-level security. */
  owner: postgres.Sql;
  openCustomer(): Promise<ServedCustomer>;
  /** Sends a customer's request to a server. If there is no response, the code is `NONE`. */
  send(
    customer: ServedCustomer,
    server: number,
    method: 'GET' | 'POST' | 'PATCH',
    path: string,
    body?: unknown,
  ): Promise<Answer>;
};

/** Runs several processes of the product on one PostgreSQL. Removes everything at the end. */
export async function withServedBank<Result>(
  { servers, durable }: { servers: number; durable: boolean },
  work: (bank: ServedBank) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'sandbank-proof-'));
  const undo: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })];
  const undoAll = async () => {
    // If one step fails, the other steps must still run.
    for (let step = undo.pop(); step; step = undo.pop())
      await Promise.resolve(step)
        .then((end) => end())
        .catch(console.error);
  };
  const stopped = () => void undoAll().finally(() => process.exit(130));
  process.once('SIGINT', stopped).once('SIGTERM', stopped);
  try {
    const cluster = await startEmbeddedPostgres({ dataFolder: folder, durable });
    undo.push(() => cluster.stop());
    const database = await openDatabase(cluster.url);
    undo.push(() => database.close());
    const keys = await openKeys(database, 'http://localhost:3000');
    const addresses: string[] = [];
    for (let index = 0; index < servers; index += 1) {
      const server = await serve('ours', cluster.url);
      undo.push(server.end);
      addresses.push(server.address);
    }
    return await work({
      owner: database.owner,
      openCustomer: async () => {
        const [id, email] = [randomUUID(), `${randomUUID()}@example.com`];
        await database.owner`
          insert into auth.users (id, aud, role, email, email_confirmed_at, created_at, updated_at)
          values (${id}, 'authenticated', 'authenticated', ${email}, now(), now(), now())`;
        await database.owner`insert into bank.confirmed_addresses (user_id, address) values (${id}, ${email})`;
        const options = { lifetimeSeconds: TOKEN_SECONDS, claims: { email } };
        return { id, email, token: await openSession(database.owner, keys, id, options) };
      },
      send: async (customer, server, method, path, body) => {
        const address = addresses[server % addresses.length];
        return getAnswer(() =>
          fetch(`${address}${path}`, {
            method,
            headers: {
              authorization: `Bearer ${customer.token}`,
              ...(body !== undefined && { 'content-type': 'application/json' }),
              ...(method !== 'GET' && { prefer: 'return=representation' }),
            },
            body: body === undefined ? undefined : JSON.stringify(body),
            signal: AbortSignal.timeout(PATIENCE_MS),
          }),
        );
      },
    });
  } finally {
    process.off('SIGINT', stopped).off('SIGTERM', stopped);
    await undoAll();
  }
}

async function getAnswer(send: () => Promise<Response>): Promise<Answer> {
  try {
    const response = await send();
    const text = await response.text();
    const data = text === '' ? null : JSON.parse(text);
    if (response.ok) return { status: response.status, code: null, message: '', data };
    return {
      status: response.status,
      code: String(data?.code ?? response.status),
      message: String(data?.message ?? text),
      data,
    };
  } catch (error) {
    const cause = error instanceof Error && error.cause ? ` (${error.cause})` : '';
    return { status: 0, code: 'NONE', message: `${error}${cause}`, data: null };
  }
}
