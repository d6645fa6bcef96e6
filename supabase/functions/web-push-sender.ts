import { createPrivateKey, sign } from 'node:crypto';

/** Push services accept tokens that are valid for at most one day (RFC 8292, section 2). */
const VALID_FOR_SECONDS = 12 * 3600;

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/**
 * Returns the authorization header for a push service (RFC 8292), signed with the bank's key (a P-256 JWK).
 */
export function signAuthorization(
  privateKey: JsonWebKey,
  publicKey: string,
  { audience, contact }: { audience: string; contact: string },
): string {
  const expires = Math.floor(Date.now() / 1000) + VALID_FOR_SECONDS;
  const token = `${encode({ typ: 'JWT', alg: 'ES256' })}.${encode({ aud: audience, exp: expires, sub: contact })}`;
  const key = createPrivateKey({ key: { ...privateKey }, format: 'jwk' });
  const signature = sign('sha256', Buffer.from(token), { key, dsaEncoding: 'ieee-p1363' });
  return `vapid t=${token}.${signature.toString('base64url')}, k=${publicKey}`;
}

/** Formats a public key for browsers as an uncompressed point, from its coordinates in base64url. */
export function getPoint(x: string, y: string): string {
  const point = [Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')];
  return Buffer.concat(point).toString('base64url');
}
