import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from './testing.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const visitor = { role: 'anon', claims: { role: 'anon' }, method: 'GET', path: '/', headers: {} };

test('a statement runs in the role of its caller', async () => {
  const { database } = server.context;
  expect(await database.asCaller(visitor, 'select current_user::text')).toBe('anon');
});
