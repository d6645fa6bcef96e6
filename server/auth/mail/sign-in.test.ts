import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getClient, type TestServer } from '../../testing/server.ts';
import {
  getOperator,
  mailFor,
  newAddress,
  newCustomer,
  newestMail,
  PASSWORD,
  send,
  signedInAgain,
  startAuthServer,
} from '../testing/customers.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startAuthServer();
});
afterAll(() => server.close());

/** Follows a link like a browser and returns the response. */
async function follow(link: string) {
  const answer = await server.fetch(link, { redirect: 'manual' });
  expect(answer.status).toBe(303);
  const target = new URL(answer.headers.get('Location') ?? '');
  return { target, fragment: Object.fromEntries(new URLSearchParams(target.hash.slice(1))) };
}

describe('password recovery', () => {
  test('accepts the emailed code and a new password', async () => {
    const { email, id } = await newCustomer(server);
    const client = getClient(server);
    expect((await client.auth.resetPasswordForEmail(email)).error).toBeNull();
    const { code, kind } = await mailFor(server, email);
    expect(kind).toBe('recovery');
    const { data, error } = await client.auth.verifyOtp({ email, token: code, type: 'recovery' });
    expect(error).toBeNull();
    expect(data.user?.id).toBe(id);
    expect((await client.auth.getClaims()).data?.claims).toMatchObject({ amr: [{ method: 'otp' }] });
    expect((await client.auth.updateUser({ password: 'a rather different one' })).error).toBeNull();
    await signedInAgain(server, email, 'a rather different one');
  });

  test('gives an unknown address the same response without an email', async () => {
    const email = newAddress();
    const answer = await send(server, 'POST', '/recover', { email });
    expect({ status: answer.status, body: await answer.json() }).toEqual({ status: 200, body: {} });
    expect(await newestMail(server, email)).toBeNull();
  });

  test('accepts only the newest code, once, for its address, within an hour', async () => {
    const { email, id } = await newCustomer(server);
    const { email: other } = await newCustomer(server);
    const client = getClient(server);
    await client.auth.resetPasswordForEmail(email);
    const older = await mailFor(server, email);
    await client.auth.resetPasswordForEmail(email);
    const { code } = await mailFor(server, email);
    const refused = { status: 403, code: 'otp_expired', message: 'Token has expired or is invalid' };
    const verify = async (address: string, token: string) =>
      (await client.auth.verifyOtp({ email: address, token, type: 'recovery' })).error;

    if (older.code !== code) expect(await verify(email, older.code)).toMatchObject(refused);
    expect(await verify(other, code)).toMatchObject(refused);
    expect(await verify(email, code)).toBeNull();
    expect(await verify(email, code)).toMatchObject(refused);

    await client.auth.resetPasswordForEmail(email);
    await server.context.database.owner`
      update auth.one_time_tokens set created_at = created_at - interval '1 hour' where user_id = ${id}`;
    expect(await verify(email, (await mailFor(server, email)).code)).toMatchObject(refused);
  });

  test('invalidates earlier links after a new password', async () => {
    const { client, email } = await newCustomer(server);
    await client.auth.resetPasswordForEmail(email);
    const { tokenHash } = await mailFor(server, email);
    await client.auth.updateUser({ password: 'a rather different one' });
    const { error } = await getClient(server).auth.verifyOtp({ token_hash: tokenHash, type: 'recovery' });
    expect(error).toMatchObject({ code: 'otp_expired', message: 'Email link is invalid or has expired' });
  });

  test('stores neither code nor link in plain text', async () => {
    const { email, id } = await newCustomer(server);
    await getClient(server).auth.resetPasswordForEmail(email);
    const { tokenHash } = await mailFor(server, email);
    const [row] = await server.context.database.owner`
      select token_hash from auth.one_time_tokens where user_id = ${id}`;
    expect(row?.token_hash).toMatch(/^[0-9a-f]{64}$/);
    const stolen = await send(server, 'POST', '/verify', { type: 'recovery', token_hash: row?.token_hash });
    expect(stolen.status).toBe(403);
    expect(tokenHash).not.toBe(row?.token_hash);
  });

  test('stops guesses after twenty tries per address, while the link still works', async () => {
    const { email } = await newCustomer(server);
    const client = getClient(server);
    await client.auth.resetPasswordForEmail(email);
    const { code, tokenHash } = await mailFor(server, email);
    const wrong = code === '111111' ? '222222' : '111111';
    for (let i = 0; i < 20; i++) await client.auth.verifyOtp({ email, token: wrong, type: 'recovery' });
    const blocked = await client.auth.verifyOtp({ email, token: code, type: 'recovery' });
    expect(blocked.error).toMatchObject({ status: 429, code: 'over_request_rate_limit' });
    const { error } = await client.auth.verifyOtp({ token_hash: tokenHash, type: 'recovery' });
    expect(error).toBeNull();
  });
});

