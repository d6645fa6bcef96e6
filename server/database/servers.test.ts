import { createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cloneDatabase } from '../../supabase/tests/support/harness.ts';
import { connect } from './connect.ts';
import { type Database, openDatabase } from './database.ts';
import { getPublicName } from './logins.ts';
import { getFirstServer, getServers } from './servers.ts';

describe('a database address', () => {
  test('with several servers becomes one address per server', () => {
    const url = 'postgres://me:p%40ss@one:5433,[::1],two:5434/bank?sslmode=require&target_session_attrs=any';
    expect(getServers(url)).toEqual([
      'postgres://me:p%40ss@one:5433/bank?sslmode=require',
      'postgres://me:p%40ss@[::1]/bank?sslmode=require',
      'postgres://me:p%40ss@two:5434/bank?sslmode=require',
    ]);
    expect(getFirstServer(url).username).toBe('me');
    expect(getPublicName(url)).toBe('one:5433,[::1]:5432,two:5434/bank');
  });

  test('with one server stays unchanged', () => {
    const url = 'postgres://me@one/bank?target_session_attrs=read-write';
    expect(getServers(url)).toEqual([url]);
  });

  test('without a server or port is invalid', () => {
    for (const url of ['postgres://me@one,,two/bank', 'postgres://me@one:port,two/bank'])
      expect(() => getFirstServer(url)).toThrow(TypeError);
  });
});

describe('a database with several servers', () => {
  let clone: Awaited<ReturnType<typeof cloneDatabase>>;
  let database: Database;
  let url: string;

  beforeAll(async () => {
    clone = await cloneDatabase();
    url = clone.url.replace(/@([^/]*)/, `@127.0.0.1:${await closedPort()},$1`);
    database = await openDatabase(url, { connections: 2 });
  });
  afterAll(async () => {
    await database.close();
    await clone.drop();
  });

  const visitor = { role: 'anon', claims: { role: 'anon' }, method: 'GET', path: '/', headers: {} };

  test('uses the server that accepts writes', async () => {
    expect(await database.asCaller(visitor, 'select current_user::text')).toBe('anon');
    expect(await database.isReachable()).toBe(true);
    expect(await database.auth`select current_user::text as name`).toEqual([{ name: 'supabase_auth_admin' }]);
  });

  test('is found again after every connection was closed', async () => {
    await database.owner`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`;
    await expect
      .poll(() => database.asCaller(visitor, 'select current_user::text').catch(() => null))
      .toBe('anon');
  });

  test('reports when no server accepts writes, and why a server refuses', async () => {
    const ports = [await closedPort(), await closedPort()];
    const unreachable = connect(`postgres://me:secret@127.0.0.1:${ports[0]},127.0.0.1:${ports[1]}/bank`, {});
    await expect(unreachable`select`).rejects.toMatchObject({ code: '57P03' });
    await expect(unreachable`select`).rejects.toMatchObject({ code: '57P03' });
    await unreachable.end();
    const stranger = connect(url.replace(/:[^:@]*@/, ':wrong@'), {});
    await expect(stranger`select`).rejects.toMatchObject({ code: '28P01' });
    await stranger.end();
  });
});

/** Returns a port on which no server listens. */
async function closedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address ? address.port : 0;
}
