import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { cloneDatabase } from '../../supabase/tests/support/harness.ts';

const clone = await cloneDatabase();
const children: ChildProcess[] = [];
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await clone.drop();
});

const here = (file: string) => JSON.stringify(join(import.meta.dirname, file));
/**
 * A program that serves the test functions in a separate process, because an error in the server's own code
 * ends that process.
 */
const program = `
  import { serve } from '@hono/node-server';
  import { pino } from 'pino';
  import { createApp } from ${here('../http/app.ts')};
  import { openDatabase } from ${here('../database/database.ts')};
  import { openKeys } from ${here('../settings/keys.ts')};
  import { readSettings } from ${here('../settings/settings.ts')};
  import { containFailures } from ${here('containment.ts')};
  const settings = { ...readSettings({}), functionsFolder: ${here('../testing/functions')} };
  const database = await openDatabase(process.argv[1], { connections: 2 });
  const keys = await openKeys(database, settings.publicUrl);
  const log = pino(pino.destination({ dest: 2, sync: true }));
  containFailures(log, () => process.exit(7));
  const app = createApp({ database, keys, settings, log });
  process.on('message', () => setTimeout(() => { throw new Error('our own mistake'); }, 1));
  serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) =>
    process.send({ url: 'http://127.0.0.1:' + port, anonKey: keys.anonKey }));`;

test('errors of a function after its response are logged without ending the server, unlike our own', async () => {
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', '--input-type=module', '-e', program, clone.url],
    { stdio: ['ignore', 'inherit', 'pipe', 'ipc'] },
  );
  children.push(child);
  let logged = '';
  child.stderr?.on('data', (text) => {
    logged += text;
  });
  const [{ url, anonKey }] = await once(child, 'message');
  const call = async (way: string) => {
    const headers = { authorization: `Bearer ${anonKey}` };
    return (await fetch(`${url}/functions/v1/late/${way}`, { headers })).text();
  };
  for (const [way, told] of [
    ['promise', 'a late rejection'],
    ['timer', 'a late exception'],
  ] as const) {
    expect(await call(way)).toBe('answered');
    await expect.poll(() => logged, { timeout: 30_000 }).toContain(told);
    expect(await call('')).toBe('answered');
  }
  expect(logged.match(/"function":"late"/g)?.length).toBeGreaterThanOrEqual(2);
  child.send('fail');
  const [code] = await once(child, 'exit');
  expect([code, logged]).toEqual([7, expect.stringContaining('our own mistake')]);
}, 120_000);
