import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getClient, type TestServer } from '../../testing/server.ts';
import { newAuthenticator } from '../testing/authenticator.ts';
import { getAccessToken, newAddress, PASSWORD, send, startAuthServer } from '../testing/customers.ts';

const device = newAuthenticator();
let server: TestServer;
let bearer: { Authorization: string };
let factors: { totp: string; webauthn: string };
let userId: string;

beforeAll(async () => {
  server = await startAuthServer();
  const client = getClient(server, { auth: { experimental: { passkey: true } } });
  userId = (await client.auth.signUp({ email: newAddress(), password: PASSWORD })).data.user?.id ?? '';
  bearer = { Authorization: `Bearer ${await getAccessToken(client)}` };
  const totp = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'App' });
  const key = await client.auth.mfa.enroll({ factorType: 'webauthn', friendlyName: 'Key' });
  factors = { totp: totp.data?.id ?? '', webauthn: key.data?.id ?? '' };
  const { data } = await client.auth.passkey.startRegistration();
  if (!data) throw new Error('no registration was started');
  const credential = device.create(data.options);
  await client.auth.passkey.verifyRegistration({ challengeId: data.challenge_id, credential });
});
afterAll(() => server.close());

const texts = fc.oneof(
  fc.constantFrom(
    '',
    '\0',
    '\ud800',
    'totp',
    'webauthn',
    'phone',
    'create',
    'request',
    'public-key',
    '000000',
    '%00',
  ),
  fc.constantFrom('x'.repeat(5000), '💶'.repeat(90), '../..', "'--"),
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.uuid(),
);
const bytes = fc.uint8Array({ maxLength: 200 }).map((array) => Buffer.from(array).toString('base64url'));
const values = fc.oneof(texts, bytes, fc.jsonValue(), fc.constant(null));
const members = (...names: string[]) => fc.dictionary(fc.constantFrom(...names), values, { maxKeys: 5 });
const credentials = fc
  .tuple(
    members('id', 'rawId', 'type'),
    fc.dictionary(
      fc.constantFrom(
        'clientDataJSON',
        'attestationObject',
        'authenticatorData',
        'signature',
        'userHandle',
        'transports',
      ),
      fc.oneof({ weight: 4, arbitrary: bytes }, { weight: 1, arbitrary: values }),
    ),
  )
  .map(([changes, response]) => ({ changes, response }));
const bodies = members(
  'factor_type',
  'friendly_name',
  'issuer',
  'phone',
  'challenge_id',
  'code',
  'webauthn',
  'credential',
);

async function answered(method: string, path: string, body: unknown) {
  const answer = await send(server, method, path, body, bearer);
  expect(answer.status, `${method} ${path} ${JSON.stringify(body)}`).toBeLessThan(500);
  return answer;
}

test('factors and passkeys answer any body below 500', async () => {
  const unknown = '00000000-0000-4000-8000-000000000000';
  const endpoints = [
    'POST /factors',
    `POST /factors/${factors.totp}/challenge`,
    `POST /factors/${factors.totp}/verify`,
    `POST /factors/${factors.webauthn}/challenge`,
    `POST /factors/${factors.webauthn}/verify`,
    `DELETE /factors/${unknown}`,
    'DELETE /factors/%00',
    `PUT /admin/users/${userId}/factors/${factors.totp}`,
    'POST /passkeys/registration/options',
    'POST /passkeys/registration/verify',
    'POST /passkeys/authentication/options',
    'POST /passkeys/authentication/verify',
    `PATCH /passkeys/${unknown}`,
  ];
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...endpoints), bodies, async (endpoint, body) => {
      const [method = '', path = ''] = endpoint.split(' ');
      await answered(method, path, body);
    }),
    { numRuns: 400 },
  );
}, 120_000);

test('arbitrary device responses to a challenge verify nothing and break nothing', async () => {
  await fc.assert(
    fc.asyncProperty(credentials, fc.boolean(), async ({ changes, response }, withRealParts) => {
      const start = await answered('POST', '/passkeys/authentication/options', {});
      const { challenge_id, options } = await start.json();
      const real = device.get(options);
      const forged = {
        ...real,
        ...changes,
        response: withRealParts ? { ...real.response, signature: 'AA', ...response } : response,
      };
      const signedIn = await answered('POST', '/passkeys/authentication/verify', {
        challenge_id,
        credential: forged,
      });
      expect(await signedIn.json()).not.toHaveProperty('access_token');

      // Resets the rate limits, because a factor allows only a few attempts.
      await server.context.database.owner`delete from platform.rate_limits`;
      const requested = await (await answered('POST', `/factors/${factors.webauthn}/challenge`, {})).json();
      const created = newAuthenticator().create(requested.webauthn.credential_options.publicKey);
      const credential_response = {
        ...created,
        ...changes,
        response: withRealParts ? { ...created.response, attestationObject: 'oA', ...response } : response,
      };
      const path = `/factors/${factors.webauthn}/verify`;
      const webauthn = { type: 'create', credential_response };
      const verified = await answered('POST', path, { challenge_id: requested.id, webauthn });
      expect(await verified.json()).not.toHaveProperty('access_token');
    }),
    { numRuns: 100 },
  );
}, 120_000);
