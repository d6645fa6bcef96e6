import { afterAll, beforeAll, expect, it } from 'vitest';
import { getClient, startTestServer, type TestServer } from '../../testing/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const LOGIN = { email: 'ada@sandbank.test', password: 'four plain words here' };

it("a browser that was signed out elsewhere can't access tables or files with its unexpired token", async () => {
  const [here, there] = [getClient(server), getClient(server)];
  await here.auth.signUp(LOGIN);
  await there.auth.signInWithPassword(LOGIN);
  expect((await there.rpc('ensure_customer')).error).toBeNull();
  const { data: sessions } = await here.rpc('my_sessions').throwOnError();
  const other = sessions.find(({ is_current }: { is_current: boolean }) => !is_current);
  await here.rpc('end_session', { session_id: other.id }).throwOnError();

  expect((await there.rpc('simulated_now')).error).toMatchObject({ code: 'ENDED' });
  expect((await there.from('accounts').select()).error).toMatchObject({ code: 'ENDED' });
  expect((await there.storage.from('avatars').list()).error).toMatchObject({
    statusCode: '403',
    message: "You've been signed out. Sign in again.",
  });
  expect((await there.auth.getUser()).error?.name).toBe('AuthSessionMissingError');
  expect((await here.from('accounts').select()).error).toBeNull();
});

it('a wrong password is recorded for the customer to see', async () => {
  const client = getClient(server);
  await client.auth.signInWithPassword({ ...LOGIN, password: 'another one entirely' });
  await client.auth.signInWithPassword(LOGIN);
  const { data } = await client.rpc('my_security_events').throwOnError();
  expect(data.slice(0, 2).map(({ action }: { action: string }) => action)).toEqual(['login', 'login_failed']);
});
