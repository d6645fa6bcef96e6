import type { Context } from 'hono';
import { isAway } from '../database/away.ts';
import { PoolTimeout, TooManyRequests } from '../database/fair-share.ts';
import { TokenError } from '../settings/keys-tokens.ts';

/** A refusal in the storage API's format. */
export class StorageError extends Error {
  override name = 'StorageError';
  constructor(
    readonly statusCode: number,
    readonly short: string,
    message: string,
    readonly code = short,
    readonly headers: Record<string, string> = {},
  ) {
    super(message);
  }
}

type Headers = Record<string, string>;

/** Creates a function that returns a refusal with a fixed message. */
const fixed =
  (status: number, short: string, message: string, code = short, headers: Headers = {}) =>
  () =>
    new StorageError(status, short, message, code, headers);

/** Creates a function that returns a refusal with a custom message. */
const variable =
  (status: number, short: string, code = short) =>
  (message: string) =>
    new StorageError(status, short, message, code);

export const noSuchBucket = fixed(404, 'Bucket not found', 'Bucket not found', 'NoSuchBucket');
export const noSuchKey = fixed(404, 'not_found', 'Object not found', 'NoSuchKey');
export const tooLarge = fixed(
  413,
  'Payload too large',
  'The object exceeded the maximum allowed size',
  'EntityTooLarge',
);
/** The refusal for features that aren't supported, such as image rendering. */
export const featureDisabled = fixed(403, 'FeatureNotEnabled', 'The feature is not enabled for this tenant');
export const accessDenied = variable(403, 'Unauthorized', 'AccessDenied');
export const invalidRequest = variable(400, 'InvalidRequest');
/** The refusal for an invalid body or query, as in Supabase's schema checks. */
export const malformed = variable(400, 'Error', 'InvalidRequest');
/** Returns the refusal for a request that has no token, as in Supabase's schema checks. */
export const missingAuthorization = () => malformed("headers must have required property 'authorization'");
export const invalidKey = (key: string) => new StorageError(400, 'InvalidKey', `Invalid key: ${key}`);
export const invalidMimeType = (type: string) =>
  new StorageError(415, 'invalid_mime_type', `mime type ${type} is not supported`, 'InvalidMimeType');

const databaseAway = fixed(
  503,
  'Service Unavailable',
  'The bank is restarting. Please try again.',
  'DatabaseUnavailable',
  { 'Retry-After': '1' },
);
const diskFull = fixed(
  503,
  'Service Unavailable',
  'File storage is currently unavailable.',
  'InsufficientStorage',
  { 'Retry-After': '60' },
);
const databaseTimeout = variable(544, 'DatabaseTimeout');
const databaseError = variable(400, 'DatabaseError');
const slowDown = variable(429, 'SlowDown');

const VIOLATION = 'new row violates row-level security policy';

/** Converts a database error to a refusal. Returns null if the error isn't caused by the caller. */
function getDatabaseRefusal(code: string, message: string): StorageError | null {
  if (isAway({ code })) return databaseAway();
  if (code === 'ENOSPC' || code === 'EDQUOT') return diskFull();
  if (code === '42501') return accessDenied(message.startsWith(VIOLATION) ? VIOLATION : 'Access denied');
  if (code === '23505')
    return new StorageError(409, 'Duplicate', 'The resource already exists', 'KeyAlreadyExists');
  if (code === '23503') return noSuchBucket();
  if (code === '57014') return databaseTimeout('The connection to the database timed out');
  // Passes on errors from the project's triggers and constraints: P0001, 23514, 22P02, and similar codes.
  if (/^(P0|22|23)/.test(code)) return databaseError(message);
  return null;
}

/** Converts any error to a refusal. Returns null if the server failed. */
export function getRefusal(error: unknown): StorageError | null {
  if (error instanceof StorageError) return error;
  if (error instanceof TokenError) return accessDenied(getTokenMessage(error));
  if (error instanceof TooManyRequests) return slowDown(error.message);
  if (error instanceof PoolTimeout) return databaseTimeout(error.message);
  const { code, message, severity } = error as { code?: unknown; message?: string; severity?: unknown };
  // The project's refusals have five-letter codes, such as for an ended session. System error codes can also
  // have five letters, but those errors have no severity.
  if (severity !== undefined && typeof code === 'string' && /^[A-Z]{5}$/.test(code))
    return accessDenied(message ?? '');
  return typeof code === 'string' ? getDatabaseRefusal(code, message ?? '') : null;
}

function getTokenMessage(error: TokenError): string {
  if (error.code === 'expired') return '"exp" claim timestamp check failed';
  return error.code === 'malformed' ? 'Invalid Compact JWS' : 'signature verification failed';
}

/**
 * Returns the response to a failed request. As in Supabase, the status is 400 and the body contains the
 * actual status as text. Only the server's own failures have status 500, or 503 while the database is down.
 */
export function respondToError(error: unknown, c: Context, log: (error: unknown) => void): Response {
  const refusal = getRefusal(error);
  if (!refusal || refusal.statusCode === 503) log(error);
  const { statusCode, short, message, code, headers } =
    refusal ?? new StorageError(500, 'Internal', 'Internal Server Error', 'InternalError');
  const status = [416, 429, 503].includes(statusCode) ? statusCode : statusCode >= 500 ? 500 : 400;
  if (c.req.method === 'HEAD') return new Response(null, { status, headers });
  // The rest of the request isn't read, so the next request needs a new connection.
  const unread: Record<string, string> = c.req.method === 'GET' ? {} : { Connection: 'close' };
  return Response.json(
    { statusCode: String(statusCode), error: short, message, code },
    { status, headers: { ...headers, ...unread } },
  );
}
