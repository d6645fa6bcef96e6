import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getClient, type TestServer } from '../../testing/server.ts';
import { type Authenticator, newAuthenticator } from '../testing/authenticator.ts';
import {
  getAccessToken,
  getOperator,
  newAddress,
  PASSWORD,
  send,
  startAuthServer,
} from '../testing/customers.ts';
import { enrollApp } from '../testing/factors.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startAuthServer();
});
afterAll(() => server.close());

const withPasskeys = { experimental: { passkey: true } };
const newClient = (at = server) => getClient(at, { auth: withPasskeys });

async function newCustomer() {
  const client = newClient();
  const email = newAddress();
  const { data, error } = await client.auth.signUp({ email, password: PASSWORD });
  if (error || !data.user) throw error ?? new Error('signing up gave no user');
  return { client, email, id: data.user.id };
}

async function creationAsked(client: SupabaseClient) {
  const { data, error } = await client.auth.passkey.startRegistration();
  if (error) throw error;
  return data;
}

/** Registers a passkey with the device's response to a new challenge. */
async function register(client: SupabaseClient, device: Authenticator) {
  const { challenge_id: challengeId, options } = await creationAsked(client);
  return client.auth.passkey.verifyRegistration({ challengeId, credential: device.create(options) });
}

async function signIn(device: Authenticator, client = newClient()) {
  const { data, error } = await client.auth.passkey.startAuthentication();
  if (error) throw error;
  const { challenge_id: challengeId, options } = data;
  const credential = device.get(options);
  return { client, ...(await client.auth.passkey.verifyAuthentication({ challengeId, credential })) };
}

async function newCustomerWithPasskey(device = newAuthenticator()) {
  const customer = await newCustomer();
  const { data, error } = await register(customer.client, device);
  if (error) throw error;
  return { ...customer, device, passkeyId: data.id };
}

describe('a passkey', () => {
  test('is created by the device for this host and listed with its name', async () => {
    const { client, email } = await newCustomer();
    const requested = await creationAsked(client);
    expect(requested.options).toMatchObject({
      rp: { id: 'sandbank.test' },
      user: { name: email },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [],
    });
    expect(requested.expires_at).toBeGreaterThan(Date.now() / 1000);
    const result = await register(client, newAuthenticator());
    expect(result.error).toBeNull();
    expect(result.data).toEqual({ id: expect.any(String), created_at: expect.stringMatching(/Z$/) });
    const passkeyId = result.data?.id ?? '';
    const named = await client.auth.passkey.update({ passkeyId, friendlyName: 'Laptop' });
    expect(named.data).toMatchObject({ id: passkeyId, friendly_name: 'Laptop' });
    expect((await client.auth.passkey.list()).data).toEqual([named.data]);
  });

  test('signs its owner in without a password, as one factor', async () => {
    const { device, id, client: owner } = await newCustomerWithPasskey();
    const { client, data, error } = await signIn(device);
    expect(error).toBeNull();
    expect(data?.user?.id).toBe(id);
    expect((await client.auth.getUser()).data.user?.id).toBe(id);
    const level = (await client.auth.mfa.getAuthenticatorAssuranceLevel()).data;
    expect(level).toMatchObject({
      currentLevel: 'aal1',
      currentAuthenticationMethods: [{ method: 'passkey' }],
    });
    const listed = (await owner.auth.passkey.list()).data;
    expect(listed).toMatchObject([{ last_used_at: expect.stringMatching(/Z$/) }]);
  });

  test('reveals no account before the sign-in: any passkey may answer', async () => {
    const { data } = await newClient().auth.passkey.startAuthentication();
    expect(data?.options.allowCredentials ?? []).toEqual([]);
    expect(data?.options).toMatchObject({ rpId: 'sandbank.test', userVerification: 'required' });
  });

  test('can be removed, and then signs nobody in', async () => {
    const { client, device, passkeyId } = await newCustomerWithPasskey();
    expect((await client.auth.passkey.delete({ passkeyId })).error).toBeNull();
    expect((await client.auth.passkey.list()).data).toEqual([]);
    expect((await signIn(device)).error).toMatchObject({ status: 400, code: 'webauthn_verification_failed' });
  });

  test('is visible to the operator, who can remove it', async () => {
    const { id, device, passkeyId } = await newCustomerWithPasskey();
    const operator = getClient(server, { key: server.serviceKey, auth: withPasskeys }).auth.admin.passkey;
    expect((await operator.listPasskeys({ userId: id })).data).toMatchObject([{ id: passkeyId }]);
    expect((await operator.deletePasskey({ userId: id, passkeyId })).error).toBeNull();
    expect((await operator.listPasskeys({ userId: id })).data).toEqual([]);
    expect((await signIn(device)).error).not.toBeNull();
  });
});

