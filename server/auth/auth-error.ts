import { randomUUID } from 'node:crypto';
import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import postgres from 'postgres';
import { isAway } from '../database/away.ts';

/** A refusal with an HTTP status, a documented code, and a message. */
export class AuthError extends Error {
  override name = 'AuthError';

  constructor(
    readonly status: ContentfulStatusCode,
    readonly code: string,
    message: string,
    readonly extra: Record<string, unknown> = {},
  ) {
    super(message);
  }
}

/** A refusal in OAuth format: `{"error", "error_description"}`. The status is always 400. */
export class OAuthError extends Error {
  override name = 'OAuthError';

  constructor(
    readonly error: string,
    description: string,
  ) {
    super(description);
  }
}

/** Returns the error for invalid input: 400 `validation_failed`. */
export const invalid = (message: string): AuthError => new AuthError(400, 'validation_failed', message);

/**
 * The error for a request that exceeds a rate limit: status 429, with the number of seconds to wait in
 * Retry-After.
 */
export class TooManyRequests extends AuthError {
  readonly retryAfterSeconds: number;

  constructor(
    retryAfterSeconds: number,
    code = 'over_request_rate_limit',
    message = 'Request rate limit reached',
  ) {
    super(429, code, message);
    this.retryAfterSeconds = Math.max(1, Math.ceil(retryAfterSeconds));
  }
}

const VERSION_HEADER = 'X-Supabase-Api-Version';
const ERROR_CODES_VERSION = '2024-01-01';

/** Responds with an error body in the client's API version. Logs unknown errors and hides their details. */
export function respondToError(error: unknown, c: Context, logFailure: (error: unknown, id: string) => void) {
  if (error instanceof OAuthError)
    return c.json({ error: error.error, error_description: error.message }, 400);
  const raised = getDatabaseRefusal(error);
  if (raised) return c.json(raised.body, raised.status);
  if (error instanceof TooManyRequests) c.header('Retry-After', String(error.retryAfterSeconds));
  if (error instanceof AuthError) return createResponse(c, error);
  const id = randomUUID();
  logFailure(error, id);
  const isDatabaseAway = isAway(error);
  if (isDatabaseAway) c.header('Retry-After', '1');
  const message = 'Unexpected failure, please try again later';
  const status = isDatabaseAway ? 503 : 500;
  return createResponse(c, new AuthError(status, 'unexpected_failure', message, { error_id: id }));
}

function createResponse(c: Context, error: AuthError) {
  const { code, status, message, extra } = error;
  c.header('x-sb-error-code', code);
  const version = c.req.header(VERSION_HEADER) ?? '';
  if (/^\d{4}-\d\d-\d\d$/.test(version) && version >= ERROR_CODES_VERSION) {
    c.header(VERSION_HEADER, ERROR_CODES_VERSION);
    return c.json({ code, message, ...extra }, status);
  }
  return c.json({ code: status, error_code: code, msg: message, ...extra }, status);
}

/**
 * Translates an error from the application's triggers or constraints on auth.users into a response. The error
 * is a raised exception, an integrity violation, or an application code (five letters, or PTnnn for a
 * status).
 */
export function getDatabaseRefusal(error: unknown) {
  if (!(error instanceof postgres.PostgresError)) return null;
  const status = /^PT[45]\d\d$/.test(error.code) ? Number(error.code.slice(2)) : 400;
  if (!/^(P0001|23...|PT[45]\d\d|[A-Z]{5})$/.test(error.code)) return null;
  const { code, message, hint, detail } = error;
  return {
    status: status as ContentfulStatusCode,
    body: { code, message, ...(hint && { hint }), ...(detail && { detail }) },
  };
}
