import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getClient, startTestServer, type TestServer } from '../../testing/server.ts';
import { getAccessToken, newCustomer, send, startAuthServer } from '../testing/customers.ts';
import { getCode, newCustomerWithApp } from '../testing/factors.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startAuthServer();
});
afterAll(() => server.close());

async function sends(client: SupabaseClient, method: string, path: string, body: unknown = {}) {
  const headers = { Authorization: `Bearer ${await getAccessToken(client)}` };
  const answer = await send(server, method, path, body, headers);
  return { status: answer.status, body: await answer.json() };
}

/** Signs up a customer with an unverified authenticator app. */
async function newCustomerWithUnprovenApp() {
  const { client } = await newCustomer(server);
  const { data, error } = await client.auth.mfa.enroll({ factorType: 'totp' });
  if (error) throw error;
  return { client, factorId: data.id, secret: data.totp.secret };
}

const age = (table: 'mfa_factors' | 'mfa_challenges', id: string) => {
  const { owner } = server.context.database;
  return owner`update ${owner(`auth.${table}`)} set created_at = created_at - interval '301 seconds' where id = ${id}`;
};

describe('enrolling a factor', () => {
  test("requires a token of a customer who isn't anonymous", async () => {
    expect((await send(server, 'POST', '/factors', { factor_type: 'totp' })).status).toBe(401);
    const visitor = getClient(server);
    await visitor.auth.signInAnonymously();
    const { error } = await visitor.auth.mfa.enroll({ factorType: 'totp' });
    expect(error).toMatchObject({ status: 403, code: 'no_authorization' });
  });

  test.each([
    [{}, 'validation_failed', 'factor_type needs to be totp, phone, or webauthn'],
    [{ factor_type: 'fax' }, 'validation_failed', 'factor_type needs to be totp, phone, or webauthn'],
    [{ factor_type: 7 }, 'bad_json', expect.stringContaining('factor_type')],
    [{ factor_type: 'totp', friendly_name: 'x'.repeat(121) }, 'validation_failed', expect.any(String)],
    [{ factor_type: 'totp', issuer: '💶'.repeat(30) }, 'validation_failed', 'issuer is too long'],
  ])('%j is refused', async (body, code, message) => {
    const { client } = await newCustomer(server);
    const answer = await sends(client, 'POST', '/factors', body);
    expect(answer).toMatchObject({ status: 400, body: { error_code: code, msg: message } });
  });

  test('requires different names, and an empty name counts as one', async () => {
    const { client } = await newCustomerWithUnprovenApp();
    const conflict = { status: 422, code: 'mfa_factor_name_conflict' };
    expect((await client.auth.mfa.enroll({ factorType: 'totp' })).error).toMatchObject(conflict);
    const named = { factorType: 'totp', friendlyName: 'Phone' } as const;
    expect((await client.auth.mfa.enroll(named)).error).toBeNull();
    expect((await client.auth.mfa.enroll(named)).error).toMatchObject({
      ...conflict,
      message: 'A factor with the friendly name "Phone" for this user already exists',
    });
    const other = await newCustomer(server);
    expect((await other.client.auth.mfa.enroll(named)).error).toBeNull();
  });

  test('is limited to ten factors, also in parallel', async () => {
    const { client } = await newCustomer(server);
    const answers = await Promise.all(
      Array.from({ length: 14 }, (_, index) =>
        client.auth.mfa.enroll({ factorType: 'totp', friendlyName: `App ${index}` }),
      ),
    );
    const refused = answers.filter(({ error }) => error !== null);
    expect(refused).toHaveLength(4);
    for (const { error } of refused)
      expect(error).toMatchObject({ status: 422, code: 'too_many_enrolled_mfa_factors' });
  });

  test('expires after five minutes without verification', async () => {
    const { client, factorId, secret } = await newCustomerWithUnprovenApp();
    await age('mfa_factors', factorId);
    const late = await client.auth.mfa.challengeAndVerify({ factorId, code: getCode(secret) });
    expect(late.error).toMatchObject({ status: 404, code: 'mfa_factor_not_found' });
    expect((await client.auth.mfa.enroll({ factorType: 'totp' })).error).toBeNull();
    expect((await client.auth.mfa.listFactors()).data?.all).toHaveLength(1);
  });

  test('is discarded for other pending apps once one is verified', async () => {
    const { client, factorId, secret } = await newCustomerWithUnprovenApp();
    await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Abandoned' });
    await client.auth.mfa.enroll({ factorType: 'webauthn', friendlyName: 'Key' });
    await client.auth.mfa.challengeAndVerify({ factorId, code: getCode(secret) });
    const { data } = await client.auth.mfa.listFactors();
    expect(data?.all.map((factor) => factor.factor_type)).toEqual(['totp', 'webauthn']);
  });

  test('stores no secret in plain text', async () => {
    const { secret, factorId } = await newCustomerWithUnprovenApp();
    const [row] = await server.context.database.owner`
      select to_json(f)::text as text, f.secret from auth.mfa_factors f where id = ${factorId}`;
    expect(row?.text).not.toContain(secret);
    expect(row?.secret).toMatch(/^v1\.[\w-]{60,}$/);
  });
});

