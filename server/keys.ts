import { randomBytes } from 'node:crypto';
import {
  calculateJwkThumbprint,
  createLocalJWKSet,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
  errors as joseErrors,
  jwtVerify,
  SignJWT,
} from 'jose';
import { LRUCache } from 'lru-cache';
import type { Database } from './database/database.ts';

type Claims = Record<string, unknown>;

/** A token that proves nothing: `expired` may be refreshed, `invalid` and `malformed` may not. */
export class TokenError extends Error {
  override name = 'TokenError';
  readonly code: 'expired' | 'invalid' | 'malformed';
  constructor(code: TokenError['code'], message: string) {
    super(message);
    this.code = code;
  }
}

export type Keys = {
  issuer: string;
  /** The key every client carries: role anon. */
  anonKey: string;
  /** The key of the server's own functions and operators: role service_role. Never given to a browser. */
  serviceKey: string;
  jwks: { keys: JWK[] };
  sign(claims: Claims, lifetimeSeconds: number): Promise<string>;
  /** The claims of a token signed here. Verified tokens are remembered. Throws TokenError. */
  verify(token: string): Promise<Claims>;
  /** 32 bytes for keyed hashes. */
  secret: Uint8Array;
};

const ALGORITHM = 'ES256';
const API_KEY_LIFETIME_SECONDS = 10 * 365 * 86_400;
const REMEMBERED_TOKENS = 10_000;

/**
 * Opens the signing keys, which live in the database so that all processes of one bank share them; they are made
 * at the first start.
 */
export async function openKeys(database: Database, publicUrl: string): Promise<Keys> {
  const stored = (await storedKeys(database)) ?? (await makeKeys(database));
  const privateKey = await importJWK(stored.pair, ALGORITHM);
  const { kty, crv, x, y, kid } = stored.pair;
  const jwks = { keys: [{ kty, crv, x, y, kid, alg: ALGORITHM, use: 'sig', key_ops: ['verify'] }] };
  const keySet = createLocalJWKSet(jwks);
  const verified = new LRUCache<string, Claims>({ max: REMEMBERED_TOKENS });
  const issuer = `${publicUrl}/auth/v1`;
  return {
    issuer,
    anonKey: stored.anonKey,
    serviceKey: stored.serviceKey,
    jwks,
    secret: Buffer.from(stored.secret, 'hex'),
    sign: (claims, lifetimeSeconds) => signed(privateKey, kid, claims, lifetimeSeconds),
    async verify(token) {
      const remembered = verified.get(token);
      if (remembered && !isExpired(remembered)) return remembered;
      const claims = await verify(token, keySet);
      verified.set(token, claims);
      return claims;
    },
  };
}

type StoredKeys = { pair: JWK; secret: string; anonKey: string; serviceKey: string };

async function storedKeys({ owner }: Database): Promise<StoredKeys | null> {
  const [row] = await owner`select value from platform.secrets where name = 'keys'`;
  return row ? JSON.parse(row.value) : null;
}

async function makeKeys(database: Database): Promise<StoredKeys> {
  const { privateKey } = await generateKeyPair(ALGORITHM, { extractable: true });
  const pair = await exportJWK(privateKey);
  pair.kid = await calculateJwkThumbprint(pair);
  const apiKey = (role: string) =>
    signed(privateKey, pair.kid, { iss: 'sandbank', role }, API_KEY_LIFETIME_SECONDS);
  const keys: StoredKeys = {
    pair,
    secret: randomBytes(32).toString('hex'),
    anonKey: await apiKey('anon'),
    serviceKey: await apiKey('service_role'),
  };
  await database.owner`
    insert into platform.secrets (name, value) values ('keys', ${JSON.stringify(keys)}) on conflict do nothing`;
  // Another process may have been first: its keys count.
  return (await storedKeys(database)) ?? keys;
}

type PrivateKey = Awaited<ReturnType<typeof importJWK>>;

function signed(key: PrivateKey, kid: string | undefined, claims: Claims, lifetimeSeconds: number) {
  const now = Math.floor(Date.now() / 1000);
  return new SignJWT({ iat: now, exp: now + lifetimeSeconds, ...claims })
    .setProtectedHeader({ alg: ALGORITHM, kid, typ: 'JWT' })
    .sign(key);
}

async function verify(token: string, keySet: ReturnType<typeof createLocalJWKSet>): Promise<Claims> {
  try {
    const { payload } = await jwtVerify(token, keySet, { algorithms: [ALGORITHM] });
    return payload;
  } catch (error) {
    if (error instanceof joseErrors.JWTExpired) throw new TokenError('expired', 'JWT expired');
    if (error instanceof joseErrors.JWSInvalid || error instanceof joseErrors.JWTInvalid)
      throw new TokenError('malformed', 'JWT could not be read');
    throw new TokenError('invalid', 'JWT signature is not valid');
  }
}

const isExpired = ({ exp }: Claims) => typeof exp === 'number' && exp <= Date.now() / 1000;
