import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestServer } from '../../testing/server.ts';
import {
  getAccessToken,
  getRefreshToken,
  newCustomer,
  send,
  signedInAgain,
  startAuthServer,
} from '../testing/customers.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startAuthServer();
});
afterAll(() => server.close());

type Answer = { refresh_token: string; error_code?: string };

async function refresh(token: string) {
  const answer = await send(server, 'POST', '/token?grant_type=refresh_token', { refresh_token: token });
  return { status: answer.status, body: (await answer.json()) as Answer };
}

/** Makes a customer's sessions older than the reuse interval. */
const letTimePass = (userId: string) =>
  server.context.database.owner`
    update auth.sessions set refreshed_at = refreshed_at - interval '11 seconds' where user_id = ${userId}`;

describe('refreshing a session', () => {
  test('returns new tokens of the same session', async () => {
    const { client, email } = await newCustomer(server);
    const before = (await client.auth.getSession()).data.session;
    const { data, error } = await client.auth.refreshSession();
    expect(error).toBeNull();
    expect(data.session?.refresh_token).not.toBe(before?.refresh_token);
    expect(data.user?.email).toBe(email);
    const claims = (await client.auth.getClaims(before?.access_token)).data?.claims;
    expect((await client.auth.getClaims()).data?.claims.session_id).toBe(claims?.session_id);
  });

  test('succeeds in two parallel tabs, which end on the same token', async () => {
    const { client } = await newCustomer(server);
    const token = await getRefreshToken(client);
    const answers = await Promise.all(Array.from({ length: 8 }, () => refresh(token)));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    const tokens = new Set(answers.map(({ body }) => body.refresh_token));
    expect(tokens.size).toBe(1);
    expect(tokens.has(token)).toBe(false);
  });

  test('repeats the active token for a client that lost the response', async () => {
    const { client, id } = await newCustomer(server);
    const token = await getRefreshToken(client);
    const { refresh_token: active } = (await refresh(token)).body;
    await letTimePass(id);
    expect((await refresh(token)).body).toMatchObject({ refresh_token: active });
  });

  test('repeats the active token for an older one within ten seconds, and ends the session later', async () => {
    const { client, id } = await newCustomer(server);
    const first = await getRefreshToken(client);
    const second = (await refresh(first)).body.refresh_token;
    const third = (await refresh(second)).body.refresh_token;
    expect((await refresh(first)).body.refresh_token).toBe(third);

    await letTimePass(id);
    const stolen = await refresh(first);
    expect(stolen.status).toBe(400);
    expect(stolen.body).toMatchObject({
      error_code: 'refresh_token_already_used',
      msg: 'Invalid Refresh Token: Already Used',
    });
    expect((await refresh(third)).body).toMatchObject({ error_code: 'refresh_token_not_found' });
    expect((await client.auth.getUser()).error).toMatchObject({ name: 'AuthSessionMissingError' });
  });

  test('is refused for a changed token or a missing session', async () => {
    const { client } = await newCustomer(server);
    const token = await getRefreshToken(client);
    const tampered = `${token[0] === 'A' ? 'B' : 'A'}${token.slice(1)}`;
    for (const malformed of [tampered, 'short', 'x'.repeat(5000), '../../etc/passwd']) {
      expect((await refresh(malformed)).body).toMatchObject({
        error_code: 'validation_failed',
        msg: 'Refresh token is not valid',
      });
    }
    expect((await refresh('abcdef123456')).body).toMatchObject({
      error_code: 'refresh_token_not_found',
      msg: 'Invalid Refresh Token: Refresh Token Not Found',
    });
    expect((await refresh('')).body).toEqual({
      error: 'invalid_request',
      error_description: 'refresh_token required',
    });
  });

  test('stores no refresh token in plain text', async () => {
    const { client } = await newCustomer(server);
    const token = await getRefreshToken(client);
    const rows = await server.context.database.owner`select to_json(s)::text as row from auth.sessions s`;
    expect(rows.some(({ row }) => row.includes(token) || row.includes(token.slice(-20)))).toBe(false);
  });

  test('waits for a locked session and reports a timeout', async () => {
    const { client, id } = await newCustomer(server);
    const token = await getRefreshToken(client);
    const answer = await server.context.database.owner.begin(async (sql) => {
      await sql`select from auth.sessions where user_id = ${id} for update`;
      return refresh(token);
    });
    expect(answer.status).toBe(409);
    expect(answer.body).toMatchObject({ error_code: 'conflict' });
  });
});

