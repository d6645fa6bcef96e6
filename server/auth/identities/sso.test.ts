import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getClient, type TestServer } from '../../testing/server.ts';
import { newAddress, PASSWORD, send, startAuthServer } from '../testing/customers.ts';
import {
  CLIENT,
  ending,
  exchangingClient,
  sso,
  startProvider,
  type TestProvider,
} from '../testing/provider.ts';

const PROVIDER_ID = '4f3a8c1e-6f0d-4a53-9b0e-0d6a4c2d7b11';

let provider: TestProvider;
let server: TestServer;
beforeAll(async () => {
  provider = await startProvider();
  const table = { enabled: true, provider_id: PROVIDER_ID, domains: ['acme.example'], url: provider.issuer };
  server = await startAuthServer({ sso: sso({ acme: { ...table, ...CLIENT } }) });
});
afterAll(async () => {
  await server.close();
  await provider.close();
});

describe('single sign-on', () => {
  test("signs in an organization's members with its own provider, chosen by domain or id", async () => {
    const account = provider.add({ email: 'ada@acme.example', email_verified: undefined });
    for (const choice of [{ domain: 'Acme.example' }, { providerId: PROVIDER_ID }]) {
      const client = exchangingClient(server);
      const { data, error } = await client.auth.signInWithSSO(choice);
      expect(error).toBeNull();
      const { query } = await ending(server, await provider.visit(data?.url ?? '', account));
      const { data: signedIn } = await client.auth.exchangeCodeForSession(query.code ?? '');
      expect(signedIn.user).toMatchObject({
        email: 'ada@acme.example',
        app_metadata: { provider: `sso:${PROVIDER_ID}` },
        identities: [{ provider: `sso:${PROVIDER_ID}`, id: account.subject }],
      });
    }
  });

  test('keeps its accounts separate from others', async () => {
    const email = newAddress();
    const { data: own } = await getClient(server).auth.signUp({ email, password: PASSWORD });
    const client = exchangingClient(server);
    const { data } = await client.auth.signInWithSSO({ domain: 'acme.example' });
    const { query } = await ending(server, await provider.visit(data?.url ?? '', provider.add({ email })));
    const { data: signedIn } = await client.auth.exchangeCodeForSession(query.code ?? '');
    expect(signedIn.user?.email).toBe(email);
    expect(signedIn.user?.id).not.toBe(own.user?.id);
  });

  test('refuses an unknown domain or id with the documented message', async () => {
    const { auth } = getClient(server);
    expect((await auth.signInWithSSO({ domain: 'example.org' })).error).toMatchObject({
      ...{ status: 404, code: 'sso_provider_not_found', message: 'No SSO provider assigned for this domain' },
    });
    expect((await auth.signInWithSSO({ providerId: 'unknown' })).error).toMatchObject({
      ...{ status: 404, code: 'sso_provider_not_found', message: 'No such SSO provider' },
    });
    const both = await send(server, 'POST', '/sso', { domain: 'acme.example', provider_id: PROVIDER_ID });
    expect({ status: both.status, body: await both.json() }).toMatchObject({
      status: 400,
      body: { error_code: 'validation_failed', msg: 'Only one of provider_id or domain supported' },
    });
    const neither = await send(server, 'POST', '/sso', {});
    expect(await neither.json()).toMatchObject({ msg: 'A provider_id or domain needs to be provided' });
  });

  test("redirects a browser's form, and isn't available at /authorize", async () => {
    const answer = await send(server, 'POST', '/sso', { domain: 'acme.example' });
    expect(answer.status).toBe(303);
    expect(answer.headers.get('Location')).toMatch(`${provider.issuer}/auth?`);
    const byName = await send(server, 'GET', `/authorize?provider=sso:${PROVIDER_ID}`);
    expect(byName.status).toBe(400);
  });

  test('is off without a configured organization', async () => {
    const plain = await startAuthServer();
    const { error } = await getClient(plain).auth.signInWithSSO({ domain: 'acme.example' });
    expect(error).toMatchObject({
      status: 404,
      code: 'saml_provider_disabled',
      message: 'SAML 2.0 is disabled',
    });
    await plain.close();
  });
});
