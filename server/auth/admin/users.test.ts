import type { User } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getClient, type TestServer } from '../../testing/server.ts';
import { sweep } from '../housekeeping.ts';
import {
  type Customer,
  getAccessToken,
  getOperator,
  newAddress,
  newCustomer,
  PASSWORD,
  send,
  signedInAgain,
  startAuthServer,
} from '../testing/customers.ts';

let server: TestServer;
let alice: Customer;
beforeAll(async () => {
  server = await startAuthServer();
  alice = await newCustomer(server);
});
afterAll(() => server.close());

const UNKNOWN = '00000000-0000-4000-8000-000000000000';

describe('user management rights', () => {
  const attempts: [string, string, unknown?][] = [
    ['GET', '/admin/users'],
    ['POST', '/admin/users', { email: newAddress() }],
    ['GET', `/admin/users/${UNKNOWN}`],
    ['PUT', `/admin/users/${UNKNOWN}`, {}],
    ['DELETE', `/admin/users/${UNKNOWN}`],
    ['GET', '/admin/anything'],
  ];

  test.each(attempts)('%s %s is refused to visitors and customers', async (method, path, body) => {
    const asks = async (token: string | null) =>
      await send(server, method, path, body, token === null ? {} : { Authorization: `Bearer ${token}` });
    expect((await asks(null)).status).toBe(401);
    for (const token of [server.anonKey, await getAccessToken(alice.client)]) {
      const answer = await asks(token);
      expect(answer.status).toBe(403);
      expect(await answer.json()).toMatchObject({ error_code: 'not_admin', msg: 'User not allowed' });
    }
  });

  test("the service key with a customer's token is not an operator", async () => {
    const headers = {
      apikey: server.serviceKey,
      Authorization: `Bearer ${await getAccessToken(alice.client)}`,
    };
    expect((await send(server, 'GET', '/admin/users', undefined, headers)).status).toBe(403);
  });
});

describe('managing users', () => {
  test('the operator creates a customer who can sign in', async () => {
    const email = newAddress();
    const { data, error } = await getOperator(server).auth.admin.createUser({
      email,
      password: PASSWORD,
      email_confirm: true,
      user_metadata: { name: 'Ada' },
      app_metadata: { plan: 'gold' },
    });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({
      email,
      app_metadata: { provider: 'email', plan: 'gold' },
      user_metadata: { name: 'Ada' },
    });
    const client = await signedInAgain(server, email);
    expect((await client.auth.getClaims()).data?.claims.app_metadata).toMatchObject({ plan: 'gold' });
  });

  test('a customer created without confirmation cannot sign in by password yet', async () => {
    const email = newAddress();
    await getOperator(server).auth.admin.createUser({ email, password: PASSWORD });
    await expect(signedInAgain(server, email)).rejects.toMatchObject({ code: 'email_not_confirmed' });
  });

  test('a taken or missing address, a weak password, and an invalid id are refused', async () => {
    const { admin } = getOperator(server).auth;
    const taken = await admin.createUser({ email: alice.email.toUpperCase() });
    expect(taken.error).toMatchObject({ status: 422, code: 'email_exists' });
    expect((await admin.createUser({})).error).toMatchObject({ code: 'validation_failed' });
    const weak = await admin.createUser({ email: newAddress(), password: 'short' });
    expect(weak.error).toMatchObject({ code: 'weak_password' });
    const hash = await admin.createUser({ email: newAddress(), password_hash: '$2a$10$abcdefghijklmnop' });
    expect(hash.error).toMatchObject({ code: 'validation_failed' });
    const answer = await send(server, 'GET', '/admin/users/42', undefined, {
      Authorization: `Bearer ${server.serviceKey}`,
    });
    expect({ status: answer.status, body: await answer.json() }).toMatchObject({
      status: 404,
      body: { error_code: 'validation_failed', msg: 'user_id must be an UUID' },
    });
    expect((await admin.getUserById(UNKNOWN)).error).toMatchObject({ status: 404, code: 'user_not_found' });
    expect((await admin.deleteUser(UNKNOWN)).error).toMatchObject({ status: 404, code: 'user_not_found' });
  });

  test('the operator lists users in pages', async () => {
    await newCustomer(server);
    const { admin } = getOperator(server).auth;
    const all = (await admin.listUsers()).data.users;
    const pages = await Promise.all(
      all.map(async (_, index) => (await admin.listUsers({ page: index + 1, perPage: 1 })).data),
    );
    expect(pages.flatMap(({ users }) => users.map(({ id }) => id))).toEqual(all.map(({ id }) => id));
    expect(pages[0]).toMatchObject({ total: all.length, nextPage: 2 });
    expect(pages.at(-1)).toMatchObject({ nextPage: null });
    for (const page of ['-1', 'NaN', '1e9', '99999999999']) {
      const answer = await send(server, 'GET', `/admin/users?page=${page}`, undefined, {
        Authorization: `Bearer ${server.serviceKey}`,
      });
      expect(answer.status).toBe(400);
    }
  });

  test('a list can be filtered, and wildcards are literal', async () => {
    const headers = { Authorization: `Bearer ${server.serviceKey}` };
    const listUsers = async (filter: string) => {
      const path = `/admin/users?filter=${encodeURIComponent(filter)}`;
      const { users } = (await (await send(server, 'GET', path, undefined, headers)).json()) as {
        users: { id: string }[];
      };
      return users.map(({ id }) => id);
    };
    expect(await listUsers(alice.email.slice(0, 20))).toEqual([alice.id]);
    expect(await listUsers('%')).toEqual([]);
    expect(await listUsers('\0')).toContain(alice.id);
  });

  test('the operator changes address, password, and metadata, and a new password ends the sessions', async () => {
    const { client, id } = await newCustomer(server);
    const email = newAddress();
    const { data, error } = await getOperator(server).auth.admin.updateUserById(id, {
      email,
      password: 'set by the operator',
      user_metadata: { name: 'Ada' },
      app_metadata: { plan: 'gold' },
    });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ email, user_metadata: { name: 'Ada', email_verified: true } });
    expect(data.user?.app_metadata).toMatchObject({ plan: 'gold', provider: 'email' });
    expect((await client.auth.getUser()).error).toMatchObject({ name: 'AuthSessionMissingError' });
    await signedInAgain(server, email, 'set by the operator');
  });

  test('an address or number set by the operator is unconfirmed unless stated otherwise', async () => {
    const { admin } = getOperator(server).auth;
    const result = await admin.createUser({ email: newAddress() });
    const id = result.data.user?.id ?? '';
    const email = newAddress();
    const unproven = await admin.updateUserById(id, { email, phone: '+15550102030' });
    expect(unproven.error).toBeNull();
    expect(unproven.data.user).toMatchObject({ email, phone: '15550102030' });
    expect(unproven.data.user?.email_confirmed_at).toBeUndefined();
    expect(unproven.data.user?.phone_confirmed_at).toBeUndefined();
    expect(getVerified(unproven.data.user)).toEqual({ email: false, phone: false });
    const other = { email: newAddress(), phone: '+15550102031' };
    const proven = await admin.updateUserById(id, { ...other, email_confirm: true, phone_confirm: true });
    expect(proven.data.user).toMatchObject({
      email_confirmed_at: expect.any(String),
      phone_confirmed_at: expect.any(String),
    });
    expect(getVerified(proven.data.user)).toEqual({ email: true, phone: true });
    const repeated = await admin.updateUserById(id, { email: newAddress() });
    expect(repeated.data.user?.email_confirmed_at).toBe(proven.data.user?.email_confirmed_at);
    expect(getVerified(repeated.data.user)).toEqual({ email: false, phone: true });
  });

  test('deleting a customer removes sessions and address', async () => {
    const { client, id, email } = await newCustomer(server);
    const { error } = await getOperator(server).auth.admin.deleteUser(id);
    expect(error).toBeNull();
    expect((await client.auth.getUser()).error).toMatchObject({ status: 403, code: 'user_not_found' });
    const repeated = await getClient(server).auth.signUp({ email, password: PASSWORD });
    expect(repeated.data.user?.id).not.toBe(id);
  });

  test('a soft-deleted customer keeps the row without personal data', async () => {
    const { client, id, email } = await newCustomer(server);
    await getOperator(server).auth.admin.deleteUser(id, true);
    const { data } = await getOperator(server).auth.admin.getUserById(id);
    expect(data.user).toMatchObject({
      id,
      user_metadata: {},
      identities: [],
      deleted_at: expect.any(String),
    });
    expect(JSON.stringify(data.user)).not.toContain(email);
    expect((await client.auth.getUser()).error).toMatchObject({ name: 'AuthSessionMissingError' });
    await expect(signedInAgain(server, email)).rejects.toMatchObject({ code: 'invalid_credentials' });
  });
});

