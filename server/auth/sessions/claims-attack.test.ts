import { decodeJwt } from 'jose';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { TestServer } from '../../testing/server.ts';
import {
  getAccessToken,
  getRefreshToken,
  mailFor,
  newAddress,
  newCustomer,
  PASSWORD,
  send,
  startAuthServer,
} from '../testing/customers.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startAuthServer();
});
afterAll(() => server.close());

/** Claims that customers must not be able to set, under every name that the API uses. */
const FORGED = {
  ...{ id: '00000000-0000-4000-8000-000000000001', sub: '00000000-0000-4000-8000-000000000001' },
  ...{ user_id: '00000000-0000-4000-8000-000000000001', session_id: '00000000-0000-4000-8000-000000000002' },
  ...{ role: 'service_role', aud: 'admin', aal: 'aal2', amr: [{ method: 'totp' }], is_super_admin: true },
  ...{ raw_app_meta_data: { role: 'admin' }, is_anonymous: true, is_sso_user: true, balance: 1_000_000 },
  ...{ email_confirmed_at: '2020-01-01', confirmed_at: '2020-01-01', banned_until: '2999-01-01' },
  ...{ encrypted_password: 'x', created_at: '2020-01-01', user_metadata: { role: 'service_role' } },
};
const PLAIN = { role: 'authenticated', aud: 'authenticated', aal: 'aal1', is_anonymous: false };

test('no input at sign-up, sign-in, refresh, or update grants more rights', async () => {
  const login = { email: newAddress(), password: PASSWORD };
  const forged = { ...FORGED, app_metadata: { role: 'admin' }, data: { role: 'service_role', aal: 'aal2' } };
  const bodies = [
    await (await send(server, 'POST', '/signup', { ...login, ...forged })).json(),
    await (await send(server, 'POST', '/token?grant_type=password', { ...login, ...forged })).json(),
  ];
  const { refresh_token } = bodies[1];
  bodies.push(
    await (
      await send(server, 'POST', '/token?grant_type=refresh_token', { ...forged, refresh_token })
    ).json(),
  );
  const [{ access_token: token, user }] = bodies;
  const headers = { Authorization: `Bearer ${token}` };
  const { id: _, ...changes } = FORGED;
  expect((await send(server, 'PUT', '/user', { ...changes, id: FORGED.id }, headers)).status).toBe(200);
  for (const body of bodies) {
    const claims = decodeJwt(body.access_token);
    expect(claims).toMatchObject({ ...PLAIN, sub: user.id, app_metadata: { provider: 'email' } });
    expect(claims.session_id).not.toBe(FORGED.session_id);
    expect(user.id).not.toBe(FORGED.id);
  }
  const [row] = await server.context.database.owner`
    select role, aud, is_super_admin, is_anonymous, is_sso_user, banned_until, raw_app_meta_data
    from auth.users where id = ${user.id}`;
  expect(row).toMatchObject({
    ...{ role: 'authenticated', aud: 'authenticated', is_anonymous: false, is_sso_user: false },
    ...{ banned_until: null, raw_app_meta_data: { provider: 'email', providers: ['email'] } },
  });
  expect(row?.is_super_admin).not.toBe(true);
});

test('each sign-in starts a new session, whatever session the request has', async () => {
  const { client, email } = await newCustomer(server);
  const before = await getAccessToken(client);
  const headers = { Authorization: `Bearer ${before}` };
  const body = { email, password: PASSWORD, refresh_token: await getRefreshToken(client) };
  const answer = await (await send(server, 'POST', '/token?grant_type=password', body, headers)).json();
  expect(decodeJwt(answer.access_token).session_id).not.toBe(decodeJwt(before).session_id);
  expect(answer.refresh_token).not.toBe(body.refresh_token);
});

test("an email's link leads to this bank, whatever host the request names", async () => {
  const { email } = await newCustomer(server);
  const elsewhere = {
    ...{ Host: 'evil.example', 'X-Forwarded-Host': 'evil.example', 'X-Original-Host': 'evil.example' },
    ...{
      'X-Forwarded-Proto': 'evil',
      'X-Forwarded-Prefix': '/evil',
      Forwarded: 'host=evil.example;proto=https',
    },
    ...{
      Referer: 'https://evil.example/',
      Origin: 'https://evil.example',
      redirect_to: 'https://evil.example/',
    },
  };
  const requested = new Request('http://evil.example/auth/v1/recover?redirect_to=https://evil.example/', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...elsewhere },
    body: JSON.stringify({ email }),
  });
  expect((await server.fetch(requested)).status).toBe(200);
  const { link } = await mailFor(server, email);
  expect(link).toMatch(new RegExp(`^${server.url}/auth/v1/verify\\?`));
  expect(decodeURIComponent(link)).not.toContain('evil');
  const followed = await send(server, 'GET', link.slice(link.indexOf('/verify')), undefined, elsewhere);
  expect(followed.headers.get('Location')).toMatch(new RegExp(`^${server.url}/?#`));
});

test('cookies neither sign in nor are set by any response', async () => {
  const { client } = await newCustomer(server);
  const token = await getAccessToken(client);
  const headers = { Cookie: `sb-access-token=${token}; sb-token=${token}`, Origin: 'https://evil.example' };
  for (const path of [
    '/auth/v1/user',
    '/auth/v1/reauthenticate',
    '/rest/v1/accounts',
    '/functions/v1/start-household',
  ]) {
    const answer = await server.fetch(`${server.url}${path}`, { headers });
    expect(answer.status, path).toBe(401);
    expect(answer.headers.get('Set-Cookie'), path).toBeNull();
    expect(answer.headers.get('Access-Control-Allow-Credentials'), path).toBeNull();
  }
});

test('a token is valid exactly from its start to its end, also when cached', async () => {
  const { keys } = server.context;
  const now = Math.floor(Date.now() / 1000);
  const claims = { role: 'authenticated', sub: '00000000-0000-4000-8000-000000000000' };
  const good = await keys.sign(claims, 60);
  expect(await keys.verify(good)).toMatchObject(claims);
  await expect(keys.verify(await keys.sign({ ...claims, nbf: now + 60 }, 600))).rejects.toThrow();
  await expect(keys.verify(await keys.sign({ ...claims, exp: now - 1 }, 600))).rejects.toThrow('JWT expired');
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 });
  try {
    await expect(keys.verify(good)).rejects.toThrow('JWT expired');
  } finally {
    vi.useRealTimers();
  }
});
