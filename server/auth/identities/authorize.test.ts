import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getClient, type TestServer } from '../../testing/server.ts';
import { getAccessToken, newCustomer, send, startAuthServer } from '../testing/customers.ts';
import {
  CALLBACK,
  CLIENT,
  closed,
  departure,
  ending,
  external,
  listening,
  startProvider,
  type TestProvider,
} from '../testing/provider.ts';

let provider: TestProvider;
let server: TestServer;
/** A fake OpenID provider; `description` is its discovery document. */
let imposter: Server;
let imposterOrigin: string;
let description: Record<string, unknown> | null = null;
const requested: string[] = [];

beforeAll(async () => {
  provider = await startProvider();
  imposter = createServer((request, response) => {
    requested.push(request.url ?? '');
    if (description)
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(description));
    else response.writeHead(302, { Location: `${provider.issuer}/.well-known/openid-configuration` }).end();
  });
  imposterOrigin = await listening(imposter);
  const own = { enabled: true, ...CLIENT };
  server = await startAuthServer({
    additional_redirect_urls: ['https://app.example/**'],
    enable_manual_linking: true,
    external: external({
      keycloak: { ...own, url: provider.issuer },
      imposter: { ...own, url: imposterOrigin },
      away: { ...own, url: 'http://127.0.0.1:9' },
      google: { ...own, enabled: false },
    }),
  });
});
afterAll(async () => {
  await server.close();
  await provider.close();
  await closed(imposter);
});

const authorize = (query: string) => send(server, 'GET', `/authorize?${query}`);

/** Returns the state of a new provider sign-in. */
async function newState(query = '') {
  const link = await departure(server, `${server.url}/auth/v1/authorize?provider=keycloak${query}`);
  return new URL(link).searchParams.get('state') ?? '';
}

const back = (parameters: Record<string, string>) =>
  ending(server, new URL(`${CALLBACK}?${new URLSearchParams(parameters)}`));

describe('redirecting to a provider', () => {
  test('is refused for one that is off or unknown', async () => {
    const getBody = async (query: string) => (await authorize(query)).json();
    expect(await getBody('provider=google')).toMatchObject({
      ...{ code: 400, error_code: 'validation_failed', msg: 'Unsupported provider: provider is not enabled' },
    });
    for (const query of ['provider=nobody', '', 'provider=__proto__', 'provider=email'])
      expect(await getBody(query)).toMatchObject({
        code: 400,
        msg: expect.stringMatching(/could not be found$/),
      });
    expect(await getBody('provider=keycloak&code_challenge=short')).toMatchObject({
      error_code: 'validation_failed',
    });
  });

  test('returns the address to a script that asks for it', async () => {
    const answer = await authorize('provider=keycloak&skip_http_redirect=true');
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({ url: expect.stringMatching(`^${provider.issuer}/auth\\?`) });
  });

  test('reports an unreachable provider to the page or the script', async () => {
    const page = `redirect_to=${encodeURIComponent('https://app.example/in')}`;
    const answer = await authorize(`provider=away&${page}`);
    expect(answer.status).toBe(302);
    expect(answer.headers.get('Location')).toBe(
      'https://app.example/in#error=temporarily_unavailable&error_code=unexpected_failure&error_description=Unable+to+reach+the+provider+away&sb=',
    );
    expect((await authorize(`provider=away&skip_http_redirect=true`)).status).toBe(503);
    const { client } = await newCustomer(server);
    const headers = { Authorization: `Bearer ${await getAccessToken(client)}` };
    const path = '/user/identities/authorize?provider=away&skip_http_redirect=true';
    expect((await send(server, 'GET', path, undefined, headers)).status).toBe(503);
  });

  test("follows neither a provider's redirects nor internal addresses", async () => {
    expect((await authorize('provider=imposter&skip_http_redirect=true')).status).toBe(503);
    const issuer = imposterOrigin;
    const elsewhere = issuer.replace('127.0.0.1', 'localhost');
    description = {
      issuer,
      authorization_endpoint: `${issuer}/auth`,
      token_endpoint: `${elsewhere}/token`,
      jwks_uri: `${elsewhere}/jwks`,
      response_types_supported: ['code'],
    };
    const link = await departure(server, `${server.url}/auth/v1/authorize?provider=imposter`);
    const state = new URL(link).searchParams.get('state') ?? '';
    const { fragment } = await back({ code: 'a code', state, iss: issuer });
    expect(fragment).toMatchObject({ error: 'server_error', error_code: 'unexpected_failure' });
    expect(new Set(requested)).toEqual(new Set(['/.well-known/openid-configuration']));
  });

  test('never returns to unknown pages', async () => {
    const state = await newState('&redirect_to=https://evil.example/');
    expect((await back({ state, error: 'access_denied' })).page).toBe(`${server.url}/`);
  });
});

describe('returning from a provider', () => {
  test('passes on its refusal, in the query too for a client with a verifier', async () => {
    const refusal = { error: 'access_denied', error_description: 'The customer said no' };
    const { fragment, query } = await back({ state: await newState(), ...refusal });
    expect({ fragment, query }).toEqual({ fragment: { ...refusal, sb: '' }, query: {} });
    const challenge = `&code_challenge=${'a'.repeat(43)}&code_challenge_method=s256`;
    expect((await back({ state: await newState(challenge), ...refusal })).query).toEqual(refusal);
  });

  test('uses a state once, by its owner, within ten minutes', async () => {
    const refused = { error: 'invalid_request', error_code: 'bad_oauth_state' };
    const state = await newState();
    await back({ state, error: 'access_denied' });
    expect((await back({ state, error: 'access_denied' })).fragment).toMatchObject(refused);
    expect((await back({ state: 'guessed', code: 'x' })).fragment).toMatchObject(refused);
    expect((await back({ code: 'x' })).fragment).toMatchObject({ error_code: 'bad_oauth_callback' });
    const late = await newState();
    await server.context.database.owner`
      update platform.provider_sign_ins set created_at = created_at - interval '11 minutes'`;
    expect((await back({ state: late, code: 'x' })).fragment).toMatchObject(refused);
  });

  test('signs nobody in without a valid code', async () => {
    expect((await back({ state: await newState() })).fragment).toMatchObject({
      error_code: 'bad_oauth_callback',
    });
    const { fragment } = await back({ state: await newState(), code: 'made up', iss: provider.issuer });
    expect(fragment).toMatchObject({
      error: 'server_error',
      error_description: 'Unable to exchange external code',
    });
  });

  test('works by form as by link, and a preview of a link uses nothing up', async () => {
    const link = await departure(server, `${server.url}/auth/v1/authorize?provider=keycloak`);
    const callback = await provider.visit(link, provider.add());
    expect((await server.fetch(callback, { method: 'HEAD' })).status).toBe(200);
    const answer = await server.fetch(CALLBACK, {
      method: 'POST',
      body: callback.searchParams,
      redirect: 'manual',
    });
    expect(answer.status).toBe(302);
    const fragment = new URLSearchParams(new URL(answer.headers.get('Location') ?? '').hash.slice(1));
    const { data } = await getClient(server).auth.getUser(fragment.get('access_token') ?? '');
    expect(data.user?.app_metadata).toEqual({ provider: 'keycloak', providers: ['keycloak'] });
  });
});
