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
  startAuthServer,
} from '../testing/customers.ts';
import {
  type Account,
  CLIENT,
  departure,
  ending,
  external,
  startProvider,
  type TestProvider,
} from '../testing/provider.ts';

let provider: TestProvider;
let server: TestServer;
/**
 * A server that requires confirmed addresses and disables linking. The other tests can't use these settings.
 */
let strict: TestServer;
beforeAll(async () => {
  provider = await startProvider();
  const tables = external({
    keycloak: { enabled: true, url: provider.issuer, ...CLIENT },
    other: { enabled: true, url: provider.issuer, email_optional: true, ...CLIENT },
  });
  server = await startAuthServer({ external: tables, enable_manual_linking: true });
  strict = await startAuthServer({
    external: tables,
    enable_manual_linking: false,
    email: { enable_confirmations: true },
  });
});
afterAll(async () => {
  await server.close();
  await strict.close();
  await provider.close();
});

type Visit = { at?: TestServer; by?: 'keycloak' | 'other' };

async function signIn(account: Account, { at = server, by = 'keycloak' }: Visit = {}) {
  const link = await departure(at, `${at.url}/auth/v1/authorize?provider=${by}`);
  return (await ending(at, await provider.visit(link, account))).fragment;
}

async function signedInBy(account: Account, visit: Visit = {}) {
  const { access_token = '', refresh_token = '', error_description: refusal } = await signIn(account, visit);
  if (refusal) throw new Error(refusal);
  const client = getClient(visit.at ?? server);
  const { data } = await client.auth.setSession({ access_token, refresh_token });
  if (!data.user) throw new Error('nobody is signed in');
  return { client, user: data.user };
}

async function link(client: ReturnType<typeof getClient>, account: Account, by = 'keycloak') {
  const { data, error } = await client.auth.linkIdentity({ provider: by as 'keycloak' });
  if (error || !data.url) throw error ?? new Error('no address to go to');
  return (await ending(server, await provider.visit(data.url, account))).fragment;
}

