import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestServer } from '../../testing/server.ts';
import { getAccessToken, newCustomer, send, startAuthServer } from '../testing/customers.ts';
import { CALLBACK, external, sso } from '../testing/provider.ts';

/** The settings of a provider at an address where no server listens. */
const AWAY = { enabled: true, client_id: 'a', secret: 'b', url: 'http://127.0.0.1:9' };
const PROVIDER_ID = '4f3a8c1e-6f0d-4a53-9b0e-0d6a4c2d7b11';

let server: TestServer;
let authorization: string;
beforeAll(async () => {
  server = await startAuthServer({
    additional_redirect_urls: ['**'],
    enable_manual_linking: true,
    external: external({ github: AWAY, keycloak: AWAY }),
    sso: sso({ acme: { ...AWAY, provider_id: PROVIDER_ID, domains: ['acme.example'] } }),
  });
  const { client } = await newCustomer(server);
  authorization = `Bearer ${await getAccessToken(client)}`;
});
afterAll(() => server.close());

const texts = fc.oneof(
  fc.constantFrom(
    '',
    'github',
    'keycloak',
    'acme.example',
    PROVIDER_ID,
    '\0',
    'é\u{1f600}',
    'x'.repeat(5000),
    's256',
  ),
  fc.constantFrom(
    'https://app.example/é?a=b#c',
    'javascript:alert(1)',
    'myapp://in',
    'https://a@b:99999/',
    '//x',
    '%',
  ),
  fc.constantFrom('e30.e30.e30', 'eyJhbGciOiJSUzI1NiJ9.e30.', 'a'.repeat(43), 'server_error', 'true'),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.webUrl(),
);
const names = fc.constantFrom(
  ...[
    'provider',
    'redirect_to',
    'scopes',
    'code_challenge',
    'code_challenge_method',
    'skip_http_redirect',
    'state',
  ],
  ...[
    'code',
    'error',
    'error_description',
    'user',
    'iss',
    'domain',
    'provider_id',
    'id_token',
    'nonce',
    'access_token',
  ],
  ...['response', 'claims', '__proto__'],
);
const requests = fc.tuple(
  fc.constantFrom(
    ...['GET /authorize', 'GET /user/identities/authorize', 'GET /callback', 'POST /callback', 'POST /sso'],
    ...['POST /token?grant_type=id_token', 'DELETE /user/identities/'],
  ),
  fc.dictionary(names, texts, { maxKeys: 6 }),
);

test('no request on the way to a provider and back causes a server error', async () => {
  await fc.assert(
    fc.asyncProperty(requests, async ([endpoint, members]) => {
      const [method = '', path = ''] = endpoint.split(' ');
      const query = new URLSearchParams(members);
      const asForm = path === '/callback' && method === 'POST';
      const url =
        method === 'GET'
          ? `${path}?${query}`
          : method === 'DELETE'
            ? path + encodeURIComponent(String(query))
            : path;
      const body = method !== 'POST' ? undefined : asForm ? String(query) : JSON.stringify(members);
      const answer = await send(server, method, url, body, { Authorization: authorization });
      // A 503 response is correct if it reports the provider's failure in the documented format.
      const isAway =
        answer.status === 503 && (await answer.clone().text()).includes('Unable to reach the provider');
      expect(isAway || answer.status < 500, `${endpoint} ${query} ${answer.status}`).toBe(true);
    }),
    { numRuns: 500 },
  );
}, 120_000);

test('whatever a provider sends, the customer returns to the requesting page', async () => {
  const leaving = `/authorize?provider=github&redirect_to=${encodeURIComponent('https://app.example/é')}`;
  const parameters = fc.dictionary(names, texts, { maxKeys: 6 });
  await fc.assert(
    fc.asyncProperty(parameters, fc.boolean(), async (members, asForm) => {
      const link = new URL((await send(server, 'GET', leaving)).headers.get('Location') ?? '');
      const back = new URLSearchParams({ ...members, state: link.searchParams.get('state') ?? '' });
      const answer = asForm
        ? await server.fetch(CALLBACK, { method: 'POST', body: back, redirect: 'manual' })
        : await server.fetch(`${CALLBACK}?${back}`, { redirect: 'manual' });
      expect(answer.status).toBe(302);
      expect(answer.headers.get('Location')).toMatch(/^https:\/\/app\.example\/%C3%A9#error=/);
    }),
    { numRuns: 150 },
  );
}, 120_000);
