import type { Context } from 'hono';
import { isAway } from '../database/away.ts';
import { PoolTimeout, TooManyRequests } from '../database/fair-share.ts';
import { TokenError } from '../settings/keys-tokens.ts';

/** A refusal in the storage format. */
export class StorageError extends Error {
  override name = 'StorageError';
  readonly statusCode: number;
  readonly short: string;
  readonly code: string;
  readonly headers: Record<string, string>;
  constructor(
    statusCode: number,
    short: string,
    message: string,
    code = short,
    headers: Record<string, string> = {},
  ) {
    super(message);
    this.statusCode = statusCode;
    this.short = short;
    this.code = code;
    this.headers = headers;
  }
}

export const noSuchBucket = () =>
  new StorageError(404, 'Bucket not found', 'Bucket not found', 'NoSuchBucket');
export const noSuchKey = () => new StorageError(404, 'not_found', 'Object not found', 'NoSuchKey');
export const invalidKey = (key: string) =>
  new StorageError(400, 'InvalidKey', `Invalid key: ${key}`, 'InvalidKey');
export const accessDenied = (message: string) =>
  new StorageError(403, 'Unauthorized', message, 'AccessDenied');
export const tooLarge = () =>
  new StorageError(
    413,
    'Payload too large',
    'The object exceeded the maximum allowed size',
    'EntityTooLarge',
  );
export const invalidMimeType = (type: string) =>
  new StorageError(415, 'invalid_mime_type', `mime type ${type} is not supported`, 'InvalidMimeType');
export const invalidRequest = (message: string) =>
  new StorageError(400, 'InvalidRequest', message, 'InvalidRequest');
/** A request without a token, as Supabase's schema checks refuse it. */
export const missingAuthorization = () => malformed("headers must have required property 'authorization'");
/** An invalid body or query, as Supabase's schema checks refuse it. */
export const malformed = (message: string) => new StorageError(400, 'Error', message, 'InvalidRequest');
/** Image rendering and other features that aren't supported. */
export const featureDisabled = () =>
  new StorageError(
    403,
    'FeatureNotEnabled',
    'The feature is not enabled for this tenant',
    'FeatureNotEnabled',
  );

const databaseAway = () =>
  new StorageError(
    503,
    'Service Unavailable',
    'The bank is starting again, try once more.',
    'DatabaseUnavailable',
    { 'Retry-After': '1' },
  );

const diskFull = () =>
  new StorageError(
    503,
    'Service Unavailable',
    'There is no storage for files at the moment.',
    'InsufficientStorage',
    { 'Retry-After': '60' },
  );

const VIOLATION = 'new row violates row-level security policy';

/** Converts a database error into a refusal; null if it isn't the caller's fault. */
function refusalOfDatabase(code: string, message: string): StorageError | null {
  if (isAway({ code })) return databaseAway();
  if (code === 'ENOSPC' || code === 'EDQUOT') return diskFull();
  if (code === '42501') return accessDenied(message.startsWith(VIOLATION) ? VIOLATION : 'Access denied');
  if (code === '23505')
    return new StorageError(409, 'Duplicate', 'The resource already exists', 'KeyAlreadyExists');
  if (code === '23503') return noSuchBucket();
  if (code === '57014')
    return new StorageError(
      544,
      'DatabaseTimeout',
      'The connection to the database timed out',
      'DatabaseTimeout',
    );
  // Errors of the project's triggers and constraints are passed on: P0001, 23514, 22P02, and the like.
  if (/^(P0|22|23)/.test(code)) return new StorageError(400, 'DatabaseError', message, 'DatabaseError');
  return null;
}

/** Converts any error into a refusal; null if it is the server's failure. */
export function getRefusal(error: unknown): StorageError | null {
  if (error instanceof StorageError) return error;
  if (error instanceof TokenError) return accessDenied(wordsOfToken(error));
  if (error instanceof TooManyRequests) return new StorageError(429, 'SlowDown', error.message, 'SlowDown');
  if (error instanceof PoolTimeout)
    return new StorageError(544, 'DatabaseTimeout', error.message, 'DatabaseTimeout');
  const { code, message, severity } = error as { code?: unknown; message?: string; severity?: unknown };
  // Refusals of the project have five-letter codes, such as for an ended session. System errors may have as
  // many letters, but no severity.
  if (severity !== undefined && typeof code === 'string' && /^[A-Z]{5}$/.test(code))
    return accessDenied(message ?? '');
  return typeof code === 'string' ? refusalOfDatabase(code, message ?? '') : null;
}

function wordsOfToken(error: TokenError): string {
  if (error.code === 'expired') return '"exp" claim timestamp check failed';
  return error.code === 'malformed' ? 'Invalid Compact JWS' : 'signature verification failed';
}

/**
 * The response to a failed request. As in Supabase, the status is 400, except for the server's own failures
 * (500, or 503 while the database is down), and the true status is in the body as text.
 */
export function answerError(error: unknown, c: Context, log: (error: unknown) => void): Response {
  const refusal = getRefusal(error);
  if (!refusal || refusal.statusCode === 503) log(error);
  const { statusCode, short, message, code, headers } =
    refusal ?? new StorageError(500, 'Internal', 'Internal Server Error', 'InternalError');
  const status = [416, 429, 503].includes(statusCode) ? statusCode : statusCode >= 500 ? 500 : 400;
  if (c.req.method === 'HEAD') return new Response(null, { status, headers });
  // The rest of an upload is not read, so the next request needs another connection.
  const unread: Record<string, string> = c.req.method === 'GET' ? {} : { Connection: 'close' };
  return Response.json(
    { statusCode: String(statusCode), error: short, message, code },
    { status, headers: { ...headers, ...unread } },
  );
}
