import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '../../../server/database/database.ts';
import { startEmbeddedPostgres } from '../../../server/database/embedded.ts';
import { openKeys } from '../../../server/settings/keys.ts';
import { readSettings } from '../../../server/settings/settings.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The test server's address for the owner role, with the database `postgres`. */
    serverUrl: string;
    /** The migrated database that tests clone. */
    template: string;
  }
}

/**
 * Many tests move a clock by up to ten years. Each of them would otherwise compute the exchange rates of those years.
 */
const DAYS_OF_RATES = 13 * 366;

type TestServer = { url: string; stop(): Promise<void> };

/**
 * Provides a PostgreSQL server with a migrated template database. TEST_DATABASE_URL selects a running server,
 * and SANDBANK_TEST_POSTGRES_BIN selects a folder with initdb and postgres. By default, starts an embedded
 * server in a temporary folder. Each Vitest project has its own server, because a long transaction in one
 * database delays the live changes of all others.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const template = `sandbank_template_${process.pid}_${project.name}`;
  const server = await start(template);
  project.provide('serverUrl', server.url);
  project.provide('template', template);
  return server.stop;
}

async function start(template: string): Promise<TestServer> {
  const url = process.env.TEST_DATABASE_URL;
  if (url) return migrateTemplate(url, template, async () => {});
  const folder = mkdtempSync(join(tmpdir(), 'sandbank-test-'));
  // Unlike version 18, PostgreSQL 15 needs access to every folder in the path to its data when it runs as
  // another user.
  chmodSync(folder, 0o755);
  const removeFolder = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', removeFolder);
  try {
    const cluster = await startEmbeddedPostgres({
      dataFolder: folder,
      binFolder: process.env.SANDBANK_TEST_POSTGRES_BIN || undefined,
      durable: false,
    });
    removeWhenKilled(folder);
    return await migrateTemplate(cluster.url, template, async () => {
      await cluster.stop();
      removeFolder();
    }).catch(async (error) => {
      await cluster.stop();
      throw error;
    });
  } catch (error) {
    removeFolder();
    throw error;
  }
}

async function migrateTemplate(url: string, template: string, stop: () => Promise<void>) {
  const owner = postgres(url, { max: 1, onnotice: () => {} });
  try {
    await owner.unsafe(`drop database if exists ${template} with (force)`);
    await owner.unsafe(
      `create database ${template} template template0 encoding 'UTF8' lc_collate 'C' lc_ctype 'C'`,
    );
    const address = new URL(url);
    address.pathname = template;
    const settings = readSettings({});
    const database = await openDatabase(address.href);
    await openKeys(database, settings.publicUrl);
    await database.owner`select bank.fill_exchange_rates(current_date + ${DAYS_OF_RATES}::int)`;
    // Skips empty tables. PostgreSQL expects a table without statistics to grow, so it plans to use indexes.
    // If it knows that a table is empty, it plans a full scan, and keeps that plan after the table fills up.
    const filled = await database.owner`
      select oid::regclass::text as name from pg_class
      where relkind = 'r' and pg_relation_size(oid) > 0`;
    await database.owner.unsafe(`vacuum analyze ${filled.map(({ name }) => name).join(', ')}`);
    await database.close();
  } finally {
    await owner.end();
  }
  return {
    url,
    async stop() {
      const last = postgres(url, { max: 1, onnotice: () => {} });
      await last.unsafe(`drop database if exists ${template} with (force)`);
      await last.end();
      await stop();
    },
  };
}

/** Starts a process that removes the folder if this run is killed. Waits until PostgreSQL has stopped. */
function removeWhenKilled(folder: string): void {
  if (!existsSync('/bin/sh')) return;
  const script = `while kill -0 ${process.pid} 2>/dev/null; do sleep 2; done; sleep 1; rm -rf "$0"`;
  spawn('/bin/sh', ['-c', script, folder], { detached: true, stdio: 'ignore' }).unref();
}
