import { hash as argon2 } from '@node-rs/argon2';
import { hash as bcrypt } from 'bcryptjs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getClient, type TestServer } from '../../testing/server.ts';
import {
  getOperator,
  newAddress,
  newCustomer,
  PASSWORD,
  send,
  signedInAgain,
  startAuthServer,
} from '../testing/customers.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startAuthServer({ sms: { enable_signup: true } });
});
afterAll(() => server.close());

const admin = () => getOperator(server).auth.admin;

async function storedHash(email: string): Promise<string> {
  const [row] = await server.context.database
    .owner`select encrypted_password from auth.users where email = ${email}`;
  return row?.encrypted_password;
}

describe('imported password hashes', () => {
  test("a customer signs in with a bcrypt hash's password, which is rehashed as argon2id", async () => {
    const email = newAddress();
    const imported = await bcrypt(PASSWORD, 4);
    const { error } = await admin().createUser({ email, password_hash: imported, email_confirm: true });
    expect(error).toBeNull();
    await expect(signedInAgain(server, email, 'another password')).rejects.toMatchObject({
      code: 'invalid_credentials',
    });
    expect(await storedHash(email)).toBe(imported);
    await signedInAgain(server, email);
    expect(await storedHash(email)).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    await signedInAgain(server, email);
  });

  test('another argon2 hash becomes argon2id, and an argon2id hash stays', async () => {
    const [olderEmail, email] = [newAddress(), newAddress()];
    const older = await argon2(PASSWORD, { algorithm: 1, memoryCost: 1024, timeCost: 2 });
    const same = await argon2(PASSWORD, { algorithm: 2, memoryCost: 1024, timeCost: 2 });
    await admin().createUser({ email: olderEmail, password_hash: older, email_confirm: true });
    await admin().createUser({ email, password_hash: same, email_confirm: true });
    await signedInAgain(server, olderEmail);
    await signedInAgain(server, email);
    expect(await storedHash(olderEmail)).toMatch(/^\$argon2id\$/);
    expect(await storedHash(email)).toBe(same);
  });

  test('a password that breaks the current rules signs in, with the reason for the client', async () => {
    const email = newAddress();
    await admin().createUser({ email, password_hash: await bcrypt('short', 4), email_confirm: true });
    const { data, error } = await getClient(server).auth.signInWithPassword({ email, password: 'short' });
    expect(error).toBeNull();
    expect(data.weakPassword).toMatchObject({ reasons: ['length'] });
  });

  test.each(['$2a$10$abcdefghijklmnop', `$2b$31$${'a'.repeat(53)}`, 'plain words', '$argon2id$v=19$'])(
    'the hash %s is refused',
    async (password_hash) => {
      const { error } = await admin().createUser({ email: newAddress(), password_hash });
      expect(error).toMatchObject({ status: 400, code: 'validation_failed' });
    },
  );
});

describe('user attributes', () => {
  test('the operator creates a user with a phone number, an id, and a role', async () => {
    const id = crypto.randomUUID();
    const phone = '+15553330001';
    const { data, error } = await admin().createUser({
      id,
      phone,
      password: PASSWORD,
      phone_confirm: true,
      role: 'service_role',
    });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({
      id,
      phone: '15553330001',
      email: '',
      role: 'service_role',
      phone_confirmed_at: expect.any(String),
      app_metadata: { provider: 'phone', providers: ['phone'] },
    });
    const login = await getClient(server).auth.signInWithPassword({ phone, password: PASSWORD });
    expect(login.error).toBeNull();
    expect((await admin().createUser({ phone })).error).toMatchObject({ status: 422, code: 'phone_exists' });
    expect((await admin().createUser({ id, email: newAddress() })).error).toMatchObject({
      code: 'user_already_exists',
    });
    expect((await admin().createUser({ phone: 'call me' })).error).toMatchObject({
      code: 'validation_failed',
    });
  });

  test('metadata stay as given, and both providers are named for an email and a phone', async () => {
    const user_metadata = { profile_image: 'https://example.com/a.png' };
    const { data } = await admin().createUser({ email: newAddress(), phone: '+15553330002', user_metadata });
    expect(data.user?.user_metadata).toEqual(user_metadata);
    expect(data.user?.app_metadata).toEqual({ provider: 'email', providers: ['email', 'phone'] });
    expect(data.user?.identities?.map(({ provider }) => provider).sort()).toEqual(['email', 'phone']);
    expect(data.user).not.toHaveProperty('email_confirmed_at');
    const changed = await admin().updateUserById(data.user?.id ?? '', {
      email_confirm: true,
      phone_confirm: true,
      phone: '+15553330003',
    });
    expect(changed.data.user).toMatchObject({
      phone: '15553330003',
      phone_confirmed_at: expect.any(String),
      email_confirmed_at: expect.any(String),
    });
  });

  test('a ban blocks a customer until it is lifted', async () => {
    const { client, id, email } = await newCustomer(server);
    const banned = await admin().updateUserById(id, { ban_duration: '24h' });
    expect(Date.parse(banned.data.user?.banned_until ?? '')).toBeGreaterThan(Date.now() + 23 * 3_600_000);
    await expect(signedInAgain(server, email)).rejects.toMatchObject({ status: 400, code: 'user_banned' });
    expect((await client.auth.getUser()).error).toMatchObject({ status: 403, code: 'user_banned' });
    expect((await admin().updateUserById(id, { ban_duration: 'for ever' })).error).toMatchObject({
      status: 400,
    });
    await admin().updateUserById(id, { ban_duration: 'none' });
    await signedInAgain(server, email);
  });

  test('a soft-deleted user releases the phone number and keeps no personal data', async () => {
    const phone = '+15553330004';
    const { data } = await admin().createUser({ phone, phone_confirm: true });
    await admin().deleteUser(data.user?.id ?? '', true);
    const { data: after } = await admin().getUserById(data.user?.id ?? '');
    expect(JSON.stringify(after)).not.toContain(phone.slice(1));
    expect((await admin().createUser({ phone })).error).toBeNull();
  });

  test('a list can be filtered by phone number', async () => {
    await admin().createUser({ phone: '+15559998887' });
    const headers = { Authorization: `Bearer ${server.serviceKey}` };
    const answer = await send(server, 'GET', '/admin/users?filter=9998887', undefined, headers);
    expect(await answer.json()).toMatchObject({ users: [{ phone: '15559998887' }] });
    expect(answer.headers.get('X-Total-Count')).toBe('1');
  });
});

describe("an operator's token", () => {
  test('may have the role supabase_admin, whatever its subject', async () => {
    const { sign } = server.context.keys;
    const getUser = async (token: string) =>
      (await send(server, 'GET', '/admin/users', undefined, { Authorization: `Bearer ${token}` })).status;
    expect(await getUser(await sign({ sub: '1234567890', role: 'supabase_admin' }, 60))).toBe(200);
    expect(await getUser(await sign({ sub: '1234567890', role: 'authenticated' }, 60))).toBe(403);
    expect(await getUser(await sign({ sub: '1234567890', role: ['supabase_admin'] }, 60))).toBe(403);
    expect(await getUser(await sign({ role: 'supabase_admin', exp: 1 }, 60))).toBe(403);
  });

  test('with that role has no rights outside the auth interface', async () => {
    const token = await server.context.keys.sign({ sub: '1234567890', role: 'supabase_admin' }, 60);
    const answer = await server.fetch(`${server.url}/rest/v1/`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    expect(answer.status).toBe(401);
  });
});
