import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestServer } from '../../testing/server.ts';
import { newCustomer, startAuthServer } from '../testing/customers.ts';
import { readSessionLimits } from './ended-sessions.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startAuthServer({ sessions: { timebox: '24h', inactivity_timeout: '8h' } });
});
afterAll(() => server.close());

/** Makes a customer's sessions older by the given intervals. */
const age = (id: string, started: string, refreshed: string) => server.context.database.owner`
  update auth.sessions set created_at = created_at - ${started}::interval,
    refreshed_at = coalesce(refreshed_at, created_at) - ${refreshed}::interval
  where user_id = ${id}`;

test('a session continues while it is used and young', async () => {
  const { client, id } = await newCustomer(server);
  await age(id, '23 hours 59 minutes', '7 hours 59 minutes');
  expect((await client.auth.refreshSession()).error).toBeNull();
  await age(id, '0', '7 hours 59 minutes');
  expect((await client.auth.refreshSession()).error).toBeNull();
});

test('a session ends a day after it started, however much it is used', async () => {
  const { client, id } = await newCustomer(server);
  await age(id, '24 hours 1 second', '1 minute');
  expect((await client.auth.refreshSession()).error).toMatchObject({
    status: 400,
    code: 'session_expired',
    message: 'Invalid Refresh Token: Session Expired',
  });
});

test('a session ends after eight hours without use', async () => {
  const { client, id } = await newCustomer(server);
  await age(id, '9 hours', '8 hours 1 second');
  expect((await client.auth.refreshSession()).error).toMatchObject({
    status: 400,
    code: 'session_expired',
    message: 'Invalid Refresh Token: Session Expired (Inactivity)',
  });
});

test('an invalid duration is reported at the start', () => {
  expect(readSessionLimits({ timebox: '', inactivity_timeout: '0s' })).toEqual({
    timebox: null,
    inactivity: null,
  });
  expect(() => readSessionLimits({ timebox: 'a day', inactivity_timeout: '' })).toThrow(
    '[auth.sessions] timebox is not a duration such as 24h: a day',
  );
});