describe('signing out', () => {
  test('globally ends the session on every device', async () => {
    const { client, email } = await newCustomer(server);
    const other = await signedInAgain(server, email);
    const token = await getRefreshToken(other);
    expect((await client.auth.signOut()).error).toBeNull();
    expect((await other.auth.getUser()).error).toMatchObject({ name: 'AuthSessionMissingError' });
    expect((await refresh(token)).body).toMatchObject({ error_code: 'refresh_token_not_found' });
  });

  test('locally ends only this session, whose token is invalid immediately', async () => {
    const { client, email } = await newCustomer(server);
    const other = await signedInAgain(server, email);
    const token = await getAccessToken(client);
    expect((await client.auth.signOut({ scope: 'local' })).error).toBeNull();
    expect((await other.auth.getUser()).error).toBeNull();
    const answer = await send(server, 'GET', '/user', undefined, { Authorization: `Bearer ${token}` });
    expect(answer.status).toBe(403);
    expect(await answer.json()).toMatchObject({
      error_code: 'session_not_found',
      msg: 'Session from session_id claim in JWT does not exist',
    });
  });

  test('of others keeps only this device signed in', async () => {
    const { client, email } = await newCustomer(server);
    const other = await signedInAgain(server, email);
    expect((await client.auth.signOut({ scope: 'others' })).error).toBeNull();
    expect((await client.auth.getUser()).error).toBeNull();
    expect((await other.auth.getUser()).error).toMatchObject({ name: 'AuthSessionMissingError' });
  });

  test('returns 204 without a body and refuses an unknown scope', async () => {
    const { client } = await newCustomer(server);
    const headers = { Authorization: `Bearer ${await getAccessToken(client)}` };
    const odd = await send(server, 'POST', '/logout?scope=galaxy', undefined, headers);
    expect(await odd.json()).toMatchObject({
      error_code: 'validation_failed',
      msg: 'Unsupported logout scope "galaxy"',
    });
    const answer = await send(server, 'POST', '/logout', undefined, headers);
    expect(answer.status).toBe(204);
    expect(await answer.text()).toBe('');
  });

  test("can't end another customer's sessions", async () => {
    const alice = await newCustomer(server);
    const bob = await newCustomer(server);
    await bob.client.auth.signOut({ scope: 'global' });
    expect((await alice.client.auth.getUser()).data.user?.id).toBe(alice.id);
  });
});

describe('invalid tokens', () => {
  test.each([
    ['no token', {}, 401, 'no_authorization', 'This endpoint requires a valid Bearer token'],
    ['a broken token', { Authorization: 'Bearer a.b.c' }, 403, 'bad_jwt', /^invalid JWT/],
  ])('%s is refused', async (_, headers, status, code, message) => {
    const answer = await send(server, 'GET', '/user', undefined, headers as Record<string, string>);
    expect(answer.status).toBe(status);
    expect(answer.headers.get('x-sb-error-code')).toBe(code);
    expect(await answer.json()).toMatchObject({
      code: status,
      error_code: code,
      msg: typeof message === 'string' ? message : expect.stringMatching(message),
    });
  });

  test('the public key and foreign keys identify nobody', async () => {
    const { keys } = server.context;
    const asks = async (token: string) =>
      (await send(server, 'GET', '/user', undefined, { Authorization: `Bearer ${token}` })).json();
    expect(await asks(server.anonKey)).toMatchObject({ msg: 'invalid claim: missing sub claim' });
    const odd = await keys.sign({ role: 'authenticated', sub: 'not-a-uuid' }, 60);
    expect(await asks(odd)).toMatchObject({ code: 400, error_code: 'bad_jwt' });
    const sub = '00000000-0000-4000-8000-000000000000';
    const unknown = await keys.sign({ role: 'authenticated', sub }, 60);
    expect(await asks(unknown)).toMatchObject({ error_code: 'user_not_found' });
    const expired = await keys.sign({ role: 'authenticated', sub, exp: 1 }, 60);
    expect(await asks(expired)).toMatchObject({ error_code: 'bad_jwt' });
  });

  test('valid claims without a live session neither read nor change the account', async () => {
    const { client, id, email } = await newCustomer(server);
    const stranger = await newCustomer(server);
    const { session_id: own, ...claims } = decodeJwt(await getAccessToken(client));
    const { session_id: strange } = decodeJwt(await getAccessToken(stranger.client));
    expect(own).toEqual(expect.any(String));
    for (const session of [{}, { session_id: '' }, { session_id: 'none' }, { session_id: strange }]) {
      const token = await server.context.keys.sign({ ...claims, sub: id, ...session }, 60);
      const headers = { Authorization: `Bearer ${token}` };
      const read = await send(server, 'GET', '/user', undefined, headers);
      expect([read.status, (await read.json()).error_code]).toEqual([403, 'session_not_found']);
      const changed = await send(server, 'PUT', '/user', { password: 'taken over by somebody' }, headers);
      expect([changed.status, (await changed.json()).error_code]).toEqual([403, 'session_not_found']);
    }
    await signedInAgain(server, email);
  });
});
