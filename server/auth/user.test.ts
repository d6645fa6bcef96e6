import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getClient, type TestServer } from '../testing/server.ts';
import {
  getAccessToken,
  mailFor,
  newAddress,
  newCustomer,
  PASSWORD,
  send,
  signedInAgain,
  startAuthServer,
} from './testing/customers.ts';

const NEW_PASSWORD = 'a rather different one';

let server: TestServer;
beforeAll(async () => {
  server = await startAuthServer();
});
afterAll(() => server.close());

describe('updating the user', () => {
  test('merges metadata, and null removes a key', async () => {
    const { client } = await newCustomer(server);
    await client.auth.updateUser({ data: { name: 'Ada', theme: 'dark', __proto__x: 1 } });
    const { data } = await client.auth.updateUser({ data: { theme: null, size: { wide: true } } });
    expect(data.user?.user_metadata).toEqual({
      email_verified: true,
      name: 'Ada',
      size: { wide: true },
      __proto__x: 1,
    });
  });

  test('limits metadata to what fits in a token, also in small steps', async () => {
    const { client } = await newCustomer(server);
    const half = 'x'.repeat(4000);
    expect((await client.auth.updateUser({ data: { first: half } })).error).toBeNull();
    const { error } = await client.auth.updateUser({ data: { second: half } });
    expect(error).toMatchObject({ status: 400, code: 'validation_failed' });
  });

  test('replaces the password and signs out other devices', async () => {
    const { client, email } = await newCustomer(server);
    const other = await signedInAgain(server, email);
    expect((await client.auth.updateUser({ password: NEW_PASSWORD })).error).toBeNull();
    expect((await client.auth.getUser()).data.user?.email).toBe(email);
    expect((await other.auth.getUser()).error).toMatchObject({ name: 'AuthSessionMissingError' });
    await signedInAgain(server, email, NEW_PASSWORD);
    await expect(signedInAgain(server, email)).rejects.toMatchObject({ code: 'invalid_credentials' });
  });

  test('refuses the same password, a weak one, and a wrong current one', async () => {
    const { client, email } = await newCustomer(server);
    const same = await client.auth.updateUser({ password: PASSWORD });
    expect(same.error).toMatchObject({
      status: 422,
      code: 'same_password',
      message: 'New password should be different from the old password.',
    });
    expect((await client.auth.updateUser({ password: 'short' })).error).toMatchObject({
      reasons: ['length'],
    });
    expect((await client.auth.updateUser({ password: '' })).error).toMatchObject({ code: 'weak_password' });
    const headers = { Authorization: `Bearer ${await getAccessToken(client)}` };
    const guess = { password: NEW_PASSWORD, current_password: 'a wrong guess' };
    const answer = await send(server, 'PUT', '/user', guess, headers);
    expect(await answer.json()).toMatchObject({ error_code: 'current_password_invalid' });
    await signedInAgain(server, email);
  });

  test('ignores what only the operator may change', async () => {
    const { client } = await newCustomer(server);
    const headers = { Authorization: `Bearer ${await getAccessToken(client)}` };
    const answer = await send(server, 'PUT', '/user', { app_metadata: { admin: true } }, headers);
    expect(await answer.json()).toMatchObject({ error_code: 'not_admin' });
    await send(server, 'PUT', '/user', { role: 'service_role', id: newAddress() }, headers);
    expect((await client.auth.getUser()).data.user).toMatchObject({
      role: 'authenticated',
      app_metadata: { provider: 'email' },
    });
  });

  test('changes the address unless another customer has it', async () => {
    const { client, id } = await newCustomer(server);
    const { email: taken } = await newCustomer(server);
    expect((await client.auth.updateUser({ email: taken })).error).toMatchObject({
      status: 422,
      code: 'email_exists',
      message: 'A user with this email address has already been registered',
    });
    const email = newAddress();
    const { data, error } = await client.auth.updateUser({ email });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ id, email, identities: [{ email, identity_data: { email } }] });
    await signedInAgain(server, email);
  });
});

describe('with confirmations and guarded password changes', () => {
  let careful: TestServer;
  beforeAll(async () => {
    careful = await startAuthServer({ email: { enable_confirmations: true, secure_password_change: true } });
  });
  afterAll(() => careful.close());

  async function confirmedCustomer() {
    const client = getClient(careful);
    const email = newAddress();
    await client.auth.signUp({ email, password: PASSWORD });
    const { tokenHash } = await mailFor(careful, email);
    const { data, error } = await client.auth.verifyOtp({ token_hash: tokenHash, type: 'signup' });
    if (error || !data.user) throw error ?? new Error('no user');
    return { client, email, id: data.user.id };
  }

  test('needs confirmation from both the old and the new address', async () => {
    const { client, email: before } = await confirmedCustomer();
    const email = newAddress();
    const requested = await client.auth.updateUser({ email });
    expect(requested.data.user).toMatchObject({ email: before, new_email: email });
    const toNew = await mailFor(careful, email);
    const toOld = await mailFor(careful, before);

    const first = await send(careful, 'POST', '/verify', {
      type: 'email_change',
      token_hash: toNew.tokenHash,
    });
    expect(await first.json()).toEqual({
      code: '200',
      msg: 'Confirmation link accepted. Please proceed to confirm link sent to the other email',
    });
    const repeated = await send(careful, 'POST', '/verify', {
      type: 'email_change',
      token_hash: toNew.tokenHash,
    });
    expect(repeated.status).toBe(403);
    expect((await client.auth.getUser()).data.user?.email).toBe(before);

    const second = await client.auth.verifyOtp({ email: before, token: toOld.code, type: 'email_change' });
    expect(second.data.user).toMatchObject({ email, identities: [{ email }] });
    expect(second.data.user?.new_email).toBeUndefined();
  });

  test('needs an emailed code for a new password in an old session', async () => {
    const { client, email, id } = await confirmedCustomer();
    await careful.context.database.owner`
      update auth.sessions set created_at = created_at - interval '2 days' where user_id = ${id}`;
    const bare = await client.auth.updateUser({ password: NEW_PASSWORD });
    expect(bare.error).toMatchObject({ status: 400, code: 'reauthentication_needed' });
    const guessed = await client.auth.updateUser({ password: NEW_PASSWORD, nonce: '000000' });
    expect(guessed.error).toMatchObject({ status: 422, code: 'reauthentication_not_valid' });
    await client.auth.reauthenticate();
    const { code, kind, link } = await mailFor(careful, email);
    expect({ kind, link }).toEqual({ kind: 'reauthentication', link: '' });
    expect((await client.auth.updateUser({ password: NEW_PASSWORD, nonce: code })).error).toBeNull();
    await signedInAgain(careful, email, NEW_PASSWORD);
  });
});
