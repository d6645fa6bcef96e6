import { generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getClient, type TestServer } from '../../testing/server.ts';
import { newCustomer, startAuthServer } from '../testing/customers.ts';
import { CLIENT, external, startProvider, type TestProvider } from '../testing/provider.ts';

const NONCE = 'a nonce of the application';

let provider: TestProvider;
let server: TestServer;
beforeAll(async () => {
  provider = await startProvider({ tellsInToken: true });
  const own = { enabled: true, url: provider.issuer };
  server = await startAuthServer({
    enable_manual_linking: true,
    external: external({
      keycloak: { ...own, client_id: `${CLIENT.client_id}, app` },
      lenient: { ...own, client_id: 'app', skip_nonce_check: true },
      foreign: { ...own, client_id: 'another-application' },
      away: { enabled: true, url: 'http://127.0.0.1:9', client_id: 'app' },
      github: { enabled: true, client_id: 'app', secret: 'unused' },
      azure: { enabled: false },
    }),
  });
});
afterAll(async () => {
  await server.close();
  await provider.close();
});

const getRefusal = async (credentials: {
  provider: string;
  token: string;
  access_token?: string;
  nonce?: string;
}) => (await getClient(server).auth.signInWithIdToken(credentials)).error;

describe('an ID token', () => {
  test('from an app on the device signs its customer in', async () => {
    const account = provider.add({ name: 'Grace' });
    const { id_token: token, access_token } = await provider.tokensOf(account, NONCE);
    const client = getClient(server);
    const { data, error } = await client.auth.signInWithIdToken({
      ...{ provider: 'keycloak', token, access_token, nonce: NONCE },
    });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ email: account.email, user_metadata: { full_name: 'Grace' } });
    expect((await client.auth.getClaims()).data?.claims).toMatchObject({ amr: [{ method: 'oauth' }] });
  });

  test("is matched by its issuer or by the provider's name", async () => {
    const { id_token: token } = await provider.tokensOf(provider.add(), NONCE);
    expect(await getRefusal({ provider: provider.issuer, token, nonce: NONCE })).toBeNull();
  });

  test('requires the requested nonce unless the operator disables that', async () => {
    const { id_token: token } = await provider.tokensOf(provider.add(), NONCE);
    const both = 'Passed nonce and nonce in id_token should either both exist or not.';
    expect(await getRefusal({ provider: 'keycloak', token })).toMatchObject({ status: 400, message: both });
    expect(await getRefusal({ provider: 'keycloak', token, nonce: 'another' })).toMatchObject({
      message: 'Nonces mismatch',
    });
    expect(await getRefusal({ provider: 'lenient', token })).toBeNull();
    const { id_token: bare } = await provider.tokensOf(provider.add());
    expect(await getRefusal({ provider: 'keycloak', token: bare, nonce: NONCE })).toMatchObject({
      message: both,
    });
    expect(await getRefusal({ provider: 'keycloak', token: bare })).toBeNull();
  });

  test('must match its access token', async () => {
    const { id_token: token } = await provider.tokensOf(provider.add(), NONCE);
    const { access_token } = await provider.tokensOf(provider.add(), NONCE);
    expect(await getRefusal({ provider: 'keycloak', token, access_token, nonce: NONCE })).toMatchObject({
      status: 400,
      message: 'Bad ID token',
    });
  });

  test('for another audience is refused', async () => {
    const { id_token: token } = await provider.tokensOf(provider.add(), NONCE);
    expect(await getRefusal({ provider: 'foreign', token, nonce: NONCE })).toMatchObject({
      message: 'Unacceptable audience in id_token: [app]',
    });
  });

  test('that is forged, altered, or missing is refused', async () => {
    const { id_token: token } = await provider.tokensOf(provider.add(), NONCE);
    const [header, , signature] = token.split('.');
    const claims = { iss: provider.issuer, sub: 'ada', aud: 'app', exp: 4_000_000_000 };
    const altered = Buffer.from(JSON.stringify(claims)).toString('base64url');
    const { privateKey } = await generateKeyPair('RS256');
    const forged = await new SignJWT(claims).setProtectedHeader({ alg: 'RS256' }).sign(privateKey);
    const bySecret = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256' })
      .sign(new TextEncoder().encode(CLIENT.secret));
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${altered}.`;
    for (const bad of [`${header}.${altered}.${signature}`, forged, bySecret, unsigned, 'none', 'a.b.c'])
      expect(await getRefusal({ provider: 'keycloak', token: bad })).toMatchObject({
        status: 400,
        message: 'Bad ID token',
      });
    expect(await getRefusal({ provider: 'keycloak', token: '' })).toMatchObject({
      message: 'id_token required',
    });
  });

  test('of a provider that is off, unknown, without ID tokens, or unreachable is refused with its reason', async () => {
    const { id_token: token } = await provider.tokensOf(provider.add(), NONCE);
    const off = {
      status: 400,
      code: 'provider_disabled',
      message: 'Provider (issuer "https://accounts.google.com") is not enabled',
    };
    expect(await getRefusal({ provider: 'google', token })).toMatchObject(off);
    expect(await getRefusal({ provider: 'azure', token })).toMatchObject({ code: 'provider_disabled' });
    expect(await getRefusal({ provider: 'https://accounts.google.com', token })).toMatchObject(off);
    for (const name of ['nobody', 'github', 'constructor'])
      expect(await getRefusal({ provider: name, token })).toMatchObject({
        status: 400,
        message: `Custom OIDC provider "${name}" not allowed`,
      });
    expect(await getRefusal({ provider: 'away', token })).toMatchObject({ status: 503 });
  });

  test('links its identity to the signed-in customer only', async () => {
    const { client, id } = await newCustomer(server);
    const { id_token: token } = await provider.tokensOf(provider.add(), NONCE);
    const credentials = { provider: 'keycloak', token, nonce: NONCE };
    const { data, error } = await client.auth.linkIdentity(credentials);
    expect(error).toBeNull();
    expect(data.user?.id).toBe(id);
    expect(data.user?.identities?.map((identity) => identity.provider)).toEqual(['email', 'keycloak']);
    const { client: another } = await newCustomer(server);
    expect((await another.auth.linkIdentity(credentials)).error).toMatchObject({
      code: 'identity_already_exists',
    });
    expect((await getClient(server).auth.linkIdentity(credentials)).error).not.toBeNull();
  });
});
