import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OperatorError } from '../operator-error.ts';
import { openDatabase } from './database.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded.ts';

// These tests use a separate server, because they change roles, which all databases on a server share.
let dataFolder: string;
let server: EmbeddedPostgres;
beforeAll(async () => {
  dataFolder = mkdtempSync(join(tmpdir(), 'sandbank-rights-'));
  chmodSync(dataFolder, 0o755);
  server = await startEmbeddedPostgres({
    dataFolder,
    binFolder: process.env.SANDBANK_TEST_POSTGRES_BIN || undefined,
    durable: false,
  });
});
afterAll(async () => {
  await server.stop();
  rmSync(dataFolder, { recursive: true, force: true });
});

async function asSuperuser(text: string, database = 'postgres'): Promise<void> {
  const url = new URL(server.url);
  url.pathname = database;
  const sql = postgres(url.href, { max: 1, onnotice: () => {} });
  try {
    await sql.unsafe(text);
  } finally {
    await sql.end();
  }
}

test('an owner without the required rights gets SQL that grants them', async () => {
  await asSuperuser("create role keeper login password 'pass-word'");
  await asSuperuser('create database school');
  const url = new URL(server.url);
  url.username = 'keeper';
  url.password = 'pass-word';
  url.pathname = 'school';

  const error = await openDatabase(url.href).catch((reason) => reason);
  expect(error).toBeInstanceOf(OperatorError);
  expect(error.message).toMatch(/^DATABASE_URL lacks rights \(.+\); run this once as a superuser/);
  await asSuperuser(error.message.slice(error.message.indexOf('\n')), 'school');

  const database = await openDatabase(url.href);
  const visitor = { role: 'anon', claims: { role: 'anon' }, method: 'GET', path: '/', headers: {} };
  expect(await database.asCaller(visitor, 'select current_user::text')).toBe('anon');
  expect(database.subscriberUrl).toBe(url.href);
  await database.close();
});

test('a second owner with the rights can open another database of the same server', async () => {
  await asSuperuser('create database college');
  const url = new URL(server.url);
  url.pathname = 'college';
  const database = await openDatabase(url.href);
  expect(await database.isReachable()).toBe(true);
  await database.close();
});
