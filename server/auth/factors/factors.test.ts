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
  test('is enrolled and verified by a customer, and the session is upgraded', async () => {
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

  test('upgrades its session only: same id, also after a refresh', async () => {
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

  test('is required at the next sign-in', async () => {
    const { email, factorId, code } = await newCustomerWithApp(server);
    const client = await signedInAgain(server, email);
    expect(await getLevel(client)).toEqual(['aal1', 'aal2']);
    expect((await client.auth.mfa.challengeAndVerify({ factorId, code: code(1) })).error).toBeNull();
    expect(await getLevel(client)).toEqual(['aal2', 'aal2']);
  });

  test("doesn't upgrade refresh tokens from before the verification", async () => {
    const { client } = await newCustomer(server);
    const before = await getRefreshToken(client);
    await enrollApp(client);
    const answer = await refresh(before);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ error_code: 'refresh_token_already_used' });
  });

  test('ends other unverified sessions when it is verified', async () => {
    const { client, email } = await newCustomer(server);
    const other = await signedInAgain(server, email);
    await enrollApp(client);
    expect((await other.auth.getUser()).error).toMatchObject({ name: 'AuthSessionMissingError' });
    expect((await client.auth.getUser()).error).toBeNull();
  });

  test('keeps two verified devices signed in', async () => {
    const { client, email, factorId, code } = await newCustomerWithApp(server);
    const other = await signedInAgain(server, email);
    await other.auth.mfa.challengeAndVerify({ factorId, code: code(1) });
    expect((await client.auth.getUser()).error).toBeNull();
    expect((await other.auth.getUser()).error).toBeNull();
  });

  test('accepts a code once, and no older code after it', async () => {
    const { client, factorId, code } = await newCustomerWithApp(server);
    for (const steps of [0, -1]) {
      const repeated = await client.auth.mfa.challengeAndVerify({ factorId, code: code(steps) });
      expect(repeated.error).toMatchObject({ status: 422, code: 'mfa_verification_failed' });
    }
    expect((await client.auth.mfa.challengeAndVerify({ factorId, code: code(1) })).error).toBeNull();
  });

  test('accepts one of two parallel responses with the same code', async () => {
    const { email, factorId, code } = await newCustomerWithApp(server);
    const clients = await Promise.all([signedInAgain(server, email), signedInAgain(server, email)]);
    const answers = await Promise.all(
      clients.map((client) => client.auth.mfa.challengeAndVerify({ factorId, code: code(1) })),
    );
    expect(answers.filter(({ error }) => error === null)).toHaveLength(1);
  });
});

describe('removing a factor', () => {
  test('is possible for a verified session, which is downgraded', async () => {
    const { client, factorId } = await newCustomerWithApp(server);
    const { data, error } = await client.auth.mfa.unenroll({ factorId });
    expect(error).toBeNull();
    expect(data).toEqual({ id: factorId });
    expect((await client.auth.getUser()).data.user?.factors).toBeUndefined();
    await client.auth.refreshSession();
    expect(await getLevel(client)).toEqual(['aal1', 'aal1']);
    expect(await getMethods(client)).toEqual(['password']);
  });

  test('is refused with the password alone', async () => {
    const { email, factorId } = await newCustomerWithApp(server);
    const intruder = await signedInAgain(server, email);
    const { error } = await intruder.auth.mfa.unenroll({ factorId });
    expect(error).toMatchObject({ status: 422, code: 'insufficient_aal' });
  });

  test('is possible at any time before it was verified', async () => {
    const { client } = await newCustomer(server);
    const { data } = await client.auth.mfa.enroll({ factorType: 'totp' });
    expect((await client.auth.mfa.unenroll({ factorId: data?.id ?? '' })).error).toBeNull();
  });

  test("is refused for another customer's factor, which can't be seen, challenged, or verified either", async () => {
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

describe('with a password alone and a verified factor, a session', () => {
  test.each([
    ['change the password', { password: 'a rather different one' }],
    ['change the email address', { email: 'other@example.com' }],
  ])('cannot %s', async (_, changes) => {
    const { client, email } = await newCustomerWithApp(server);
    const intruder = await signedInAgain(server, email);
    const refused = await intruder.auth.updateUser(changes);
    expect(refused.error).toMatchObject({ status: 401, code: 'insufficient_aal' });
    expect((await client.auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
  });

  test('can change other data, and anything once verified', async () => {
    const { client, email } = await newCustomerWithApp(server);
    const atPassword = await signedInAgain(server, email);
    expect((await atPassword.auth.updateUser({ data: { theme: 'dark' } })).error).toBeNull();
    expect((await client.auth.updateUser({ password: 'a rather different one' })).error).toBeNull();
  });

  test('cannot enroll another factor', async () => {
    const { client, email } = await newCustomerWithApp(server);
    const intruder = await signedInAgain(server, email);
    const requested = { factorType: 'totp', friendlyName: 'Second' } as const;
    const refused = await intruder.auth.mfa.enroll(requested);
    expect(refused.error).toMatchObject({ status: 403, code: 'insufficient_aal' });
    expect((await client.auth.mfa.enroll(requested)).error).toBeNull();
  });

  test('has no access token that outlives its verification', async () => {
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
