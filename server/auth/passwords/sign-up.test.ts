import { AuthWeakPasswordError } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getClient, type TestServer } from '../../testing/server.ts';
import {
  mailFor,
  newAddress,
  newCustomer,
  newestMail,
  PASSWORD,
  send,
  startAuthServer,
} from '../testing/customers.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startAuthServer();
});
afterAll(() => server.close());

describe('signing up by email', () => {
  test('signs the visitor in with a lowercase address', async () => {
    const email = newAddress();
    const { data, error } = await getClient(server).auth.signUp({
      email: email.toUpperCase(),
      password: PASSWORD,
      options: { data: { name: 'Ada' } },
    });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({
      email,
      aud: 'authenticated',
      role: 'authenticated',
      is_anonymous: false,
      app_metadata: { provider: 'email', providers: ['email'] },
      user_metadata: { name: 'Ada', email_verified: true },
      identities: [{ id: data.user?.id, provider: 'email', email }],
    });
    expect(data.session).toMatchObject({ token_type: 'bearer', expires_in: 3600 });
    expect(data.session?.expires_at).toBeGreaterThan(Date.now() / 1000);
  });

  test('returns an access token with the customer and the method', async () => {
    const { client, email, id } = await newCustomer(server);
    const { data, error } = await client.auth.getClaims();
    expect(error).toBeNull();
    expect(data?.header).toMatchObject({ alg: 'ES256', typ: 'JWT' });
    expect(data?.claims).toMatchObject({
      iss: `${server.url}/auth/v1`,
      sub: id,
      aud: 'authenticated',
      role: 'authenticated',
      email,
      phone: '',
      aal: 'aal1',
      amr: [{ method: 'password', timestamp: expect.any(Number) }],
      session_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      is_anonymous: false,
    });
  });

  test('refuses a taken address in any spelling', async () => {
    const { email } = await newCustomer(server);
    const { error } = await getClient(server).auth.signUp({ email: email.toUpperCase(), password: PASSWORD });
    expect(error).toMatchObject({
      status: 422,
      code: 'user_already_exists',
      message: 'User already registered',
    });
  });

  test('succeeds exactly once for two parallel visitors with one address', async () => {
    const email = newAddress();
    const answers = await Promise.all(
      [1, 2].map(() => getClient(server).auth.signUp({ email, password: PASSWORD })),
    );
    expect(answers.map(({ error }) => error?.code ?? 'welcome').sort()).toEqual([
      'user_already_exists',
      'welcome',
    ]);
  });

  test.each([
    ['short', ['length'], 'Password should be at least 8 characters.'],
    ['', ['length'], undefined],
    ['password1', ['pwned'], expect.stringContaining('easy to guess')],
    ['QWERTY123', ['pwned'], expect.anything()],
    ['123456', ['length', 'pwned'], expect.anything()],
  ])('refuses the password "%s" with its reasons', async (password, reasons, message) => {
    const { error } = await getClient(server).auth.signUp({ email: newAddress(), password });
    if (password === '') {
      expect(error).toMatchObject({ code: 'validation_failed', message: 'Signup requires a valid password' });
      return;
    }
    expect(error).toBeInstanceOf(AuthWeakPasswordError);
    expect(error).toMatchObject({ status: 422, code: 'weak_password', reasons, message });
  });

  test('refuses a password longer than 72 bytes', async () => {
    const { error } = await getClient(server).auth.signUp({ email: newAddress(), password: 'é'.repeat(37) });
    expect(error).toMatchObject({ status: 400, code: 'validation_failed' });
  });

  test.each([
    'nobody',
    'a@b@c.example',
    '@example.com',
    'a b@example.com',
    ' a@example.com',
    `${'a'.repeat(250)}@example.com`,
    'aK@example.com\u212a',
  ])('refuses the address "%s"', async (email) => {
    const { error } = await getClient(server).auth.signUp({ email, password: PASSWORD });
    expect(error).toMatchObject({ status: 400, code: 'validation_failed' });
  });

  test('refuses phone numbers where phone is off', async () => {
    const { error } = await getClient(server).auth.signUp({ phone: '+15550100', password: PASSWORD });
    expect(error).toMatchObject({
      status: 400,
      code: 'phone_provider_disabled',
      message: 'Phone signups are disabled',
    });
  });

  test('refuses metadata that would not fit into a token', async () => {
    const options = { data: { note: 'x'.repeat(10_000) } };
    const { error } = await getClient(server).auth.signUp({
      email: newAddress(),
      password: PASSWORD,
      options,
    });
    expect(error).toMatchObject({ status: 400, code: 'validation_failed' });
  });
});

