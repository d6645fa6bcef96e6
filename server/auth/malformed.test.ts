import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestServer } from '../testing/server.ts';
import {
  getAccessToken,
  newAddress,
  newCustomer,
  PASSWORD,
  send,
  startAuthServer,
} from './testing/customers.ts';

/** The number of cases per test. `FUZZ_RUNS` overrides it. */
const RUNS = Number(process.env.FUZZ_RUNS ?? 600);
const PATIENCE_MS = 1_200_000;

let server: TestServer;
let tokens: string[];
beforeAll(async () => {
  server = await startAuthServer();
  tokens = [
    '',
    'Bearer',
    'Bearer a.b.c',
    `Bearer ${await getAccessToken((await newCustomer(server)).client)}`,
  ];
  tokens.push(`Bearer ${server.serviceKey}`, `Bearer ${server.anonKey}`, 'Basic YTpi');
});
afterAll(() => server.close());

const ENDPOINTS = [
  'POST /signup',
  'POST /token?grant_type=password',
  'POST /token?grant_type=refresh_token',
  'POST /token?grant_type=pkce',
  'POST /otp',
  'POST /magiclink',
  'POST /recover',
  'POST /resend',
  'POST /verify',
  'PUT /user',
  'POST /logout',
  'POST /admin/users',
  'PUT /admin/users/00000000-0000-4000-8000-000000000000',
  'DELETE /admin/users/00000000-0000-4000-8000-000000000000',
  'DELETE /admin/users/%00',
  'POST /token?grant_type=id_token',
  'POST /token?grant_type=web3',
  'POST /sso',
  'POST /invite',
  'POST /admin/generate_link',
  'POST /factors',
  'POST /factors/00000000-0000-4000-8000-000000000000/challenge',
  'POST /factors/00000000-0000-4000-8000-000000000000/verify',
  'DELETE /factors/x',
  'POST /passkeys/registration/options',
  'POST /passkeys/registration/verify',
  'POST /passkeys/authentication/options',
  'POST /passkeys/authentication/verify',
  'PATCH /passkeys/x',
  'DELETE /user/identities/x',
  'POST /callback',
];

const MEMBERS = [
  'email',
  'phone',
  'password',
  'data',
  'type',
  'token',
  'token_hash',
  'refresh_token',
  'auth_code',
  'code_verifier',
  'code_challenge',
  'code_challenge_method',
  'nonce',
  'create_user',
  'user_metadata',
  'ban_duration',
  'id',
  'role',
  'provider',
  'id_token',
  'access_token',
  'domain',
  'provider_id',
  'redirect_to',
  'factor_type',
  'friendly_name',
  'challenge_id',
  'code',
  'credential',
  'channel',
  '__proto__',
  'constructor',
];

const oddTexts = fc.constantFrom(
  '',
  '\0',
  'a\0b@example.com',
  '\ud800',
  'x'.repeat(300),
  `${'a'.repeat(300)}@example.com`,
  'x'.repeat(100_000),
  '𝒳@example.com',
  "' or 1=1 --",
  '%00',
  '\u202e',
  '99999999999999999999h',
  'signup',
  'recovery',
  'email_change',
  PASSWORD,
);
const values = fc.oneof(
  { weight: 3, arbitrary: oddTexts },
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.emailAddress(),
  fc.uuid(),
  fc.jsonValue(),
  fc.constant(null),
  fc.array(fc.string(), { maxLength: 3 }),
);
const bodies = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .dictionary(fc.constantFrom(...MEMBERS), values, { maxKeys: 5 })
      .map((body) => JSON.stringify(body)),
  },
  fc.json(),
  fc.string(),
);

