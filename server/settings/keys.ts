import { createHash } from 'node:crypto';
import type { JWK } from 'jose';
import { LRUCache } from 'lru-cache';
import type { Database } from '../database/database.ts';
import { getKeys } from './keys-stored.ts';
import { type Claims, createVerifier, getPair, signToken, TokenError } from './keys-tokens.ts';
import { type KeySettings, NO_KEYS } from './token-keys.ts';

export type Keys = Awaited<ReturnType<typeof openKeys>>;

const REMEMBERED_TOKENS = 10_000;
/** 2100-01-01. Opaque keys don't expire, but the tokens that they represent need an expiry time. */
const END_OF_OPAQUE_KEYS = 4_102_444_800;

/**
 * Loads the keys. They are stored in the database for all processes and created on the first start. The
 * operator's keys take precedence, but earlier tokens remain valid.
 */
export async function openKeys(database: Database, publicUrl: string, provided: KeySettings = NO_KEYS) {
  const stored = await getKeys(database.owner);
  const pairs = await Promise.all([...provided.signingKeys, stored.pair].map((jwk) => getPair(jwk as JWK)));
  const [{ signer }] = pairs as [(typeof pairs)[0]];
  const jwks = { keys: pairs.map(({ publicKey }) => publicKey) };
  const verify = createVerifier(jwks, provided.jwtSecret);
  const publishableKey = provided.publishableKey ?? stored.publishableKey;
  const secretKey = provided.secretKey ?? stored.secretKey;
  const opaqueKeys = new Map([
    [getDigest(publishableKey), opaqueClaims('anon')],
    [getDigest(secretKey), opaqueClaims('service_role')],
  ]);
  const verified = new LRUCache<string, Claims>({ max: REMEMBERED_TOKENS });
  return {
    issuer: `${publicUrl}/auth/v1`,
    /** The API key with the role anon. It is public, and all clients use it. */
    anonKey: stored.anonKey,
    /**
     * The API key with the role service_role, for server functions and operators. It is never sent to a
     * browser.
     */
    serviceKey: stored.serviceKey,
    /** The anon key and the service key in the newer, opaque format. */
    publishableKey,
    secretKey,
    jwks,
    /** A secret of 32 bytes for keyed hashes. */
    secret: Buffer.from(stored.secret, 'hex') as Uint8Array,
    sign: (claims: Claims, lifetimeSeconds: number) => signToken(signer, claims, lifetimeSeconds),
    /**
     * Returns the claims of a token or an opaque key. Caches verified tokens. Throws TokenError for an
     * invalid token.
     */
    async verify(token: string): Promise<Claims> {
      if (isOpaque(token)) {
        const claims = opaqueKeys.get(getDigest(token));
        if (claims) return claims;
        throw new TokenError('invalid', 'Invalid API key');
      }
      const remembered = verified.get(token);
      if (remembered && !isExpired(remembered)) return remembered;
      const claims = await verify(token);
      verified.set(token, claims);
      return claims;
    },
  };
}

/** Returns true for an opaque key, which contains no claims and doesn't identify a user. */
export const isOpaque = (token: string): boolean => /^sb_(publishable|secret)_/.test(token);

const opaqueClaims = (role: string): Claims =>
  Object.freeze({ iss: 'sandbank', role, exp: END_OF_OPAQUE_KEYS });

/** Returns the digest of a key. Keys are looked up by digest, so that timing reveals nothing. */
const getDigest = (key: string) => createHash('sha256').update(key).digest('base64');

const isExpired = ({ exp }: Claims) => typeof exp === 'number' && exp <= Date.now() / 1000;
