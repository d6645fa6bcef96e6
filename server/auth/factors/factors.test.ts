import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestServer } from '../../testing/server.ts';
import {
  getAccessToken,
  getRefreshToken,
  newCustomer,
  PASSWORD,
  send,
  signedInAgain,
  startAuthServer,
} from '../testing/customers.ts';
import { enrollApp, getCode, newCustomerWithApp } from '../testing/factors.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startAuthServer();
});
afterAll(() => server.close());

async function getLevel(client: SupabaseClient) {
  const { data } = await client.auth.mfa.getAuthenticatorAssuranceLevel();
  return [data?.currentLevel, data?.nextLevel];
}

const getMethods = async (client: SupabaseClient) =>
  (await client.auth.mfa.getAuthenticatorAssuranceLevel()).data?.currentAuthenticationMethods.map((entry) =>
    typeof entry === 'string' ? entry : entry.method,
  );

const refresh = (token: string) =>
  send(server, 'POST', '/token?grant_type=refresh_token', { refresh_token: token });

describe('an authenticator app', () => {
  test('a customer enrolls one, proves it, and the session is worth more', async () => {
    const { client } = await newCustomer(server);
    expect(await getLevel(client)).toEqual(['aal1', 'aal1']);
    const enrolled = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'My phone' });
    expect(enrolled.error).toBeNull();
    expect(enrolled.data).toMatchObject({ type: 'totp', friendly_name: 'My phone' });
    expect(enrolled.data?.totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg/);
    expect(enrolled.data?.totp.uri).toContain(`secret=${enrolled.data?.totp.secret}`);
    const { id = '', totp } = enrolled.data ?? {};
    const before = (await client.auth.getUser()).data.user?.factors;
    expect(before).toMatchObject([
      { id, status: 'unverified', factor_type: 'totp', friendly_name: 'My phone' },
    ]);

    const code = getCode(totp?.secret ?? '');
    const { data, error } = await client.auth.mfa.challengeAndVerify({ factorId: id, code });
    expect(error).toBeNull();
    expect(data).toMatchObject({
      token_type: 'bearer',
      expires_in: 3600,
      user: { factors: [{ status: 'verified' }] },
    });
    expect(await getLevel(client)).toEqual(['aal2', 'aal2']);
    expect(await getMethods(client)).toEqual(['totp', 'password']);
    const listed = (await client.auth.mfa.listFactors()).data;
    expect(listed?.totp.map((factor) => factor.id)).toEqual([id]);
    expect(listed?.all).toHaveLength(1);
  });

  test('the proof stays with the session: same id, and refreshed tokens keep it', async () => {
    const { client } = await newCustomer(server);
    const getSession = async () => (await client.auth.getClaims()).data?.claims.session_id;
    const before = await getSession();
    await enrollApp(client);
    expect(await getSession()).toBe(before);
    expect((await client.auth.refreshSession()).error).toBeNull();
    expect(await getSession()).toBe(before);
    expect(await getLevel(client)).toEqual(['aal2', 'aal2']);
    expect(await getMethods(client)).toEqual(['totp', 'password']);
  });

  test('the next sign-in is asked for a code', async () => {
    const { email, factorId, code } = await newCustomerWithApp(server);
    const client = await signedInAgain(server, email);
    expect(await getLevel(client)).toEqual(['aal1', 'aal2']);
    expect((await client.auth.mfa.challengeAndVerify({ factorId, code: code(1) })).error).toBeNull();
    expect(await getLevel(client)).toEqual(['aal2', 'aal2']);
  });

  test('a refresh token from before the proof never gets what was proven after it', async () => {
    const { client } = await newCustomer(server);
    const before = await getRefreshToken(client);
    await enrollApp(client);
    const answer = await refresh(before);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ error_code: 'refresh_token_already_used' });
  });

  test('proving a factor ends the other sessions that have not', async () => {
    const { client, email } = await newCustomer(server);
    const other = await signedInAgain(server, email);
    await enrollApp(client);
    expect((await other.auth.getUser()).error).toMatchObject({ name: 'AuthSessionMissingError' });
    expect((await client.auth.getUser()).error).toBeNull();
  });

  test('two devices that have both proven it stay signed in', async () => {
    const { client, email, factorId, code } = await newCustomerWithApp(server);
    const other = await signedInAgain(server, email);
    await other.auth.mfa.challengeAndVerify({ factorId, code: code(1) });
    expect((await client.auth.getUser()).error).toBeNull();
    expect((await other.auth.getUser()).error).toBeNull();
  });

  test('a code works once, also for an older one after it', async () => {
    const { client, factorId, code } = await newCustomerWithApp(server);
    for (const steps of [0, -1]) {
      const again = await client.auth.mfa.challengeAndVerify({ factorId, code: code(steps) });
      expect(again.error).toMatchObject({ status: 422, code: 'mfa_verification_failed' });
    }
    expect((await client.auth.mfa.challengeAndVerify({ factorId, code: code(1) })).error).toBeNull();
  });

  test('of two answers with the same code at the same moment one is accepted', async () => {
    const { email, factorId, code } = await newCustomerWithApp(server);
    const clients = await Promise.all([signedInAgain(server, email), signedInAgain(server, email)]);
    const answers = await Promise.all(
      clients.map((client) => client.auth.mfa.challengeAndVerify({ factorId, code: code(1) })),
    );
    expect(answers.filter(({ error }) => error === null)).toHaveLength(1);
  });
});

