import { describe, expect, test } from 'vitest';
import { type Config, readSettings } from '../../settings/settings.ts';
import { send, startAuthServer } from '../testing/customers.ts';
import { external, sso } from '../testing/provider.ts';
import { createProviderFetch } from './provider-fetch.ts';
import { getPerson } from './provider-profile.ts';
import { createProviders } from './providers.ts';

const SITE = 'https://bank.example';

function getProviders(tables: Record<string, object>, organizations: Record<string, object> = {}) {
  const { auth } = readSettings({ SANDBANK_URL: SITE }).config;
  const config: Config['auth'] = { ...auth, external: external(tables), sso: sso(organizations) };
  return createProviders(config, SITE);
}

describe('provider configuration', () => {
  test.each([
    ['google', {}, 'https://accounts.google.com'],
    ['apple', {}, 'https://appleid.apple.com'],
    ['azure', {}, 'https://login.microsoftonline.com/common/v2.0'],
    [
      'azure',
      { url: 'https://login.microsoftonline.com/contoso/' },
      'https://login.microsoftonline.com/contoso/v2.0',
    ],
    ['gitlab', { url: 'https://git.example' }, 'https://git.example'],
    ['keycloak', { url: 'https://id.example/realms/bank' }, 'https://id.example/realms/bank'],
  ])('of %s with %o uses %s', (name, changes, issuer) => {
    const { find } = getProviders({ [name]: { enabled: true, client_id: 'a, b', ...changes } });
    const provider = find(name.toUpperCase());
    expect(provider.issuer).toBe(issuer);
    expect(provider.settings).toMatchObject({
      clientId: 'a',
      clientIds: ['a', 'b'],
      redirectUri: `${SITE}/auth/v1/callback`,
    });
  });

  test.each([
    ['without a client', { google: { enabled: true } }, /client_id is missing/],
    ['without an issuer', { keycloak: { enabled: true, client_id: 'a' } }, /url must be the issuer/],
    ['without an OpenID provider', { discord: { enabled: true, client_id: 'a' } }, /url must be the issuer/],
    [
      'with a wrong address',
      { google: { enabled: true, client_id: 'a', url: 'file:///etc' } },
      /url is not a valid URL/,
    ],
    [
      'with a wrong callback',
      { google: { enabled: true, client_id: 'a', redirect_uri: 'x' } },
      /redirect_uri/,
    ],
    ['GitHub without a secret', { github: { enabled: true, client_id: 'a' } }, /secret is missing/],
    ['by a name of the server', { email: { enabled: true, client_id: 'a' } }, /not a valid provider name/],
  ])('with a provider %s is reported at the start', (_, tables, pattern) => {
    expect(() => getProviders(tables)).toThrow(pattern);
  });

  test('with an SSO organization without an issuer is reported at the start', () => {
    const acme = { enabled: true, provider_id: '4f3a8c1e-6f0d-4a53-9b0e-0d6a4c2d7b11', client_id: 'a' };
    expect(() => getProviders({}, { acme })).toThrow(/\[auth\.sso\.acme\].*OpenID issuer/);
  });

  test('is public as to which providers are on', async () => {
    const own = { enabled: true, client_id: 'a', url: 'https://id.example' };
    const server = await startAuthServer({ external: external({ google: own, 'custom:house': own }) });
    const settings = await (await send(server, 'GET', '/settings')).json();
    expect(settings).toMatchObject({
      external: { google: true, 'custom:house': true, github: false, keycloak: false, email: true },
      saml_enabled: false,
    });
    await server.close();
  });
});

describe('an address given by a provider', () => {
  test.each([
    'http://169.254.169.254/latest/meta-data',
    'https://127.0.0.1/token',
    'https://[::1]/token',
    'https://2130706433/token',
    'https://localhost/token',
    'https://printer.local/token',
    'http://id.example/token',
    'file:///etc/passwd',
  ])('%s is not requested', async (address) => {
    const options = { body: null, headers: {}, method: 'GET', redirect: 'manual' } as const;
    await expect(createProviderFetch(new URL('https://id.example'))(address, options)).rejects.toThrow(
      /is not allowed/,
    );
  });
});

describe("a provider's user", () => {
  test('may have flags as text, gets a lowercase address, and loses oversized values', () => {
    const person = getPerson({
      sub: '7',
      email: 'Ada@Example.com',
      email_verified: 'true',
      name: 'Ada\0',
      picture: `https://example.com/${'x'.repeat(2000)}`,
      hd: 'example.com',
    });
    expect(person).toMatchObject({ subject: '7', email: 'ada@example.com', emailVerified: true });
    expect(person.data).toEqual({
      custom_claims: { hd: 'example.com' },
      email: 'ada@example.com',
      email_verified: true,
      iss: '',
      phone_verified: false,
      provider_id: '7',
      sub: '7',
    });
  });

  test('of Microsoft has a verified address only if the tenant owns its domain', () => {
    expect(getPerson({ sub: '7', email: 'a@b.example' }).emailVerified).toBe(false);
    expect(getPerson({ sub: '7', email: 'a@b.example', xms_edov: '1' }).emailVerified).toBe(true);
    expect(getPerson({ sub: '7', email: 'a@b.example', xms_edov: false }).emailVerified).toBe(false);
  });

  test.each([{}, { sub: '' }, { sub: 7 }, { sub: 'x'.repeat(256) }])('%o is rejected', (claims) => {
    expect(() => getPerson(claims)).toThrow('sent no subject');
  });
});