describe('a sign-in fails for', () => {
  const failed = { status: 400, code: 'webauthn_verification_failed' };

  test('a device that was never registered, even with a known user', async () => {
    const { client } = await newCustomerWithPasskey();
    const stranger = newAuthenticator();
    stranger.create((await creationAsked(client)).options);
    expect((await signIn(stranger)).error).toMatchObject(failed);
  });

  test('a device without user verification', async () => {
    const careless = newAuthenticator({ verifiesUser: false });
    const { client } = await newCustomer();
    expect((await register(client, careless)).error).toMatchObject(failed);
  });

  test('a page of another site', async () => {
    const { client } = await newCustomer();
    const elsewhere = newAuthenticator({ origin: 'http://sandbank.evil', rpId: 'sandbank.test' });
    expect((await register(client, elsewhere)).error).toMatchObject(failed);
  });

  test('a cloned device with a lower counter', async () => {
    const { device } = await newCustomerWithPasskey();
    await signIn(device);
    await signIn(device);
    device.rewind();
    expect((await signIn(device)).error).toMatchObject(failed);
  });

  test('a response that is repeated, late, or for another challenge', async () => {
    const { device } = await newCustomerWithPasskey();
    const { passkey } = newClient().auth;
    const asked = async () => {
      const { data, error } = await passkey.startAuthentication();
      if (error) throw error;
      return { challengeId: data.challenge_id, credential: device.get(data.options) };
    };
    const notFound = { status: 400, code: 'webauthn_challenge_not_found' };
    const answer = await asked();
    expect((await passkey.verifyAuthentication(answer)).error).toBeNull();
    expect((await passkey.verifyAuthentication(answer)).error).toMatchObject(notFound);
    const invented = { ...answer, challengeId: '00000000-0000-0000-0000-000000000000' };
    expect((await passkey.verifyAuthentication(invented)).error).toMatchObject(notFound);
    const late = await asked();
    await server.context.database.owner`
      update auth.webauthn_challenges set expires_at = now() where id = ${late.challengeId}`;
    expect((await passkey.verifyAuthentication(late)).error).toMatchObject({
      code: 'webauthn_challenge_expired',
    });
  });

  test('the passkey of a banned user', async () => {
    const { device, id } = await newCustomerWithPasskey();
    await getOperator(server).auth.admin.updateUserById(id, { ban_duration: '24h' });
    expect((await signIn(device)).error).toMatchObject({ status: 403, code: 'user_banned' });
  });

  test.each([
    [{}, 'validation_failed'],
    [{ challenge_id: 'x' }, 'validation_failed'],
    [{ challenge_id: 'x', credential: {} }, 'webauthn_challenge_not_found'],
    [{ challenge_id: 7, credential: {} }, 'bad_json'],
  ])('%j', async (body, error_code) => {
    const answer = await send(server, 'POST', '/passkeys/authentication/verify', body);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ error_code });
  });
});