describe('the tables of schema auth', () => {
  test('are readable by no customer, visitor, or operator through the table interface', async () => {
    for (const client of [alice.client, getClient(server), getOperator(server)]) {
      for (const table of ['users', 'sessions', 'one_time_tokens']) {
        expect((await client.schema('auth').from(table).select()).error).not.toBeNull();
      }
    }
  });

  test('have row level security and no grants for API roles', async () => {
    const open = await server.context.database.owner`
      select c.oid::regclass::text as table, roles.name, c.relrowsecurity
      from pg_class c, unnest(array['anon', 'authenticated', 'service_role', 'authenticator']) as roles (name)
      where c.relnamespace in ('auth'::regnamespace, 'platform'::regnamespace) and c.relkind in ('r', 'v')
        and c.relname not in ('migrations', 'secrets')
        and (not c.relrowsecurity or has_any_column_privilege(roles.name, c.oid, 'select,insert,update'))
        and c.oid::regclass::text ~ '^auth|rate_limits|mails'`;
    expect([...open]).toEqual([]);
  });

  test('are cleaned of expired rows only', async () => {
    const { owner, auth } = server.context.database;
    const { email, id } = await newCustomer(server);
    await getClient(server).auth.resetPasswordForEmail(email);
    await owner`update platform.mails set created_at = now() - interval '31 days' where recipient <> ${email}`;
    await owner`update auth.audit_log_entries set created_at = now() - interval '91 days'`;
    await sweep({ sql: auth });
    const [left] = await owner`
      select (select count(*)::int from platform.mails) as mails,
        (select count(*)::int from auth.audit_log_entries) as entries,
        (select count(*)::int from auth.one_time_tokens where user_id = ${id}) as tokens`;
    expect(left).toEqual({ mails: 1, entries: 0, tokens: 1 });
  });
});

/** Returns the verified flag of each identity, by provider. */
function getVerified(user: User | null): Record<string, unknown> {
  return Object.fromEntries(
    (user?.identities ?? []).map(({ provider, identity_data }) => [
      provider,
      identity_data?.[`${provider}_verified`],
    ]),
  );
}