describe('signing in anonymously', () => {
  test('creates an anonymous customer', async () => {
    const client = getClient(server);
    const { data, error } = await client.auth.signInAnonymously({ options: { data: { theme: 'dark' } } });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({
      email: '',
      phone: '',
      is_anonymous: true,
      app_metadata: {},
      user_metadata: { theme: 'dark' },
      identities: [],
    });
    const claims = (await client.auth.getClaims()).data?.claims;
    expect(claims).toMatchObject({
      is_anonymous: true,
      role: 'authenticated',
      amr: [{ method: 'anonymous' }],
    });
  });

  test('becomes permanent with an address and a password and the same id', async () => {
    const client = getClient(server);
    const anonymous = (await client.auth.signInAnonymously()).data.user;
    const email = newAddress();
    const { data, error } = await client.auth.updateUser({ email, password: PASSWORD });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({
      id: anonymous?.id,
      email,
      is_anonymous: false,
      app_metadata: { provider: 'email', providers: ['email'] },
      identities: [{ provider: 'email', email }],
    });
    const repeated = await getClient(server).auth.signInWithPassword({ email, password: PASSWORD });
    expect(repeated.data.user?.id).toBe(anonymous?.id);
    expect((await client.auth.refreshSession()).data.user?.is_anonymous).toBe(false);
  });

  test("refuses another customer's address, and a password without an address", async () => {
    const { email } = await newCustomer(server);
    const client = getClient(server);
    await client.auth.signInAnonymously();
    const taken = await client.auth.updateUser({ email, password: PASSWORD });
    expect(taken.error).toMatchObject({ status: 422, code: 'email_exists' });
    const nameless = await client.auth.updateUser({ password: PASSWORD });
    expect(nameless.error).toMatchObject({ status: 422, code: 'validation_failed' });
    expect((await client.auth.getUser()).data.user).toMatchObject({ email: '', is_anonymous: true });
  });
});

describe("the operator's settings", () => {
  test('can close sign-ups', async () => {
    const closed = await startAuthServer({ enable_signup: false });
    const answers = [
      await send(closed, 'POST', '/signup', { email: newAddress(), password: PASSWORD }),
      await send(closed, 'POST', '/signup', {}),
      await send(closed, 'POST', '/otp', { email: newAddress() }),
    ];
    for (const answer of answers)
      expect(await answer.json()).toMatchObject({ error_code: 'signup_disabled' });
    await closed.close();
  });

  test('can disable anonymous customers and require stronger passwords', async () => {
    const strict = await startAuthServer({
      enable_anonymous_sign_ins: false,
      password_requirements: 'lower_upper_letters_digits_symbols',
    });
    const { error } = await getClient(strict).auth.signInAnonymously();
    expect(error).toMatchObject({ status: 422, code: 'anonymous_provider_disabled' });
    const weak = await getClient(strict).auth.signUp({ email: newAddress(), password: PASSWORD });
    expect(weak.error).toMatchObject({ code: 'weak_password', reasons: ['characters'] });
    await strict.close();
  });

  test("can require confirmation, and then a taken address isn't revealed", async () => {
    const careful = await startAuthServer({ email: { enable_confirmations: true } });
    const email = newAddress();
    const client = getClient(careful);
    const { data } = await client.auth.signUp({ email, password: PASSWORD });
    expect(data).toMatchObject({ session: null, user: { email, identities: [{ provider: 'email' }] } });
    const early = await client.auth.signInWithPassword({ email, password: PASSWORD });
    expect(early.error).toMatchObject({ status: 400, code: 'email_not_confirmed' });

    const first = await mailFor(careful, email);
    await client.auth.resend({ type: 'signup', email });
    const { code, kind } = await mailFor(careful, email);
    expect(kind).toBe('signup');
    const outdated = await client.auth.verifyOtp({ token_hash: first.tokenHash, type: 'signup' });
    expect(outdated.error).toMatchObject({ status: 403, code: 'otp_expired' });
    const verified = await client.auth.verifyOtp({ email, token: code, type: 'signup' });
    expect(verified.data.user).toMatchObject({ email, user_metadata: { email_verified: true } });

    const repeated = await getClient(careful).auth.signUp({ email, password: 'another good password' });
    expect(repeated.data.user).toMatchObject({ email, identities: [], role: '' });
    expect(repeated.data.user?.id).not.toBe(data.user?.id);
    expect((await newestMail(careful, email))?.code).toBe(code);
    await careful.close();
  });
});
