import { errors, jwtVerify, SignJWT } from 'jose';
import type { StorageContext } from './context.ts';
import { malformed, StorageError } from './storage-error.ts';

/** The permission that a link grants: read one file, or write it once. */
export type Link = {
  scope: 'download' | 'upload';
  /** The file's path, such as `bucket/folder/file`. */
  url: string;
  /** The owner of the file to upload. */
  owner?: string;
  upsert?: boolean;
  /** The requested image transformation. */
  transformations?: string;
};

const ALGORITHM = 'HS256';

/** Creates a link's token, which anyone can use until it expires. */
export function signLink({ linkSecret }: StorageContext, link: Link, lifetimeSeconds: number) {
  const now = Math.floor(Date.now() / 1000);
  return new SignJWT(link)
    .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
    .setIssuedAt(now)
    .setExpirationTime(now + lifetimeSeconds)
    .sign(linkSecret);
}

/**
 * Verifies the token of a link to `url`. Throws if the token is missing, invalid, or for a different file or
 * purpose.
 */
export async function verifyLink(
  { linkSecret }: StorageContext,
  token: string | undefined,
  scope: Link['scope'],
  url: string,
): Promise<Link & { expires: Date }> {
  if (!token) throw malformed("querystring must have required property 'token'");
  const { payload } = await jwtVerify<Link>(token, linkSecret, { algorithms: [ALGORITHM] }).catch((error) => {
    throw new StorageError(400, 'InvalidJWT', toText(error), 'InvalidJWT');
  });
  if (payload.url !== url || payload.scope !== scope)
    throw new StorageError(400, 'InvalidSignature', 'The url do not match the signature', 'InvalidSignature');
  return { ...payload, expires: new Date((payload.exp ?? 0) * 1000) };
}

function toText(error: unknown): string {
  if (error instanceof errors.JWTExpired) return '"exp" claim timestamp check failed';
  return error instanceof errors.JWSInvalid ? 'Invalid Compact JWS' : 'signature verification failed';
}
