import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { calculateJwkThumbprint, exportJWK, exportSPKI, generateKeyPair, type JWK, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getCaller } from '../http/caller.ts';
import { getClient, startTestServer, type TestServer } from '../testing/server.ts';
import { openKeys } from './keys.ts';
import { TokenError } from './keys-tokens.ts';
import { NO_KEYS, readKeySettings } from './token-keys.ts';

const SECRET = 'a shared secret of the operator';
const HOUR = 3600;
let server: TestServer;
let folder: string;
let rsa: JWK;
const bare: Record<string, JWK> = {};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sandbank-keys-'));
  rsa = { ...(await newPair('RS256')), kid: 'first', alg: 'RS256', key_ops: ['sign', 'verify'] };
  for (const algorithm of ['ES256', 'EdDSA']) bare[algorithm] = await newPair(algorithm);
  const { ES256, EdDSA } = bare;
  const path = written('signing_keys.json', JSON.stringify([rsa, ES256, EdDSA]));
  const keys = readKeySettings({ SUPABASE_JWT_SECRET: SECRET }, { signing_keys_path: path }, folder);
  server = await startTestServer({ settings: { keys }, config: { api: { schemas: ['public'] } } });
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await server.close();
});

function written(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

async function newPair(algorithm: string): Promise<JWK> {
  const options = { extractable: true, ...(algorithm === 'EdDSA' ? { crv: 'Ed25519' } : {}) };
  return exportJWK((await generateKeyPair(algorithm, options)).privateKey);
}

function getToken(claims: Record<string, unknown>, alg: string, key: JWK | Uint8Array, kid?: string) {
  const head = kid === undefined ? { alg } : { alg, kid };
  return new SignJWT({ exp: Math.floor(Date.now() / 1000) + HOUR, ...claims })
    .setProtectedHeader(head)
    .sign(key);
}
const shared = (claims: Record<string, unknown>) =>
  getToken(claims, 'HS256', new TextEncoder().encode(SECRET));

function whoAsks(headers: Record<string, string>) {
  return getCaller(new Request('http://bank.test/rest/v1/accounts', { headers }), server.context);
}
const settingsStatus = async (headers: Record<string, string>, path = '/rest/v1/categories?limit=0') =>
  (await server.fetch(`${server.url}${path}`, { headers })).status;

describe('an opaque key', () => {
  test('identifies its role in the key header, also repeated in Authorization', async () => {
    const { publishableKey, secretKey } = server.context.keys;
    expect(publishableKey).toMatch(/^sb_publishable_[\w-]{32}$/);
    expect(secretKey).toMatch(/^sb_secret_[\w-]{32}$/);
    for (const [apikey, role] of [
      [publishableKey, 'anon'],
      [secretKey, 'service_role'],
    ] as const) {
      expect(await whoAsks({ apikey })).toMatchObject({ role, claims: { role } });
      expect(await whoAsks({ apikey, authorization: `Bearer ${apikey}` })).toMatchObject({ role });
    }
  });

  test("identifies nobody in Authorization alone, and a customer's token takes precedence", async () => {
    const { keys } = server.context;
    expect(await whoAsks({ authorization: `Bearer ${keys.secretKey}` })).toMatchObject({ role: 'anon' });
    const token = await keys.sign({ role: 'authenticated', sub: 'alice' }, HOUR);
    const headers = { apikey: keys.secretKey, authorization: `Bearer ${token}` };
    expect(await whoAsks(headers)).toMatchObject({ role: 'authenticated', claims: { sub: 'alice' } });
  });

  test('from elsewhere is refused with 401', async () => {
    await expect(whoAsks({ apikey: 'sb_secret_0123456789abcdef' })).rejects.toMatchObject({
      code: 'invalid',
      message: 'Invalid API key',
    });
    expect(await settingsStatus({ apikey: 'sb_publishable_0123456789abcdef' })).toBe(401);
  });

  test('works with client libraries like the older keys', async () => {
    const { publishableKey, secretKey } = server.context.keys;
    const admin = await getClient(server, { key: secretKey }).auth.admin.listUsers();
    expect(admin.error).toBeNull();
    const client = getClient(server, { key: publishableKey });
    expect((await client.auth.admin.listUsers()).error).toMatchObject({ status: 403, code: 'not_admin' });
    expect((await client.auth.signInAnonymously()).error).toBeNull();
    expect((await client.auth.getUser()).data.user).toMatchObject({ is_anonymous: true });
  });

  test('is the same in every process and configurable', async () => {
    const { database, keys } = server.context;
    const other = await openKeys(database, 'https://bank.example');
    expect([other.publishableKey, other.secretKey]).toEqual([keys.publishableKey, keys.secretKey]);
    const chosen = { ...NO_KEYS, secretKey: 'sb_secret_chosen-by-the-operator' };
    const third = await openKeys(database, 'https://bank.example', chosen);
    expect(await third.verify('sb_secret_chosen-by-the-operator')).toMatchObject({ role: 'service_role' });
    await expect(third.verify(keys.secretKey)).rejects.toBeInstanceOf(TokenError);
  });

  test('is stored out of reach of API roles', async () => {
    const { owner } = server.context.database;
    const [row] = await owner`
      select bool_or(has_table_privilege(r, 'platform.secrets', 'select')) as readable
      from unnest(array['anon', 'authenticated', 'service_role', 'authenticator']) r`;
    expect(row?.readable).toBe(false);
  });
});

describe('the shared secret', () => {
  test('creates keys of the older kind, with and without an expiration', async () => {
    const apikey = await shared({ iss: 'supabase-demo', role: 'service_role' });
    expect(await whoAsks({ apikey })).toMatchObject({ role: 'service_role' });
    const endless = await shared({ role: 'anon', exp: undefined });
    expect(await whoAsks({ authorization: `Bearer ${endless}` })).toMatchObject({ role: 'anon' });
    const late = await shared({ role: 'anon', exp: 1 });
    await expect(whoAsks({ apikey: late })).rejects.toMatchObject({ code: 'expired' });
  });

  test('works only if the operator set it', async () => {
    const keys = await openKeys(server.context.database, 'https://bank.example');
    await expect(keys.verify(await shared({ role: 'service_role' }))).rejects.toMatchObject({
      code: 'invalid',
    });
  });

  test('is never a public key, whatever the token names', async () => {
    const { jwks } = server.context.keys;
    const { publicKey } = await generateKeyPair('RS256', { extractable: true });
    const texts = [...jwks.keys.map((key) => JSON.stringify(key)), rsa.n ?? '', await exportSPKI(publicKey)];
    for (const text of texts)
      for (const kid of [undefined, rsa.kid]) {
        const confused = getToken({ role: 'service_role' }, 'HS256', new TextEncoder().encode(text), kid);
        await expect(whoAsks({ apikey: await confused })).rejects.toMatchObject({ code: 'invalid' });
      }
  });

  test("doesn't replace a missing signature", async () => {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const exp = Math.floor(Date.now() / 1000) + HOUR;
    for (const alg of ['none', 'None', 'NONE', '', 'HS256', 'RS256', 'ES256'])
      for (const kid of [{}, { kid: 'first' }]) {
        const apikey = `${part({ alg, ...kid })}.${part({ role: 'service_role', exp })}.`;
        await expect(whoAsks({ apikey })).rejects.toBeInstanceOf(TokenError);
        expect(await settingsStatus({ apikey })).toBe(401);
      }
    const hs512 = getToken({ role: 'service_role' }, 'HS512', new TextEncoder().encode(SECRET));
    await expect(whoAsks({ apikey: await hs512 })).rejects.toBeInstanceOf(TokenError);
  });
});

describe("the operator's signing keys", () => {
  test("sign the server's tokens, using the first one", async () => {
    const { data } = await getClient(server).auth.signInAnonymously();
    const [head = ''] = data.session?.access_token.split('.') ?? [];
    expect(JSON.parse(Buffer.from(head, 'base64url').toString())).toEqual({
      alg: 'RS256',
      kid: 'first',
      typ: 'JWT',
    });
    const { data: claims, error } = await getClient(server).auth.getClaims(data.session?.access_token);
    expect(error).toBeNull();
    expect(claims?.claims).toMatchObject({ role: 'authenticated', is_anonymous: true });
  });

  test('publish only their public halves', async () => {
    const response = await server.fetch(`${server.url}/auth/v1/.well-known/jwks.json`);
    const { keys } = (await response.json()) as { keys: JWK[] };
    expect(keys.map(({ kid, alg }) => ({ kid, alg }))).toEqual([
      { kid: 'first', alg: 'RS256' },
      { kid: await calculateJwkThumbprint(bare.ES256 ?? {}), alg: 'ES256' },
      { kid: await calculateJwkThumbprint(bare.EdDSA ?? {}), alg: 'EdDSA' },
      { kid: expect.any(String), alg: 'ES256' },
    ]);
    for (const key of keys) {
      expect(key).toMatchObject({ use: 'sig', key_ops: ['verify'] });
      for (const secret of ['d', 'p', 'q', 'dp', 'dq', 'qi', 'k']) expect(key).not.toHaveProperty(secret);
    }
  });

  test('may each have signed a token, with or without their key id', async () => {
    const claims = { iss: 'supabase-demo', role: 'service_role' };
    const { ES256, EdDSA } = bare as { ES256: JWK; EdDSA: JWK };
    for (const token of [
      getToken(claims, 'RS256', { ...rsa, key_ops: ['sign'] }, 'first'),
      getToken(claims, 'ES256', ES256),
      getToken(claims, 'EdDSA', EdDSA, await calculateJwkThumbprint(EdDSA)),
    ])
      expect(await whoAsks({ apikey: await token })).toMatchObject({ role: 'service_role' });
    const strange = await newPair('ES256');
    for (const kid of [undefined, 'first', 'second', await calculateJwkThumbprint(ES256)])
      await expect(whoAsks({ apikey: await getToken(claims, 'ES256', strange, kid) })).rejects.toMatchObject({
        code: 'invalid',
      });
  });

  test('keep earlier tokens valid', async () => {
    expect(await whoAsks({ apikey: server.anonKey })).toMatchObject({ role: 'anon' });
    expect(await whoAsks({ apikey: server.serviceKey })).toMatchObject({ role: 'service_role' });
  });

  test.each([
    ['missing.json', null, 'ENOENT'],
    ['text.json', 'no keys', 'it is not JSON'],
    ['object.json', '{}', 'an array of private keys'],
    ['none.json', '[]', 'an array of private keys'],
    ['public.json', '[{"kty":"EC","crv":"P-256","x":"x","y":"y"}]', 'an array of private keys'],
    ['shared.json', '[{"kty":"oct","k":"c2VjcmV0","d":"d"}]', 'an array of private keys'],
  ])('that are unusable are reported: %s', (name, text, pattern) => {
    const path = text === null ? join(folder, name) : written(name, text);
    expect(() => readKeySettings({}, { signing_keys_path: path }, folder)).toThrow(pattern);
  });

  test('come from the environment before the configuration, like the other keys', () => {
    const environment = {
      SUPABASE_AUTH_JWT_SECRET: 'secret of the environment',
      SUPABASE_AUTH_PUBLISHABLE_KEY: 'sb_publishable_of-the-environment',
    };
    const auth = { jwt_secret: 'secret of the file', secret_key: 'sb_secret_of-the-configuration' };
    expect(readKeySettings(environment, auth, folder)).toEqual({
      jwtSecret: 'secret of the environment',
      signingKeys: [],
      publishableKey: 'sb_publishable_of-the-environment',
      secretKey: 'sb_secret_of-the-configuration',
    });
    expect(() => readKeySettings({}, { jwt_secret: 'short' }, folder)).toThrow('too short');
    expect(() => readKeySettings({}, { secret_key: 'sb_publishable_mistaken-for-it' }, folder)).toThrow(
      'sb_secret_',
    );
  });
});

describe("the operator's own role", () => {
  test('may be in a token if the database allows the server to use it', async () => {
    const { owner } = server.context.database;
    const role = `auditor_${crypto.randomUUID().slice(0, 8)}`;
    const headers = { authorization: `Bearer ${await shared({ role })}` };
    await expect(whoAsks(headers)).rejects.toMatchObject({ message: 'JWT role is not valid on this server' });
    await owner.unsafe(`create role ${role}; grant ${role} to authenticator`);
    const later = { ...server.context, database: { ...server.context.database } };
    const request = new Request('http://bank.test/rest/v1/', { headers });
    expect(await getCaller(request, later)).toMatchObject({ role });
    await owner.unsafe(`drop role ${role}`);
  });

  test.each(['postgres', 'authenticator', 'supabase_admin', 'supabase_auth_admin', '', 7, null])(
    'is refused with 401 by name of %j',
    async (role) => {
      const authorization = `Bearer ${await shared({ role, sub: '1234567890' })}`;
      for (const path of ['/rest/v1/categories', '/storage/v1/bucket', '/functions/v1/demo'])
        expect([400, 401, 403]).toContain(await settingsStatus({ authorization }, path));
      const rest = await server.fetch(`${server.url}/rest/v1/categories`, { headers: { authorization } });
      expect(rest.status).toBe(401);
      expect(await rest.json()).toMatchObject({ code: 'PGRST301' });
    },
  );

  test('of supabase_admin administers accounts only', async () => {
    const authorization = `Bearer ${await shared({ role: 'supabase_admin', sub: '1234567890' })}`;
    expect(await settingsStatus({ authorization }, '/auth/v1/admin/users')).toBe(200);
    expect(await settingsStatus({ authorization }, '/auth/v1/user')).toBe(400);
    expect(await settingsStatus({ authorization })).toBe(401);
  });
});