describe('giving a factor up', () => {
  test('a customer who has proven it removes it, and the session falls back', async () => {
    const { client, factorId } = await newCustomerWithApp(server);
    const { data, error } = await client.auth.mfa.unenroll({ factorId });
    expect(error).toBeNull();
    expect(data).toEqual({ id: factorId });
    expect((await client.auth.getUser()).data.user?.factors).toBeUndefined();
    await client.auth.refreshSession();
    expect(await getLevel(client)).toEqual(['aal1', 'aal1']);
    expect(await getMethods(client)).toEqual(['password']);
  });

  test('who only knows the password cannot remove a verified one', async () => {
    const { email, factorId } = await newCustomerWithApp(server);
    const intruder = await signedInAgain(server, email);
    const { error } = await intruder.auth.mfa.unenroll({ factorId });
    expect(error).toMatchObject({ status: 422, code: 'insufficient_aal' });
  });

  test('one that was never proven can be removed at any time', async () => {
    const { client } = await newCustomer(server);
    const { data } = await client.auth.mfa.enroll({ factorType: 'totp' });
    expect((await client.auth.mfa.unenroll({ factorId: data?.id ?? '' })).error).toBeNull();
  });

  test("a stranger's factor cannot be seen, asked, answered or removed", async () => {
    const alice = await newCustomerWithApp(server);
    const { client } = await newCustomerWithApp(server);
    const { factorId } = alice;
    const code = alice.code(1);
    const notFound = { status: 404, code: 'mfa_factor_not_found' };
    expect((await client.auth.mfa.challenge({ factorId })).error).toMatchObject(notFound);
    expect((await client.auth.mfa.unenroll({ factorId })).error).toMatchObject(notFound);
    const { data } = await alice.client.auth.mfa.challenge({ factorId });
    const stolen = await client.auth.mfa.verify({ factorId, challengeId: data?.id ?? '', code });
    expect(stolen.error).toMatchObject(notFound);
    expect((await client.auth.mfa.listFactors()).data?.all.map(({ id }) => id)).not.toContain(factorId);
  });
});

describe('what a password alone may not do once a factor is verified', () => {
  test.each([
    ['change the password', { password: 'a rather different one' }],
    ['change the email address', { email: 'other@example.com' }],
  ])('it may not %s', async (_, changes) => {
    const { client, email } = await newCustomerWithApp(server);
    const intruder = await signedInAgain(server, email);
    const refused = await intruder.auth.updateUser(changes);
    expect(refused.error).toMatchObject({ status: 401, code: 'insufficient_aal' });
    expect((await client.auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
  });

  test('it may change other data, and the proven session anything', async () => {
    const { client, email } = await newCustomerWithApp(server);
    const atPassword = await signedInAgain(server, email);
    expect((await atPassword.auth.updateUser({ data: { theme: 'dark' } })).error).toBeNull();
    expect((await client.auth.updateUser({ password: 'a rather different one' })).error).toBeNull();
  });

  test('it may not enroll another factor', async () => {
    const { client, email } = await newCustomerWithApp(server);
    const intruder = await signedInAgain(server, email);
    const wanted = { factorType: 'totp', friendlyName: 'Second' } as const;
    const refused = await intruder.auth.mfa.enroll(wanted);
    expect(refused.error).toMatchObject({ status: 403, code: 'insufficient_aal' });
    expect((await client.auth.mfa.enroll(wanted)).error).toBeNull();
  });

  test('an access token does not outlive the proof it speaks of', async () => {
    const { client, factorId } = await newCustomerWithApp(server);
    await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Second' });
    const proven = await getAccessToken(client);
    await server.context.database.owner`
      update auth.sessions set aal = 'aal1' where factor_id = ${factorId}`;
    const headers = { Authorization: `Bearer ${proven}` };
    const answer = await send(server, 'DELETE', `/factors/${factorId}`, undefined, headers);
    expect(await answer.json()).toMatchObject({ error_code: 'insufficient_aal' });
  });
});
