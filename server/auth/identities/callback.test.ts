import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getClient, type TestServer } from '../../testing/server.ts';
import { send, startAuthServer } from '../testing/customers.ts';
import {
  type Account,
  CLIENT,
  departure,
  ending,
  exchangingClient,
  external,
  startProvider,
  type TestProvider,
} from '../testing/provider.ts';

let provider: TestProvider;
let server: TestServer;
beforeAll(async () => {
  provider = await startProvider();
  const keycloak = { enabled: true, url: provider.issuer, ...CLIENT };
  server = await startAuthServer({ external: external({ keycloak }) });
});
afterAll(async () => {
  await server.close();
  await provider.close();
});

/** Signs in through the provider, from the client's request to the callback's response. */
async function signIn(account: Account, client = getClient(server), redirectTo = `${server.url}/auth`) {
  const { data, error } = await client.auth.signInWithOAuth({
    provider: 'keycloak',
    options: { skipBrowserRedirect: true, redirectTo },
  });
  if (error) throw error;
  return ending(server, await provider.visit(await departure(server, data.url), account));
}

describe('signing in with an OpenID provider', () => {
  test('creates a customer, who returns with a session', async () => {
    const account = provider.add({ name: 'Ada Lovelace' });
    const { page, query, fragment } = await signIn(account);
    expect({ page, query }).toEqual({ page: `${server.url}/auth`, query: {} });
    expect(fragment).toMatchObject({
      token_type: 'bearer',
      expires_in: '3600',
      provider_token: expect.any(String),
      sb: '',
    });
    const client = getClient(server);
    const { access_token = '', refresh_token = '' } = fragment;
    const { data } = await client.auth.setSession({ access_token, refresh_token });
    expect(data.user).toMatchObject({
      email: account.email,
      email_confirmed_at: expect.any(String),
      app_metadata: { provider: 'keycloak', providers: ['keycloak'] },
      user_metadata: { full_name: 'Ada Lovelace', email: account.email, sub: account.subject },
      identities: [{ provider: 'keycloak', id: account.subject, email: account.email }],
    });
    expect((await client.auth.getClaims()).data?.claims).toMatchObject({ amr: [{ method: 'oauth' }] });
  });

  test('with a code verifier exchanges the code once, with the provider token', async () => {
    const account = provider.add();
    const client = exchangingClient(server);
    const { query, fragment } = await signIn(account, client);
    expect(fragment).toEqual({});
    const { data, error } = await client.auth.exchangeCodeForSession(query.code ?? '');
    expect(error).toBeNull();
    expect(data.user?.email).toBe(account.email);
    expect(data.session?.provider_token).toEqual(expect.any(String));
    const repeated = await send(server, 'POST', '/token?grant_type=pkce', {
      auth_code: query.code,
      code_verifier: 'x',
    });
    expect(repeated.status).toBe(404);
  });

  test('finds the same customer again', async () => {
    const account = provider.add();
    const getId = async () => {
      const { fragment } = await signIn(account);
      return (await getClient(server).auth.getUser(fragment.access_token)).data.user?.id;
    };
    const id = await getId();
    expect(id).toEqual(expect.any(String));
    expect(await getId()).toBe(id);
  });

  test('in two parallel windows creates one account', async () => {
    const account = provider.add();
    const callbacks = await Promise.all(
      [1, 2, 3].map(async () => {
        const { data } = await getClient(server).auth.signInWithOAuth({
          provider: 'keycloak',
          options: { skipBrowserRedirect: true },
        });
        return provider.visit(await departure(server, data.url ?? ''), account);
      }),
    );
    const endings = await Promise.all(callbacks.map((callback) => ending(server, callback)));
    expect(endings.map(({ fragment }) => fragment.error_description)).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    const users = await server.context.database.owner`
      select id from auth.users where email = ${account.email ?? ''}`;
    expect(users).toHaveLength(1);
  });

  test('passes on scopes and further parameters but not reserved ones', async () => {
    const { data } = await getClient(server).auth.signInWithOAuth({
      provider: 'keycloak',
      options: {
        skipBrowserRedirect: true,
        scopes: 'offline_access',
        queryParams: { prompt: 'login', state: 'mine', nonce: 'mine' },
      },
    });
    const { searchParams } = new URL(await departure(server, data.url ?? ''));
    expect(Object.fromEntries(searchParams)).toMatchObject({
      client_id: CLIENT.client_id,
      scope: 'openid email profile offline_access',
      prompt: 'login',
      code_challenge_method: 'S256',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    });
  });

  test('stores no state, verifier, nonce, or token in plain text', async () => {
    const { data } = await getClient(server).auth.signInWithOAuth({
      provider: 'keycloak',
      options: { skipBrowserRedirect: true },
    });
    const { searchParams } = new URL(await departure(server, data.url ?? ''));
    const kept = JSON.stringify(
      await server.context.database.owner`select * from platform.provider_sign_ins`,
    );
    for (const name of ['state', 'nonce', 'code_challenge'])
      expect(kept).not.toContain(searchParams.get(name));

    const client = exchangingClient(server);
    const { query } = await signIn(provider.add(), client);
    const flows = await server.context.database.owner`select * from auth.flow_state`;
    const { data: exchanged } = await client.auth.exchangeCodeForSession(query.code ?? '');
    expect(exchanged.session?.provider_token).toEqual(expect.any(String));
    expect(JSON.stringify(flows)).not.toContain(exchanged.session?.provider_token);
    expect(JSON.stringify(flows)).not.toContain(query.code);
  });
});
