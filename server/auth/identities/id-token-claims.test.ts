import { createServer, type Server } from 'node:http';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getClient, type TestServer } from '../../testing/server.ts';
import { startAuthServer } from '../testing/customers.ts';
import { closed, external, listening } from '../testing/provider.ts';

/** A fake provider that can sign any claims. It publishes the key that verifies its signatures. */
let http: Server;
let issuer: string;
let sign: (claims: JWTPayload) => Promise<string>;
let server: TestServer;
beforeAll(async () => {
  const { publicKey, privateKey } = await generateKeyPair('ES256');
  const key = { ...(await exportJWK(publicKey)), kid: 'one', alg: 'ES256', use: 'sig' };
  http = createServer((request, response) => {
    const answer = request.url === '/jwks' ? { keys: [key] } : { issuer, jwks_uri: `${issuer}/jwks` };
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(answer));
  });
  issuer = await listening(http);
  sign = (claims) => new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid: 'one' }).sign(privateKey);
  const table = { enabled: true, url: issuer, client_id: 'app', email_optional: true };
  server = await startAuthServer({ external: external({ keycloak: table }) });
});
afterAll(async () => {
  await server.close();
  await closed(http);
});

const now = Math.floor(Date.now() / 1000);
const GOOD = { sub: 'ada', aud: 'app', exp: now + 600, iat: now };

async function fetchAnswer(claims: JWTPayload) {
  const token = await sign({ iss: issuer, ...claims });
  return getClient(server).auth.signInWithIdToken({ provider: 'keycloak', token });
}

test('a token for several audiences signs in if one is configured', async () => {
  const { data, error } = await fetchAnswer({ ...GOOD, aud: ['another', 'app'] });
  expect(error).toBeNull();
  expect(data.user?.identities).toMatchObject([{ provider: 'keycloak', id: 'ada' }]);
});

test.each([
  ['that has expired', { ...GOOD, exp: now - 60 }],
  ['that is not valid yet', { ...GOOD, nbf: now + 600 }],
  ['of another issuer', { ...GOOD, iss: 'https://accounts.google.com' }],
  ['that never expires', { ...GOOD, exp: undefined }],
  ['that names nobody', { ...GOOD, sub: undefined }],
  ['for no application', { ...GOOD, aud: undefined }],
])('a token %s is refused', async (_, claims) => {
  expect((await fetchAnswer(claims)).error).toMatchObject({ status: 400, message: 'Bad ID token' });
});

test('a token with an empty subject is refused', async () => {
  expect((await fetchAnswer({ ...GOOD, sub: '' })).error).toMatchObject({
    message: 'Missing sub claim in id_token',
  });
});
