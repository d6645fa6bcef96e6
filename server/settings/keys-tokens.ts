import {
  calculateJwkThumbprint,
  createLocalJWKSet,
  decodeProtectedHeader,
  importJWK,
  type JWK,
  errors as joseErrors,
  jwtVerify,
  SignJWT,
} from 'jose';

export type Claims = Record<string, unknown>;

/** The error for an invalid token. An `expired` token can be refreshed. */
export class TokenError extends Error {
  override name = 'TokenError';
  constructor(
    readonly code: 'expired' | 'invalid' | 'malformed',
    message: string,
  ) {
    super(message);
  }
}

type Signer = Awaited<ReturnType<typeof getPair>>['signer'];

/** The algorithms of verification keys. Shared secrets are not included. */
const ASYMMETRIC = ['ES256', 'RS256', 'EdDSA'];
const SHARED = 'HS256';

/** Signs a token that expires after the given number of seconds. */
export function signToken({ key, algorithm, kid }: Signer, claims: Claims, lifetime: number) {
  const now = Math.floor(Date.now() / 1000);
  return new SignJWT({ iat: now, exp: now + lifetime, ...claims })
    .setProtectedHeader({ alg: algorithm, kid, typ: 'JWT' })
    .sign(key);
}

/** Converts a private JWK to a signer and its public key. */
export async function getPair(jwk: JWK) {
  const algorithm = jwk.alg ?? (jwk.kty === 'RSA' ? 'RS256' : jwk.kty === 'OKP' ? 'EdDSA' : 'ES256');
  const { kty, crv, x, y, n, e, kid = await calculateJwkThumbprint(jwk) } = jwk;
  const half = kty === 'RSA' ? { kty, n, e } : kty === 'OKP' ? { kty, crv, x } : { kty, crv, x, y };
  const publicKey: JWK = { ...half, kid, alg: algorithm, use: 'sig', key_ops: ['verify'] };
  // Keys from the CLI list the operations of both the private and the public key, but a private key can be
  // imported only for signing.
  const { key_ops: _, use: __, ...alone } = jwk;
  return { signer: { key: await importJWK(alone, algorithm), algorithm, kid }, publicKey };
}

/**
 * Verifies tokens with public keys and an optional shared secret. The token's algorithm determines which key
 * is used, so a public key is never used as a secret or vice versa. Returns the claims, or throws TokenError.
 */
export function createVerifier(jwks: { keys: JWK[] }, sharedSecret: string | null) {
  const keySet = createLocalJWKSet(jwks);
  const secret = sharedSecret === null ? null : new TextEncoder().encode(sharedSecret);
  return async (token: string): Promise<Claims> => {
    try {
      const { payload } =
        secret && decodeProtectedHeader(token).alg === SHARED
          ? await jwtVerify(token, secret, { algorithms: [SHARED] })
          : await verifyWithSet(token, keySet);
      return payload;
    } catch (error) {
      if (error instanceof joseErrors.JWTExpired) throw new TokenError('expired', 'JWT expired');
      if (
        error instanceof joseErrors.JWSInvalid ||
        error instanceof joseErrors.JWTInvalid ||
        error instanceof TypeError
      )
        throw new TokenError('malformed', 'JWT could not be read');
      throw new TokenError('invalid', 'JWT signature is not valid');
    }
  };
}

/**
 * Verifies a token with the key set. A token that has no key id can be signed with any key of the right type.
 */
async function verifyWithSet(token: string, keySet: ReturnType<typeof createLocalJWKSet>) {
  try {
    return await jwtVerify(token, keySet, { algorithms: ASYMMETRIC });
  } catch (error) {
    if (!(error instanceof joseErrors.JWKSMultipleMatchingKeys)) throw error;
    for await (const key of error) {
      try {
        return await jwtVerify(token, key, { algorithms: ASYMMETRIC });
      } catch (failure) {
        if (!(failure instanceof joseErrors.JWSSignatureVerificationFailed)) throw failure;
      }
    }
    throw new joseErrors.JWSSignatureVerificationFailed();
  }
}
