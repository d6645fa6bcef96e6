import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getClient, type TestServer } from '../../testing/server.ts';
import { type Authenticator, newAuthenticator } from '../testing/authenticator.ts';
import { getAccessToken, newCustomer, send, signedInAgain, startAuthServer } from '../testing/customers.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startAuthServer();
});
afterAll(() => server.close());

const bearer = async (client: SupabaseClient) => ({
  Authorization: `Bearer ${await getAccessToken(client)}`,
});

async function posts(client: SupabaseClient, path: string, body: unknown = {}) {
  const answer = await send(server, 'POST', path, body, await bearer(client));
  return { status: answer.status, body: await answer.json() };
}

/** Returns the server's challenge options in the form that browsers read. */
async function asked(client: SupabaseClient, factorId: string) {
  const { body } = await posts(client, `/factors/${factorId}/challenge`, {
    factorId,
    webauthn: { rpId: 'sandbank.test', rpOrigins: ['http://sandbank.test'] },
  });
  return { id: body.id, type: body.webauthn.type, options: body.webauthn.credential_options.publicKey };
}

/** Answers a challenge with the device's response, after applying `change` to the response. */
async function proves(
  client: SupabaseClient,
  factorId: string,
  device: Authenticator,
  change: (answer: object) => unknown = (answer) => answer,
) {
  const { id, type, options } = await asked(client, factorId);
  const answer = change(type === 'create' ? device.create(options) : device.get(options));
  return posts(client, `/factors/${factorId}/verify`, {
    challenge_id: id,
    webauthn: { type, credential_response: answer },
  });
}

async function enrollKey(client: SupabaseClient, friendlyName = 'Key') {
  const { data, error } = await client.auth.mfa.enroll({ factorType: 'webauthn', friendlyName });
  if (error) throw error;
  return data.id;
}

/**
 * Creates a customer with a verified security key and returns a client on another device, where only the
 * password is verified.
 */
async function newCustomerWithKey(device = newAuthenticator()) {
  const { client: first, email } = await newCustomer(server);
  const factorId = await enrollKey(first);
  const { status } = await proves(first, factorId, device);
  expect(status).toBe(200);
  return { client: await signedInAgain(server, email), first, factorId, device, email };
}

describe('a security key', () => {
  test('is enrolled by a customer, and supabase-js gets the upgraded session', async () => {
    const { client, email } = await newCustomer(server);
    const factorId = await enrollKey(client, 'Blue key');
    const challenge = await client.auth.mfa.challenge({
      factorId,
      webauthn: { rpId: 'sandbank.test', rpOrigins: ['http://sandbank.test'] },
    });
    if (challenge.error || challenge.data.type !== 'webauthn') throw new Error('no challenge of a device');
    const { id: challengeId, webauthn } = challenge.data;
    expect(webauthn.type).toBe('create');
    const { publicKey } = webauthn.credential_options;
    expect(publicKey).toMatchObject({ attestation: 'none', user: { name: email } });
    const device = newAuthenticator();
    const text = (bytes: unknown) => Buffer.from(bytes as ArrayBuffer).toString('base64url');
    const created = device.create({
      challenge: text(publicKey.challenge),
      rp: { id: 'sandbank.test' },
      user: { id: text('user' in publicKey ? publicKey.user.id : '') },
    });
    const credential = { ...created, toJSON: () => created };
    const { error } = await client.auth.mfa.verify({
      factorId,
      challengeId,
      webauthn: { type: 'create', rpId: 'sandbank.test', credential_response: credential as never },
    });
    expect(error).toBeNull();
    const level = (await client.auth.mfa.getAuthenticatorAssuranceLevel()).data;
    expect(level).toMatchObject({ currentLevel: 'aal2', nextLevel: 'aal2' });
    expect(level?.currentAuthenticationMethods).toMatchObject([
      { method: 'mfa/webauthn' },
      { method: 'password' },
    ]);
    expect((await client.auth.mfa.listFactors()).data?.webauthn).toMatchObject([
      { id: factorId, friendly_name: 'Blue key', status: 'verified' },
    ]);
  });

  test('must sign at the next sign-in', async () => {
    const { client, factorId, device } = await newCustomerWithKey();
    const { type, options } = await asked(client, factorId);
    expect(type).toBe('request');
    expect(options).toMatchObject({ rpId: 'sandbank.test', allowCredentials: [{ type: 'public-key' }] });
    const { status, body } = await proves(client, factorId, device);
    expect(status).toBe(200);
    expect(body).toMatchObject({ token_type: 'bearer', user: { factors: [{ factor_type: 'webauthn' }] } });
  });

  test('needs only a touch as a second factor', async () => {
    const { client, factorId, device } = await newCustomerWithKey(newAuthenticator({ verifiesUser: false }));
    expect((await proves(client, factorId, device)).status).toBe(200);
  });

  test('is excluded from enrolling again', async () => {
    const { first, device } = await newCustomerWithKey();
    const second = await enrollKey(first, 'Second');
    const { options } = await asked(first, second);
    expect(options.excludeCredentials).toMatchObject([{ id: device.create(options).id }]);
  });
});

