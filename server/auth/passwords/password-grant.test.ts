import { createHook } from 'node:async_hooks';
import { type JsonWebKey, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '../../http/app.ts';
import { getClient, type TestServer } from '../../testing/server.ts';
import {
  getOperator,
  newAddress,
  newCustomer,
  PASSWORD,
  send,
  startAuthServer,
} from '../testing/customers.ts';
import { hashPassword, passwordMatches } from './password-hash.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startAuthServer();
});
afterAll(() => server.close());

const signIn = (email: string, password: string) =>
  getClient(server).auth.signInWithPassword({ email, password });

/** Returns the types of the asynchronous operations that `work` starts. */
async function countStarted(work: () => Promise<unknown>): Promise<string[]> {
  const kinds: string[] = [];
  const hook = createHook({ init: (_id, kind) => void kinds.push(`${kind}`) }).enable();
  await work().finally(() => hook.disable());
  return kinds;
}

describe('signing in with a password', () => {
  test('ignores the case of the address', async () => {
    const { email, id } = await newCustomer(server);
    const { data, error } = await signIn(email.toUpperCase(), PASSWORD);
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ id, email, last_sign_in_at: expect.any(String) });
    expect(data.weakPassword).toBeUndefined();
  });

  test('answers a wrong password and an unknown address alike', async () => {
    const { email } = await newCustomer(server);
    const answers = await Promise.all([signIn(email, 'wrong password'), signIn(newAddress(), PASSWORD)]);
    for (const { error, data } of answers) {
      expect(data.session).toBeNull();
      expect(error).toMatchObject({
        status: 400,
        code: 'invalid_credentials',
        message: 'Invalid login credentials',
      });
    }
  });

  test('stores argon2id at the recommended cost, and missing passwords never match', async () => {
    const { id } = await newCustomer(server);
    const [row] = await server.context.database
      .owner`select encrypted_password from auth.users where id = ${id}`;
    expect(row?.encrypted_password).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await passwordMatches(row?.encrypted_password, PASSWORD)).toBe(true);
    for (const kept of [null, '', 'plain', '$2a$10$abcdefghijklmnopqrstuv'])
      expect(await passwordMatches(kept, kept ?? PASSWORD)).toBe(false);
  });

  test('computes as many hashes for an unknown address or a missing password as for a known one', async () => {
    const { email } = await newCustomer(server);
    const bare = newAddress();
    await getOperator(server).auth.admin.createUser({ email: bare, email_confirm: true });
    // The first call creates the decoy hash.
    await passwordMatches(null, PASSWORD);
    // Only hashing uses this type of operation.
    const kind = (await countStarted(() => hashPassword(PASSWORD))).find(
      (item) => !/^[A-Z]|Object$/.test(item),
    );
    for (const address of [email, newAddress(), bare]) {
      const started = await countStarted(async () => {
        expect((await signIn(address, 'wrong password')).error).toMatchObject({
          code: 'invalid_credentials',
        });
      });
      expect(
        started.filter((entry) => entry === kind),
        address,
      ).toHaveLength(1);
    }
  });

  test('is refused without a password, also with an empty one', async () => {
    const email = newAddress();
    await getOperator(server).auth.admin.createUser({ email, email_confirm: true });
    for (const password of ['', 'null', PASSWORD]) {
      const answer = await send(server, 'POST', '/token?grant_type=password', { email, password });
      expect(await answer.json()).toMatchObject({ error_code: 'invalid_credentials' });
    }
  });

  test('accepts a password that breaks the current rules, with a warning', async () => {
    const email = newAddress();
    const password_hash = await hashPassword('dragon');
    await getOperator(server).auth.admin.createUser({ email, email_confirm: true, password_hash });
    const { data, error } = await signIn(email, 'dragon');
    expect(error).toBeNull();
    expect(data.weakPassword).toMatchObject({ reasons: ['length', 'pwned'] });
  });

  test('reports a ban only with the right password', async () => {
    const { email, id } = await newCustomer(server);
    await getOperator(server).auth.admin.updateUserById(id, { ban_duration: '24h' });
    expect((await signIn(email, PASSWORD)).error).toMatchObject({ status: 400, code: 'user_banned' });
    expect((await signIn(email, 'wrong password')).error).toMatchObject({ code: 'invalid_credentials' });
    await getOperator(server).auth.admin.updateUserById(id, { ban_duration: 'none' });
    expect((await signIn(email, PASSWORD)).error).toBeNull();
  });

  test('is refused by phone where it is off, and for unknown grants', async () => {
    const { error } = await getClient(server).auth.signInWithPassword({
      phone: '+15550100',
      password: PASSWORD,
    });
    expect(error).toMatchObject({ status: 422, code: 'phone_provider_disabled' });
    for (const grant of ['', 'toString', '__proto__', 'client_credentials']) {
      const answer = await send(server, 'POST', `/token?grant_type=${grant}`, {});
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({ msg: 'unsupported_grant_type' });
    }
  });

  test('is refused for wallets with a message', async () => {
    const { error } = await getClient(server).auth.signInWithWeb3({
      chain: 'ethereum',
      message: 'any',
      signature: '0x00',
    });
    const refused = { status: 422, code: 'web3_provider_disabled', message: 'Web3 provider is disabled' };
    expect(error).toMatchObject(refused);
  });

  test('handles forty customers in parallel', async () => {
    const { email } = await newCustomer(server);
    const answers = await Promise.all(Array.from({ length: 40 }, () => signIn(email, PASSWORD)));
    expect(answers.every(({ error }) => error === null)).toBe(true);
  });
});