describe('a verified address', () => {
  test('links to the account with the same address', async () => {
    const { id, email, client } = await newCustomer(server);
    const account = provider.add({ email: email.toUpperCase(), name: 'Ada' });
    const { user } = await signedInBy(account);
    expect(user.id).toBe(id);
    expect(user.app_metadata).toEqual({ provider: 'email', providers: ['email', 'keycloak'] });
    const { data } = await client.auth.getUserIdentities();
    expect(data?.identities.map((identity) => identity.provider)).toEqual(['email', 'keycloak']);
    expect((await getClient(server).auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
  });

  test('from two providers leads to one account', async () => {
    const account = provider.add();
    const { user } = await signedInBy(account);
    expect((await signedInBy(account, { by: 'other' })).user.id).toBe(user.id);
  });

  test('locks out someone who signed up with it without confirming', async () => {
    const email = newAddress();
    await getClient(strict).auth.signUp({ email, password: PASSWORD, options: { data: { role: 'thief' } } });
    const { user } = await signedInBy(provider.add({ email }), { at: strict });
    expect(user.identities?.map((identity) => identity.provider)).toEqual(['keycloak']);
    expect(user.user_metadata).not.toHaveProperty('role');
    const { error } = await getClient(strict).auth.signInWithPassword({ email, password: PASSWORD });
    expect(error).toMatchObject({ code: 'invalid_credentials' });
  });
});

describe('an unverified address', () => {
  test("doesn't open another customer's account", async () => {
    for (const at of [server, strict]) {
      const email = newAddress();
      await getOperator(at).auth.admin.createUser({ email, password: PASSWORD, email_confirm: true });
      const fragment = await signIn(provider.add({ email, email_verified: false }), { at });
      expect(fragment).toMatchObject({
        error: 'access_denied',
        error_code: 'provider_email_needs_verification',
      });
      expect(await newestMail(at, email)).toBeNull();
    }
  });

  test('is confirmed by email before anyone is signed in', async () => {
    const account = provider.add({ email_verified: false });
    const fragment = await signIn(account, { at: strict });
    expect(fragment).toMatchObject({
      error: 'access_denied',
      error_code: 'provider_email_needs_verification',
      error_description:
        'Unverified email with keycloak. A confirmation email has been sent to your keycloak email',
    });
    const { tokenHash } = await mailFor(strict, account.email ?? '');
    await getClient(strict).auth.verifyOtp({ token_hash: tokenHash, type: 'signup' });
    expect((await signedInBy(account, { at: strict })).user.email).toBe(account.email);
  });

  test('may be missing only if the operator allows it', async () => {
    const account = provider.add({ email: undefined, email_verified: undefined });
    expect(await signIn(account)).toMatchObject({
      error: 'server_error',
      error_description: 'Error getting user email from external provider',
    });
    const { user } = await signedInBy(account, { by: 'other' });
    expect(user).toMatchObject({ email: '', identities: [{ provider: 'other', id: account.subject }] });
  });
});

describe('a refused sign-in by a provider', () => {
  test('happens where sign-up is off and for banned customers', async () => {
    const closed = await startAuthServer({
      enable_signup: false,
      external: external({ keycloak: { enabled: true, url: provider.issuer, ...CLIENT } }),
    });
    expect(await signIn(provider.add(), { at: closed })).toMatchObject({
      error: 'access_denied',
      error_code: 'signup_disabled',
    });
    await closed.close();

    const account = provider.add();
    const { user } = await signedInBy(account);
    await getOperator(server).auth.admin.updateUserById(user.id, { ban_duration: '1h' });
    expect(await signIn(account)).toMatchObject({ error: 'access_denied', error_code: 'user_banned' });
  });

  test('by a database trigger is reported to the page', async () => {
    const { owner } = server.context.database;
    await owner.unsafe(`
      create function public.refuse_strangers() returns trigger language plpgsql as
        $$ begin if new.email like 'stranger@%' then raise 'only friends'; end if; return new; end $$;
      create trigger refuse_strangers before insert on auth.users for each row execute function public.refuse_strangers();`);
    expect(await signIn(provider.add({ email: 'stranger@example.com' }))).toMatchObject({
      error: 'invalid_request',
      error_code: 'P0001',
      error_description: 'only friends',
    });
  });
});

describe('linking an identity', () => {
  test('lets a customer sign in with a provider of another address', async () => {
    const { client, id, email } = await newCustomer(server);
    const account = provider.add();
    const fragment = await link(client, account);
    expect(fragment).toMatchObject({ access_token: expect.any(String) });
    const { user } = await signedInBy(account);
    expect(user).toMatchObject({ id, email });
  });

  test('turns an anonymous visitor into a customer', async () => {
    const client = getClient(server);
    const { data } = await client.auth.signInAnonymously();
    const account = provider.add();
    await link(client, account);
    const { data: after } = await client.auth.getUser();
    expect(after.user).toMatchObject({
      id: data.user?.id,
      is_anonymous: false,
      email: account.email,
      email_confirmed_at: expect.any(String),
      app_metadata: { provider: 'keycloak', providers: ['keycloak'] },
    });
  });

  test('is possible for one customer only', async () => {
    const account = provider.add();
    const { client } = await signedInBy(account);
    expect(await link(client, account)).toMatchObject({
      error_code: 'identity_already_exists',
      error_description: 'Identity is already linked',
    });
    const { client: another } = await newCustomer(server);
    expect(await link(another, account)).toMatchObject({
      error_description: 'Identity is already linked to another user',
    });
  });

  test('is refused where it is off and without a session', async () => {
    const refused = { status: 404, code: 'manual_linking_disabled', message: 'Manual linking is disabled' };
    const { client, user } = await signedInBy(provider.add(), { at: strict });
    expect((await client.auth.linkIdentity({ provider: 'keycloak' })).error).toMatchObject(refused);
    const [identity] = user.identities ?? [];
    if (!identity) throw new Error('no identity');
    expect((await client.auth.unlinkIdentity(identity)).error).toMatchObject(refused);
    const answer = await send(server, 'GET', '/user/identities/authorize?provider=keycloak');
    expect(answer.status).toBe(401);
  });
});

describe('unlinking an identity', () => {
  test("removes the provider's access to the account", async () => {
    const { client, id } = await newCustomer(server);
    const account = provider.add();
    await link(client, account);
    const { data } = await client.auth.getUserIdentities();
    const identity = data?.identities.find((item) => item.provider === 'keycloak');
    if (!identity) throw new Error('not linked');
    expect((await client.auth.unlinkIdentity(identity)).error).toBeNull();
    expect((await client.auth.getUser()).data.user?.app_metadata.providers).toEqual(['email']);
    expect((await signedInBy(account)).user.id).not.toBe(id);
  });

  test('of the email also removes the address and password', async () => {
    const { client, id, email } = await newCustomer(server);
    const account = provider.add();
    await link(client, account);
    const { data } = await client.auth.getUserIdentities();
    const identity = data?.identities.find((entry) => entry.provider === 'email');
    if (!identity) throw new Error('no email identity');
    expect((await client.auth.unlinkIdentity(identity)).error).toBeNull();
    const { user } = await signedInBy(account);
    expect(user).toMatchObject({ id, email: account.email, app_metadata: { provider: 'keycloak' } });
    const { error } = await getClient(server).auth.signInWithPassword({
      email: account.email ?? '',
      password: PASSWORD,
    });
    expect(error).toMatchObject({ code: 'invalid_credentials' });
    expect(
      (await getClient(server).auth.signInWithPassword({ email, password: PASSWORD })).error,
    ).not.toBeNull();
  });

  test("is refused for the last identity and for other customers'", async () => {
    const { client } = await newCustomer(server);
    const { user: stranger } = await signedInBy(provider.add());
    const { data } = await client.auth.getUserIdentities();
    const [own] = data?.identities ?? [];
    const [others] = stranger.identities ?? [];
    if (!own || !others) throw new Error('no identities');
    expect((await client.auth.unlinkIdentity(own)).error).toMatchObject({
      status: 422,
      code: 'single_identity_not_deletable',
      message: 'User must have at least 1 identity after unlinking',
    });
    await link(client, provider.add());
    expect((await client.auth.unlinkIdentity(others)).error).toMatchObject({
      status: 422,
      code: 'identity_not_found',
    });
    const { data: session } = await client.auth.getSession();
    const headers = { Authorization: `Bearer ${session.session?.access_token}` };
    expect((await send(server, 'DELETE', '/user/identities/7', undefined, headers)).status).toBe(404);
  });
});
