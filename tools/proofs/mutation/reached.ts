import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import postgres from 'postgres';
import { afterAll, expect, inject } from 'vitest';
import type { TestRun } from './workspace.ts';

const { reached = '' } = JSON.parse(process.env.SANDBANK_MUTATION ?? '{}') as TestRun;

/**
 * Reads PostgreSQL's counters after a test file has run, and records the functions that were called in its
 * bank.
 */
afterAll(async () => {
  const server = postgres(inject('serverUrl'), { max: 1, onnotice: () => {} });
  const names = new Set<string>();
  for (const { datname } of await server`select datname from pg_database where datname like 'test\_%'`) {
    // Closes the bank's connections, because they report their counters only when they close. The bank is no
    // longer needed.
    await server`select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = ${datname}`;
    const address = new URL(inject('serverUrl'));
    address.pathname = datname;
    const bank = postgres(address.href, { max: 1, onnotice: () => {} });
    const rows = await bank`select schemaname || '.' || funcname as name from pg_stat_user_functions`;
    for (const { name } of rows) names.add(name);
    await bank.end();
  }
  await server.end();
  mkdirSync(reached, { recursive: true });
  const file = basename(expect.getState().testPath ?? 'unknown');
  writeFileSync(join(reached, `${file}.json`), JSON.stringify([...names]));
}, 30_000);