describe('verifying a factor', () => {
  test('refuses a wrong or missing code and an unknown challenge', async () => {
    const { client, factorId, secret } = await newCustomerWithUnprovenApp();
    const { data } = await client.auth.mfa.challenge({ factorId });
    const path = `/factors/${factorId}/verify`;
    const code = getCode(secret);
    const wrong = code === '000000' ? '000001' : '000000';
    const cases = [
      [{ challenge_id: data?.id, code: wrong }, 422, 'mfa_verification_failed', 'Invalid TOTP code entered'],
      [{ challenge_id: data?.id, code: 'abc' }, 422, 'mfa_verification_failed', 'Invalid TOTP code entered'],
      [{ challenge_id: data?.id }, 400, 'validation_failed', 'Code needs to be non-empty'],
      [{ challenge_id: factorId, code }, 422, 'mfa_factor_not_found', expect.any(String)],
      [{ challenge_id: 'x', code }, 422, 'mfa_factor_not_found', expect.any(String)],
      [{ challenge_id: { $ne: 1 }, code }, 400, 'bad_json', expect.any(String)],
    ] as const;
    for (const [body, status, error_code, msg] of cases)
      expect(await sends(client, 'POST', path, body)).toMatchObject({ status, body: { error_code, msg } });
    expect((await sends(client, 'POST', path, { challenge_id: data?.id, code })).status).toBe(200);
  });

  test('accepts a challenge within five minutes, once, from the same client', async () => {
    const { client, factorId, secret } = await newCustomerWithUnprovenApp();
    const answer = async (challengeId: string) =>
      (await client.auth.mfa.verify({ factorId, challengeId, code: getCode(secret) })).error;
    const challenge = async () => (await client.auth.mfa.challenge({ factorId })).data;

    const late = await challenge();
    expect(late?.expires_at).toBeGreaterThan(Date.now() / 1000 + 290);
    expect(late?.expires_at).toBeLessThan(Date.now() / 1000 + 310);
    await age('mfa_challenges', late?.id ?? '');
    expect(await answer(late?.id ?? '')).toMatchObject({ status: 422, code: 'mfa_challenge_expired' });

    const elsewhere = await challenge();
    await server.context.database.owner`
      update auth.mfa_challenges set ip_address = '203.0.113.9' where id = ${elsewhere?.id ?? ''}`;
    expect(await answer(elsewhere?.id ?? '')).toMatchObject({ status: 422, code: 'mfa_ip_address_mismatch' });

    const good = await challenge();
    expect(await answer(good?.id ?? '')).toBeNull();
    expect(await answer(good?.id ?? '')).toMatchObject({ status: 422, code: 'mfa_factor_not_found' });
  });

  test('refuses a challenge of another factor', async () => {
    const { client, factorId, secret } = await newCustomerWithUnprovenApp();
    const other = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Other' });
    const { data } = await client.auth.mfa.challenge({ factorId: other.data?.id ?? '' });
    const { error } = await client.auth.mfa.verify({
      factorId,
      challengeId: data?.id ?? '',
      code: getCode(secret),
    });
    expect(error).toMatchObject({ status: 422, code: 'mfa_factor_not_found' });
  });

  test.each([
    ['POST', '/factors/not-an-id/challenge', 'validation_failed'],
    ['POST', '/factors/00000000-0000-4000-8000-000000000000/challenge', 'mfa_factor_not_found'],
    ['POST', '/factors/00000000-0000-4000-8000-000000000000/verify', 'mfa_factor_not_found'],
    ['DELETE', '/factors/00000000-0000-4000-8000-000000000000', 'mfa_factor_not_found'],
  ])('%s %s is not found', async (method, path, error_code) => {
    const { client } = await newCustomer(server);
    const body = { challenge_id: '00000000-0000-4000-8000-000000000000', code: '123456' };
    expect(await sends(client, method, path, body)).toMatchObject({ status: 404, body: { error_code } });
    expect((await send(server, method, path, body)).status).toBe(401);
  });

  test('ends after twenty tries for that customer and factor only', async () => {
    const { client, factorId, code } = await newCustomerWithApp(server);
    const { data } = await client.auth.mfa.challenge({ factorId });
    const guess = (written: string) =>
      sends(client, 'POST', `/factors/${factorId}/verify`, { challenge_id: data?.id, code: written });
    const guesses = await Promise.all(Array.from({ length: 24 }, () => guess('none')));
    expect(guesses.filter(({ status }) => status === 422)).toHaveLength(20);
    expect(guesses.filter(({ status }) => status === 429)).toHaveLength(4);
    expect(await guess(code(1))).toMatchObject({
      status: 429,
      body: { error_code: 'over_request_rate_limit' },
    });
    const other = await newCustomerWithApp(server);
    const { factorId: id } = other;
    expect(
      (await other.client.auth.mfa.challengeAndVerify({ factorId: id, code: other.code(1) })).error,
    ).toBeNull();
  });

  test('is shared by two processes of one bank', async () => {
    const { client, factorId, code } = await newCustomerWithApp(server);
    const headers = { Authorization: `Bearer ${await getAccessToken(client)}` };
    const beside = await startTestServer({
      beside: server,
      config: { auth: { rate_limit: { token_verifications: 1_000_000 } } },
    });
    try {
      const requested = await send(beside, 'POST', `/factors/${factorId}/challenge`, {}, headers);
      const { id: challenge_id } = await requested.json();
      const guess = (at: TestServer, written: string) =>
        send(at, 'POST', `/factors/${factorId}/verify`, { challenge_id, code: written }, headers);
      const guesses = await Promise.all(
        Array.from({ length: 24 }, (_, index) => guess(index % 2 === 0 ? server : beside, 'none')),
      );
      expect(guesses.filter(({ status }) => status === 422)).toHaveLength(20);
      await server.context.database.owner`delete from platform.rate_limits`;
      expect((await guess(server, code(1))).status).toBe(200);
      const repeated = await client.auth.mfa.challenge({ factorId });
      const replayed = { challenge_id: repeated.data?.id, code: code(1) };
      const answer = await send(beside, 'POST', `/factors/${factorId}/verify`, replayed, headers);
      expect(await answer.json()).toMatchObject({ error_code: 'mfa_verification_failed' });
    } finally {
      await beside.close();
    }
  });

  test("is unaffected by other customers' tries", async () => {
    const { client, factorId, code } = await newCustomerWithApp(server);
    const stranger = await newCustomer(server);
    const body = { challenge_id: factorId, code: 'none' };
    await Promise.all(
      Array.from({ length: 21 }, () => sends(stranger.client, 'POST', `/factors/${factorId}/verify`, body)),
    );
    expect((await client.auth.mfa.challengeAndVerify({ factorId, code: code(1) })).error).toBeNull();
  });
});