describe('a verification fails for', () => {
  const failed = { status: 422, body: { error_code: 'mfa_verification_failed' } };

  const elsewhere = [
    ['a page of another site', { origin: 'http://sandbank.evil', rpId: 'sandbank.test' }],
    ['another host', { origin: 'http://sandbank.test', rpId: 'sandbank.evil' }],
  ] as const;

  test.each(elsewhere)('a credential made for %s', async (_, place) => {
    const { client } = await newCustomer(server);
    const factorId = await enrollKey(client);
    expect(await proves(client, factorId, newAuthenticator(place))).toMatchObject(failed);
    expect((await client.auth.mfa.listFactors()).data?.webauthn).toEqual([]);
  });

  test("another key's signature", async () => {
    const { client, factorId } = await newCustomerWithKey();
    expect(await proves(client, factorId, newAuthenticator())).toMatchObject(failed);
  });

  test('a changed signature, or one for an earlier challenge', async () => {
    const { client, factorId, device } = await newCustomerWithKey();
    const earlier = device.get((await asked(client, factorId)).options);
    expect(await proves(client, factorId, device, () => earlier)).toMatchObject(failed);
    const forged = await proves(client, factorId, device, (answer) => {
      const { response, ...rest } = answer as ReturnType<Authenticator['get']>;
      const bytes = Buffer.from(response.signature, 'base64url');
      bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1);
      return { ...rest, response: { ...response, signature: bytes.toString('base64url') } };
    });
    expect(forged).toMatchObject(failed);
  });

  test('a cloned key with a lower counter', async () => {
    const { client, factorId, device, email } = await newCustomerWithKey();
    await proves(client, factorId, device);
    await proves(client, factorId, device);
    device.rewind();
    const thief = await signedInAgain(server, email);
    expect(await proves(thief, factorId, device)).toMatchObject(failed);
  });

  test.each([
    [undefined, 'WebAuthn config required'],
    [{ type: 'guess', credential_response: {} }, 'WebAuthn type must be create or request'],
    [{ type: 'create' }, 'credential_response required'],
    [{ type: 'create', credential_response: 'x' }, 'Invalid credential_response'],
    [
      { type: 'create', credential_response: { id: 'a', rawId: 'a', type: 'public-key', response: {} } },
      'Invalid credential_response',
    ],
  ])('%j as the response', async (webauthn, msg) => {
    const { client } = await newCustomer(server);
    const factorId = await enrollKey(client);
    const { id } = await asked(client, factorId);
    const answer = await posts(client, `/factors/${factorId}/verify`, { challenge_id: id, webauthn });
    expect(answer).toMatchObject({ status: 400, body: { error_code: 'validation_failed', msg } });
  });

  test('bytes that are not a credential', async () => {
    const { client } = await newCustomer(server);
    const factorId = await enrollKey(client);
    for (const garbage of ['AA', 'oA', Buffer.alloc(300, 0xff).toString('base64url')]) {
      const answer = await proves(client, factorId, newAuthenticator(), (created) => ({
        ...created,
        response: { clientDataJSON: garbage, attestationObject: garbage },
      }));
      expect(answer).toMatchObject(failed);
    }
  });
});

describe('allowed pages', () => {
  test('are those the operator configured, for the configured host', async () => {
    const named = await startAuthServer({
      webauthn: {
        rp_id: 'bank.example',
        rp_display_name: 'The Bank',
        rp_origins: ['https://app.bank.example'],
      },
    });
    try {
      const client = getClient(named);
      await client.auth.signUp({ email: 'ada@example.com', password: 'correct horse battery' });
      const { data } = await client.auth.mfa.enroll({ factorType: 'webauthn', friendlyName: 'Key' });
      const path = `/factors/${data?.id}`;
      const headers = await bearer(client);
      const challenge = await (await send(named, 'POST', `${path}/challenge`, {}, headers)).json();
      const { publicKey } = challenge.webauthn.credential_options;
      expect(publicKey.rp).toEqual({ id: 'bank.example', name: 'The Bank' });
      const device = newAuthenticator({ origin: 'https://app.bank.example', rpId: 'bank.example' });
      const webauthn = { type: 'create', credential_response: device.create(publicKey) };
      const body = { challenge_id: challenge.id, webauthn };
      expect((await send(named, 'POST', `${path}/verify`, body, headers)).status).toBe(200);
    } finally {
      await named.close();
    }
  });
});
