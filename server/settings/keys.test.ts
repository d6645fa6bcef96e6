import { createLocalJWKSet, generateKeyPair, jwtVerify, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { getCaller } from '../http/caller.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { openKeys } from './keys.ts';
import { TokenError } from './keys-tokens.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const alice = { sub: '6f1a8a4e-0000-4000-8000-000000000001', role: 'authenticated' };

function whoAsks(headers: Record<string, string>) {
  return getCaller(new Request('http://bank.test/rest/v1/accounts?id=eq.1', { headers }), server.context);
}

describe('a token', () => {
  test('signed here verifies its claims', async () => {
    const { keys } = server.context;
    const token = await keys.sign(alice, 60);
    expect(await keys.verify(token)).toMatchObject(alice);
    expect(await keys.verify(token)).toMatchObject(alice);
  });

  test('is invalid after its expiration, also if cached', async () => {
    const { keys } = server.context;
    await expect(keys.verify(await keys.sign(alice, -1))).rejects.toMatchObject({ code: 'expired' });
    const token = await keys.sign(alice, 60);
    await keys.verify(token);
    vi.useFakeTimers({ now: Date.now() + 61_000, toFake: ['Date'] });
    await expect(keys.verify(token)).rejects.toMatchObject({ code: 'expired' });
    vi.useRealTimers();
  });

  test('that was changed or signed elsewhere is invalid', async () => {
    const { keys } = server.context;
    const [head, , signature] = (await keys.sign(alice, 60)).split('.');
    const claims = Buffer.from(JSON.stringify({ ...alice, role: 'service_role' })).toString('base64url');
    await expect(keys.verify(`${head}.${claims}.${signature}`)).rejects.toBeInstanceOf(TokenError);
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${claims}.`;
    await expect(keys.verify(unsigned)).rejects.toBeInstanceOf(TokenError);
    const { privateKey } = await generateKeyPair('ES256');
    const kid = keys.jwks.keys[0]?.kid;
    const foreign = await new SignJWT(alice).setProtectedHeader({ alg: 'ES256', kid }).sign(privateKey);
    await expect(keys.verify(foreign)).rejects.toMatchObject({ code: 'invalid' });
    // The public key must not serve as a shared secret.
    const secret = new TextEncoder().encode(JSON.stringify(keys.jwks.keys[0]));
    const confused = await new SignJWT(alice).setProtectedHeader({ alg: 'HS256', kid }).sign(secret);
    await expect(keys.verify(confused)).rejects.toBeInstanceOf(TokenError);
    await expect(keys.verify('nonsense')).rejects.toMatchObject({ code: 'malformed' });
  });

  test('can be verified by others with the public keys, which contain no secrets', async () => {
    const { keys } = server.context;
    expect(Object.keys(keys.jwks.keys[0] ?? {}).sort()).toEqual([
      'alg',
      'crv',
      'key_ops',
      'kid',
      'kty',
      'use',
      'x',
      'y',
    ]);
    const { payload } = await jwtVerify(await keys.sign(alice, 60), createLocalJWKSet(keys.jwks));
    expect(payload).toMatchObject(alice);
  });

  test('is valid in every process of the same database', async () => {
    const other = await openKeys(server.context.database, 'https://bank.example');
    expect(await other.verify(await server.context.keys.sign(alice, 60))).toMatchObject(alice);
    expect(other.anonKey).toBe(server.anonKey);
    expect(other.issuer).toBe('https://bank.example/auth/v1');
  });
});

describe('the sender of a request', () => {
  test('is a visitor without a key or with the public key', async () => {
    expect(await whoAsks({})).toMatchObject({
      role: 'anon',
      claims: { role: 'anon' },
      path: '/rest/v1/accounts',
    });
    expect(await whoAsks({ apikey: server.anonKey })).toMatchObject({ role: 'anon' });
  });

  test("is the token's customer, whatever the key says", async () => {
    const token = await server.context.keys.sign(alice, 60);
    const headers = { authorization: `Bearer ${token}`, apikey: server.serviceKey };
    expect(await whoAsks(headers)).toMatchObject({ role: 'authenticated', claims: alice, method: 'GET' });
  });

  test("is the key's owner if the bearer is an opaque key or another scheme", async () => {
    const apikey = server.serviceKey;
    for (const authorization of ['Bearer sb_publishable_abc', 'Basic YTpi', 'Bearer'])
      expect(await whoAsks({ authorization, apikey })).toMatchObject({ role: 'service_role' });
  });

  test('is refused with a role outside the API', async () => {
    const token = await server.context.keys.sign({ role: 'postgres' }, 60);
    await expect(whoAsks({ authorization: `Bearer ${token}` })).rejects.toBeInstanceOf(TokenError);
    await expect(whoAsks({ apikey: 'nonsense' })).rejects.toBeInstanceOf(TokenError);
  });
});