describe('signing in by email', () => {
  test('creates a customer from the code of an email', async () => {
    const email = newAddress();
    const client = getClient(server);
    const requested = await client.auth.signInWithOtp({ email, options: { data: { name: 'Ada' } } });
    expect(requested.error).toBeNull();
    const { code } = await mailFor(server, email);
    const { data, error } = await client.auth.verifyOtp({ email, token: code, type: 'email' });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({
      email,
      email_confirmed_at: expect.any(String),
      user_metadata: { name: 'Ada', email_verified: true },
      identities: [{ identity_data: { email_verified: true } }],
    });
  });

  test('gives an unknown address the usual response without an email if the client creates no user', async () => {
    const email = newAddress();
    const { error } = await getClient(server).auth.signInWithOtp({
      email,
      options: { shouldCreateUser: false },
    });
    expect(error).toBeNull();
    expect(await newestMail(server, email)).toBeNull();
    const users = await server.context.database.owner`select from auth.users where email = ${email}`;
    expect(users).toHaveLength(0);
  });

  test('has a subject that fits both signing in and confirming', async () => {
    const { email } = await newCustomer(server);
    await getClient(server).auth.signInWithOtp({ email, options: { shouldCreateUser: false } });
    const { subject, body } = await mailFor(server, email);
    expect(subject).toBe('Your one-time code');
    expect(body).toMatch(/^To sign in or confirm your address at /);
  });

  test('by link returns to the requesting page', async () => {
    const { email, id } = await newCustomer(server);
    const emailRedirectTo = `${server.url}/auth?next=%2Fdashboard`;
    await getClient(server).auth.signInWithOtp({ email, options: { emailRedirectTo } });
    const { link } = await mailFor(server, email);
    expect((await server.fetch(link, { method: 'HEAD' })).status).toBe(200);
    const { target, fragment } = await follow(link);
    expect(target.href.split('#')[0]).toBe(emailRedirectTo);
    expect(fragment).toMatchObject({ token_type: 'bearer', expires_in: '3600', type: 'magiclink' });
    const client = getClient(server);
    const { access_token = '', refresh_token = '' } = fragment;
    expect((await client.auth.setSession({ access_token, refresh_token })).data.user?.id).toBe(id);
  });

  test('by link never leads to unknown pages, and a used link says so', async () => {
    const { email } = await newCustomer(server);
    await send(server, 'POST', '/otp?redirect_to=https://evil.example/', { email });
    const { link } = await mailFor(server, email);
    const forged = new URL(link);
    forged.searchParams.set('redirect_to', 'javascript:alert(1)');
    expect((await follow(forged.href)).target.origin).toBe(server.url);
    const { target, fragment } = await follow(link);
    expect(target.origin).toBe(server.url);
    expect(fragment).toMatchObject({
      error: 'access_denied',
      error_code: 'otp_expired',
      error_description: 'Email link is invalid or has expired',
    });
  });

  test("with a code verifier exchanges the link's code once, for that client only", async () => {
    const { email, id } = await newCustomer(server);
    const stored = new Map<string, string>();
    const storage = {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => void stored.set(key, value),
      removeItem: (key: string) => void stored.delete(key),
    };
    const client = getClient(server, { auth: { flowType: 'pkce', storage, persistSession: true } });
    const getCode = async () => {
      await client.auth.signInWithOtp({ email });
      const { link, tokenHash } = await mailFor(server, email);
      expect(tokenHash).toMatch(/^pkce_/);
      return (await follow(link)).target.searchParams.get('code') ?? '';
    };
    const stolen = await getCode();
    const thief = await send(server, 'POST', '/token?grant_type=pkce', {
      auth_code: stolen,
      code_verifier: 'a'.repeat(64),
    });
    expect(await thief.json()).toMatchObject({ error_code: 'bad_code_verifier' });
    const code = await getCode();
    expect((await client.auth.exchangeCodeForSession(code)).data.user?.id).toBe(id);
    const repeated = await send(server, 'POST', '/token?grant_type=pkce', {
      auth_code: code,
      code_verifier: 'x',
    });
    expect({ status: repeated.status, body: await repeated.json() }).toMatchObject({
      status: 404,
      body: { error_code: 'flow_state_not_found' },
    });
  });

  test('limits emails per address, whether or not it has an account', async () => {
    const paced = await startAuthServer({ email: { max_frequency: '1m0s' } });
    const { email } = await newCustomer(paced);
    for (const address of [email, newAddress()]) {
      const client = getClient(paced);
      expect((await client.auth.resetPasswordForEmail(address)).error).toBeNull();
      expect((await client.auth.resetPasswordForEmail(address)).error).toMatchObject({
        status: 429,
        code: 'over_email_send_rate_limit',
        message: expect.stringMatching(
          /^For security purposes, you can only request this after \d+ seconds\.$/,
        ),
      });
    }
    await paced.close();
  });

  test('can be repeated, with the same response if nothing is sent', async () => {
    const client = getClient(server);
    expect((await client.auth.resend({ type: 'signup', email: newAddress() })).error).toBeNull();
    const email = newAddress();
    await getOperator(server).auth.admin.createUser({ email, password: PASSWORD });
    await client.auth.resend({ type: 'signup', email });
    const { code } = await mailFor(server, email);
    expect((await client.auth.verifyOtp({ email, token: code, type: 'signup' })).error).toBeNull();
    expect(await (await send(server, 'POST', '/resend', { email })).json()).toMatchObject({
      error_code: 'validation_failed',
    });
  });

  test('refuses phone numbers where phone is off', async () => {
    const { error } = await getClient(server).auth.signInWithOtp({ phone: '+15550100' });
    expect(error).toMatchObject({ status: 400, code: 'phone_provider_disabled' });
  });
});