describe('malformed input', () => {
  test(
    'in any body gets a JSON response below 500',
    async () => {
      const requests = fc.tuple(fc.constantFrom(...ENDPOINTS), bodies, fc.nat({ max: 6 }));
      await fc.assert(
        fc.asyncProperty(requests, async ([endpoint, body, who]) => {
          const [method = '', path = ''] = endpoint.split(' ');
          const answer = await send(server, method, path, body, { Authorization: tokens[who] ?? '' });
          expect(answer.status, `${endpoint} ${body} ${await answer.clone().text()}`).toBeLessThan(500);
          if ((answer.status !== 204 && answer.status < 300) || answer.status >= 400)
            expect(await answer.json()).toBeTypeOf('object');
        }),
        { numRuns: RUNS },
      );
    },
    PATIENCE_MS,
  );

  test(
    'in any query or header gets a response below 500',
    async () => {
      const paths = fc.constantFrom(
        '/verify',
        '/token',
        '/admin/users',
        '/user',
        '/logout',
        '/settings',
        '/authorize',
        '/callback',
        '/reauthenticate',
        '/user/identities/authorize',
        '/passkeys',
        '/nowhere',
      );
      const names = fc.constantFrom(
        'type',
        'token',
        'redirect_to',
        'grant_type',
        'page',
        'per_page',
        'filter',
        'scope',
        'provider',
        'state',
        'code',
        'code_challenge',
        'code_challenge_method',
        'error_description',
      );
      const texts = fc.oneof(
        oddTexts.map((text) => text.slice(0, 400)),
        fc.string({ unit: 'binary', maxLength: 30 }),
        fc.webUrl(),
      );
      const queries = fc.dictionary(names, texts, { maxKeys: 4 });
      const headers = fc.dictionary(
        fc.constantFrom(
          'x-supabase-api-version',
          'x-forwarded-for',
          'user-agent',
          'referer',
          'redirect_to',
          'apikey',
        ),
        fc.string({ maxLength: 60 }).map((text) => text.replace(/[^\x20-\x7e]/g, '').trim()),
        { maxKeys: 3 },
      );
      await fc.assert(
        fc.asyncProperty(paths, queries, headers, fc.nat({ max: 6 }), async (path, query, extra, who) => {
          const search = new URLSearchParams(query);
          for (const method of ['GET', 'POST']) {
            const options = { ...extra, Authorization: tokens[who] ?? '' };
            const body = method === 'GET' ? undefined : '{}';
            const answer = await send(server, method, `${path}?${search}`, body, options);
            expect(answer.status, `${method} ${path}?${search}`).toBeLessThan(500);
          }
        }),
        { numRuns: Math.ceil(RUNS / 2) },
      );
    },
    PATIENCE_MS,
  );

  test.each([
    ['nothing', ''],
    ['half an object', '{"email":'],
    ['a list', '[]'],
    ['null', 'null'],
    ['a text', '"email"'],
    ['a list for a text', '{"email":["a@example.com"],"password":"long enough"}'],
    ['an object for a text', '{"email":{},"password":"long enough"}'],
    ['a number for a text', '{"email":1,"password":"long enough"}'],
    ['a NUL character', '{"email":"a\\u0000@example.com"}'],
    ['half a surrogate pair', '{"data":{"a":"\\ud800"}}'],
    ['half a surrogate pair as a name', '{"data":{"\\udfff":1}}'],
    ['a hundred thousand levels', `{"data":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
    ['a list for metadata', '{"data":[]}'],
  ])('%s as a body is 400 bad_json', async (_, body) => {
    const answer = await send(server, 'POST', '/signup', body);
    expect({ status: answer.status, body: await answer.json() }).toMatchObject({
      status: 400,
      body: { error_code: 'bad_json', msg: expect.stringMatching(/^Could not parse request body as JSON/) },
    });
  });

  test('above one megabyte is too large', async () => {
    const answer = await send(server, 'POST', '/signup', {
      email: newAddress(),
      password: 'x'.repeat(1_100_000),
    });
    expect(answer.status).toBe(413);
  });

  test('cannot reach prototypes through metadata', async () => {
    const body = '{"data":{"__proto__":{"polluted":true},"constructor":{"a":1}}}';
    const answer = await send(server, 'POST', '/signup', body);
    expect(answer.status).toBe(200);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});
