import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Inbox, isSubscribed, openSocket, subscribe } from '../testing/realtime.ts';
import { getClient, startTestServer, type TestServer } from '../testing/server.ts';

const PASSWORD = 'correct horse battery staple';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ listen: true });
});
afterAll(() => server.close());

async function twoBrowsers(email: string) {
  const [here, there] = [getClient(server), getClient(server)];
  await here.auth.signUp({ email, password: PASSWORD });
  const { data } = await there.auth.signInWithPassword({ email, password: PASSWORD });
  const token = data.session?.access_token ?? '';
  await there.realtime.setAuth(token);
  return { here, there, token };
}

describe('an ended session', () => {
  test('opens no socket, joins no channel, and sends nothing', async () => {
    const { here, there, token } = await twoBrowsers('ended@example.com');
    await there.auth.signOut({ scope: 'local' });
    expect(await openSocket(server, `?apikey=${token}`)).toMatchObject({ status: 401 });
    const headers = { apikey: server.anonKey, authorization: `Bearer ${token}` };
    const broadcast = await server.fetch(`${server.url}/realtime/v1/api/broadcast`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ messages: [] }),
    });
    expect(broadcast.status).toBe(401);
    const client = getClient(server);
    await client.realtime.setAuth(token);
    const { statuses } = subscribe(client.channel('anything'));
    const { message } = await statuses.until(({ status }) => status === 'CHANNEL_ERROR');
    expect(message).toContain("Unauthorized: You've been signed out. Sign in again.");
    await Promise.all([here, client].map((item) => item.removeAllChannels()));
  });

  test("receives nothing on joined channels, while the customer's other sessions continue", async () => {
    const { here, there } = await twoBrowsers('ending@example.com');
    const problems = new Inbox<{ message: string }>();
    const channel = there.channel('notes').on('system', {}, problems.put);
    const [removed, kept] = [subscribe(channel), subscribe(here.channel('notes'))];
    await Promise.all([removed, kept].map(({ statuses }) => statuses.until(isSubscribed)));
    await here.auth.signOut({ scope: 'others' });
    await removed.statuses.until(({ status }) => status === 'CLOSED');
    expect(problems.all).toMatchObject([{ status: 'error', message: 'The session has ended' }]);
    expect(await kept.channel.httpSend('still here', {})).toEqual({ success: true });
    expect(kept.statuses.all.every(isSubscribed)).toBe(true);
    await Promise.all([here, there].map((entry) => entry.removeAllChannels()));
  });
});

test('is treated alike by requests and channels in projects that accept unexpired tokens', async () => {
  const lenient = await startTestServer({ listen: true, config: { api: { pre_request: '' } } });
  const [here, there] = [getClient(lenient), getClient(lenient)];
  const login = { email: 'lenient@example.com', password: PASSWORD };
  await here.auth.signUp(login);
  const token = (await there.auth.signInWithPassword(login)).data.session?.access_token ?? '';
  const client = getClient(lenient, { global: { headers: { Authorization: `Bearer ${token}` } } });
  await client.realtime.setAuth(token);
  const before = subscribe(client.channel('before'));
  await before.statuses.until(isSubscribed);
  await here.auth.signOut({ scope: 'others' });
  expect((await client.from('accounts').select()).error).toBeNull();
  const after = subscribe(client.channel('after'));
  await after.statuses.until(isSubscribed);
  await setTimeout(2_500);
  expect([...before.statuses.all, ...after.statuses.all].every(isSubscribed)).toBe(true);
  await Promise.all([here, there, client].map((value) => value.removeAllChannels()));
  await lenient.close();
});
