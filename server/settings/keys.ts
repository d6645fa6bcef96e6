import { createHash } from 'node:crypto';
import type { JWK } from 'jose';
import { LRUCache } from 'lru-cache';
import type { Database } from '../database/database.ts';
import { getKeys } from './keys-stored.ts';
import { type Claims, createVerifier, getPair, signToken, TokenError } from './keys-tokens.ts';
import { type KeySettings, NO_KEYS } from './token-keys.ts';

export type Keys = {
  issuer: string;
  /** The key every client carries: role anon. */
  anonKey: string;
  /** The key of the server's own functions and operators: role service_role. Never given to a browser. */
  serviceKey: string;
  /** The same two in the newer form, which says nothing by itself. */
  publishableKey: string;
  secretKey: string;
  jwks: { keys: JWK[] };
  sign(claims: Claims, lifetimeSeconds: number): Promise<string>;
  /** The claims of a token signed here, or those an opaque key stands for. What was verified is remembered. Throws TokenError. */
  verify(token: string): Promise<Claims>;
  /** 32 bytes for keyed hashes. */
  secret: Uint8Array;
};

const REMEMBERED_TOKENS = 10_000;
/** 2100-01-01: an opaque key does not expire, yet tokens have an end. */
const END_OF_OPAQUE_KEYS = 4_102_444_800;

/**
 * Opens the keys, which live in the database so that all processes of one bank share them; they are made at the first
 * start. Keys that the operator brings along sign and count before them, and what was signed earlier stays valid.
 */
export async function openKeys(
  database: Database,
  publicUrl: string,
  brought: KeySettings = NO_KEYS,
): Promise<Keys> {
  const stored = await getKeys(database.owner);
  const pairs = await Promise.all([...brought.signingKeys, stored.pair].map((jwk) => getPair(jwk as JWK)));
  const [{ signer }] = pairs as [(typeof pairs)[0]];
  const jwks = { keys: pairs.map(({ publicKey }) => publicKey) };
  const verify = createVerifier(jwks, brought.jwtSecret);
  const publishableKey = brought.publishableKey ?? stored.publishableKey;
  const secretKey = brought.secretKey ?? stored.secretKey;
  const opaqueKeys = new Map([
    [getDigest(publishableKey), opaqueClaims('anon')],
    [getDigest(secretKey), opaqueClaims('service_role')],
  ]);
  const verified = new LRUCache<string, Claims>({ max: REMEMBERED_TOKENS });
  return {
    issuer: `${publicUrl}/auth/v1`,
    anonKey: stored.anonKey,
    serviceKey: stored.serviceKey,
    publishableKey,
    secretKey,
    jwks,
    secret: Buffer.from(stored.secret, 'hex'),
    sign: (claims, lifetimeSeconds) => signToken(signer, claims, lifetimeSeconds),
    async verify(token) {
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

/** Returns true for an opaque key, which contains no claims and identifies no user. */
export function isOpaque(token: string): boolean {
  return /^sb_(publishable|secret)_/.test(token);
}

const opaqueClaims = (role: string): Claims =>
  Object.freeze({ iss: 'sandbank', role, exp: END_OF_OPAQUE_KEYS });

/** Keys are looked up by their digests, so that the time that takes tells nothing about them. */
const getDigest = (key: string) => createHash('sha256').update(key).digest('base64');

const isExpired = ({ exp }: Claims) => typeof exp === 'number' && exp <= Date.now() / 1000;