describe('registering a passkey', () => {
  test('requires a customer, not a visitor or an anonymous one', async () => {
    expect((await newClient().auth.passkey.startRegistration()).error?.name).toBe('AuthSessionMissingError');
    const visitor = newClient();
    await visitor.auth.signInAnonymously();
    const { error } = await visitor.auth.passkey.startRegistration();
    expect(error).toMatchObject({ status: 403, code: 'no_authorization' });
  });

  test('requires a verified second factor if the customer has one', async () => {
    const { client, email, passkeyId } = await newCustomerWithPasskey();
    await enrollApp(client);
    const atPassword = newClient();
    await atPassword.auth.signInWithPassword({ email, password: PASSWORD });
    const refusal = { status: 403, code: 'insufficient_aal' };
    expect((await atPassword.auth.passkey.startRegistration()).error).toMatchObject(refusal);
    expect((await atPassword.auth.passkey.delete({ passkeyId })).error).toMatchObject(refusal);
    expect((await client.auth.passkey.delete({ passkeyId })).error).toBeNull();
  });

  test('uses a challenge only for its requester', async () => {
    const [alice, bob] = [await newCustomer(), await newCustomer()];
    const { challenge_id: challengeId, options } = await creationAsked(alice.client);
    const credential = newAuthenticator().create(options);
    const { error } = await bob.client.auth.passkey.verifyRegistration({ challengeId, credential });
    expect(error).toMatchObject({ code: 'webauthn_challenge_not_found' });
  });

  test('accepts no device twice and at most ten of them', async () => {
    const { client, device } = await newCustomerWithPasskey();
    const second = await register(client, device);
    expect(second.error).toMatchObject({ status: 422, code: 'webauthn_credential_exists' });
    const other = await newCustomer();
    expect((await register(other.client, device)).error).toMatchObject({
      code: 'webauthn_credential_exists',
    });
    const pending = [];
    for (let count = 0; count < 12; count++) pending.push(await creationAsked(client));
    const created = await Promise.all(
      pending.map(({ challenge_id: challengeId, options }) =>
        client.auth.passkey.verifyRegistration({
          challengeId,
          credential: newAuthenticator().create(options),
        }),
      ),
    );
    const refused = created.filter(({ error }) => error !== null);
    expect(refused).toHaveLength(3);
    expect(refused[0]?.error).toMatchObject({ status: 422, code: 'too_many_passkeys' });
    const full = await client.auth.passkey.startRegistration();
    expect(full.error).toMatchObject({ status: 422, code: 'too_many_passkeys' });
  });

  test("protects other customers' passkeys, and reports missing ones", async () => {
    const { passkeyId } = await newCustomerWithPasskey();
    const { client } = await newCustomer();
    for (const id of [passkeyId, '00000000-0000-0000-0000-000000000000']) {
      const renamed = await client.auth.passkey.update({ passkeyId: id, friendlyName: 'Mine' });
      expect(renamed.error).toMatchObject({ status: 404 });
      expect((await client.auth.passkey.delete({ passkeyId: id })).error).toMatchObject({ status: 404 });
    }
    const headers = { Authorization: `Bearer ${await getAccessToken(client)}` };
    const odd = await send(server, 'DELETE', '/passkeys/x', undefined, headers);
    expect(await odd.json()).toMatchObject({ code: 404, msg: 'Passkey not found' });
  });
});

test('is unavailable where passkeys are off', async () => {
  const off = await startAuthServer({ passkey: { enabled: false } });
  try {
    const { error } = await newClient(off).auth.passkey.startAuthentication();
    expect(error).toMatchObject({ status: 404, code: 'passkey_disabled', message: 'Passkeys are disabled' });
    for (const [at, enabled] of [
      [off, false],
      [server, true],
    ] as const)
      expect(await (await send(at, 'GET', '/settings')).json()).toMatchObject({ passkeys_enabled: enabled });
  } finally {
    await off.close();
  }
});