describe('error responses', () => {
  test('have a text code and version for current clients, and the older body for older ones', async () => {
    const today = await send(
      server,
      'POST',
      '/token?grant_type=password',
      { email: newAddress() },
      {
        'X-Supabase-Api-Version': '2024-01-01',
      },
    );
    expect(today.headers.get('X-Supabase-Api-Version')).toBe('2024-01-01');
    expect(today.headers.get('x-sb-error-code')).toBe('invalid_credentials');
    expect(await today.json()).toEqual({ code: 'invalid_credentials', message: 'Invalid login credentials' });
    const older = await send(server, 'POST', '/token?grant_type=password', { email: newAddress() });
    expect(older.headers.get('X-Supabase-Api-Version')).toBeNull();
    expect(await older.json()).toEqual({
      code: 400,
      error_code: 'invalid_credentials',
      msg: 'Invalid login credentials',
    });
  });

  test('for unknown paths are 404 in JSON', async () => {
    const answer = await send(server, 'GET', '/nowhere');
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ code: 404 });
  });

  test('with tokens or personal data are never cached', async () => {
    const answer = await send(server, 'POST', '/signup', { email: newAddress(), password: PASSWORD });
    expect(answer.headers.get('Cache-Control')).toBe('no-store');
  });
});

describe('rate limits', () => {
  test('are separate for each endpoint', async () => {
    const strict = await startAuthServer({
      rate_limit: { sign_in_sign_ups: 1, token_refresh: 1, token_verifications: 1, anonymous_users: 1 },
    });
    const email = newAddress();
    const endpoints: [string, object][] = [
      ['/signup', { email, password: PASSWORD }],
      ['/signup', {}],
      ['/token?grant_type=password', { email, password: PASSWORD }],
      ['/otp', { email }],
      ['/magiclink', { email }],
      ['/recover', { email }],
      ['/resend', { email, type: 'signup' }],
      ['/verify', { email, type: 'email', token: '000000' }],
    ];
    for (const [path, body] of endpoints)
      expect((await send(strict, 'POST', path, body)).status, path).not.toBe(429);
    for (const [path, body] of endpoints)
      expect((await send(strict, 'POST', path, body)).status, path).toBe(429);
    await strict.close();
  });

  test('refuse too many sign-ins from one network for a while, in every process', async () => {
    const strict = await startAuthServer({ rate_limit: { token_refresh: 3, sign_in_sign_ups: 1 } });
    const attempt = () =>
      getClient(strict).auth.signInWithPassword({ email: newAddress(), password: PASSWORD });
    for (let i = 0; i < 3; i++)
      expect((await attempt()).error).toMatchObject({ code: 'invalid_credentials' });
    expect((await attempt()).error).toMatchObject({ status: 429, code: 'over_request_rate_limit' });
    const signUp = () => send(strict, 'POST', '/signup', { email: newAddress(), password: PASSWORD });
    expect((await signUp()).status).toBe(200);
    const answer = await signUp();
    expect(answer.status).toBe(429);
    expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(0);
    const anotherProcess = createApp(strict.context);
    const elsewhere = await anotherProcess.fetch(
      new Request(`${strict.url}/auth/v1/signup`, { method: 'POST', body: '{"email":"a@example.com"}' }),
    );
    await anotherProcess.close();
    expect(elsewhere.status).toBe(429);
    await strict.context.database.owner`update platform.rate_limits set ends_at = now()`;
    expect((await attempt()).error).toMatchObject({ code: 'invalid_credentials' });
    await strict.close();
  });

  test('are separate for anonymous sign-ins', async () => {
    const strict = await startAuthServer({ rate_limit: { anonymous_users: 1 } });
    expect((await getClient(strict).auth.signInAnonymously()).error).toBeNull();
    expect((await getClient(strict).auth.signInAnonymously()).error).toMatchObject({ status: 429 });
    expect((await newCustomer(strict)).id).toBeDefined();
    await strict.close();
  });

  test('pause an account after ten wrong passwords, existing or not, and no other', async () => {
    const { email } = await newCustomer(server);
    for (const address of [email, newAddress()]) {
      for (let i = 0; i < 11; i++) await signIn(address, `wrong ${randomUUID()}`);
      expect((await signIn(address, PASSWORD)).error).toMatchObject({ status: 429 });
    }
    expect((await newCustomer(server)).id).toBeDefined();
  });

  test('store neither addresses nor accounts', async () => {
    const { email } = await newCustomer(server);
    await signIn(email, 'wrong password');
    const rows = await server.context.database.owner<{ key: string }[]>`select key from platform.rate_limits`;
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.some(({ key }) => key.includes(email) || key.includes('127.0.0.1'))).toBe(false);
  });
});

describe('public information', () => {
  test('includes health, settings, and keys', async () => {
    expect(await (await send(server, 'GET', '/health')).json()).toMatchObject({ name: 'GoTrue' });
    expect(await (await send(server, 'GET', '/settings')).json()).toMatchObject({
      external: { email: true, phone: false, anonymous_users: true, google: false },
      disable_signup: false,
      mailer_autoconfirm: true,
    });
    const keys = await send(server, 'GET', '/.well-known/jwks.json');
    expect(keys.headers.get('Cache-Control')).toBe('public, max-age=600');
    const { keys: published } = (await keys.json()) as { keys: JsonWebKey[] };
    expect(published).toMatchObject([{ kty: 'EC', alg: 'ES256' }]);
    expect(published[0]?.d).toBeUndefined();
  });
});