describe('a factor type that the operator turned off', () => {
  let strict: TestServer;
  beforeAll(async () => {
    const off = { enroll_enabled: false, verify_enabled: false };
    strict = await startAuthServer({ mfa: { totp: off, web_authn: { ...off, enroll_enabled: true } } });
  });
  afterAll(() => strict.close());

  test('cannot be enrolled', async () => {
    const { client } = await newCustomer(strict);
    const totp = await client.auth.mfa.enroll({ factorType: 'totp' });
    expect(totp.error).toMatchObject({
      status: 422,
      code: 'mfa_totp_enroll_not_enabled',
      message: 'MFA enroll is disabled for TOTP',
    });
    const phone = await client.auth.mfa.enroll({ factorType: 'phone', phone: '+491701234567' });
    expect(phone.error).toMatchObject({
      status: 422,
      code: 'mfa_phone_enroll_not_enabled',
      message: 'MFA enroll is disabled for Phone',
    });
  });

  test('cannot be verified', async () => {
    const { client } = await newCustomer(strict);
    const { data } = await client.auth.mfa.enroll({ factorType: 'webauthn', friendlyName: 'Key' });
    const { error } = await client.auth.mfa.challenge({ factorId: data?.id ?? '' });
    expect(error).toMatchObject({
      status: 422,
      code: 'mfa_webauthn_verify_not_enabled',
      message: 'MFA verification is disabled for WebAuthn',
    });
  });
});
