import postgres from 'postgres';
import { isUnreachable } from '../database/away.ts';
import { ClientGone, PoolTimeout, TooManyRequests } from '../database/fair-share.ts';
import { TokenError } from '../settings/keys-tokens.ts';
import { BODILESS, RestError } from './rest-error.ts';

/**
 * The HTTP statuses of SQLSTATEs and of SQLSTATE classes (two characters). All other SQLSTATEs, including
 * those that an application defines, have the status 400.
 */
const SQLSTATES: Record<number, readonly string[]> = {
  400: ['55000', 'P0001'],
  403: ['0L', '0P', '28'],
  404: ['42883', '42P01'],
  405: ['25006'],
  409: ['23503', '23505'],
  500: ['09', '25', '2D', '38', '39', '3B', '40', '42P17', '53400', '55', '57', '58', 'F0', 'HV', 'P0', 'XX'],
  503: ['08', '53'],
};
const STATUSES = new Map(
  Object.entries(SQLSTATES).flatMap(([status, states]) => states.map((state) => [state, Number(status)])),
);

/** The SQLSTATE classes for system problems: disk, memory, files, and PostgreSQL itself. */
const MACHINE_CLASSES = new Set(['53', '58', 'XX']);

const CUSTOM_STATUS = /^PT([2-5]\d\d)$/;

/** Converts an error to a refusal. Returns null if clients must not see the error. */
export function getRefusal(error: unknown, role: string): RestError | null {
  if (error instanceof RestError) return error;
  if (error instanceof TokenError) return createTokenRefusal(error);
  const retryLater = { headers: { 'Retry-After': '1' } };
  if (error instanceof TooManyRequests) return new RestError(429, '53300', error.message, retryLater);
  if (error instanceof PoolTimeout) return new RestError(504, 'PGRST003', error.message, retryLater);
  if (error instanceof ClientGone) return new RestError(408, '57014', error.message);
  if (isUnreachable(error))
    return new RestError(503, 'PGRST001', 'Database connection lost. Retrying the connection.', retryLater);
  if (!(error instanceof postgres.PostgresError)) return null;
  if (error.code === 'PGRST') return parseRaisedRefusal(error);
  const status = getStatus(error.code, role);
  // Hides details from clients, such as a full disk or a damaged file. The details are logged for the
  // operator.
  if (MACHINE_CLASSES.has(error.code.slice(0, 2)))
    return new RestError(
      status,
      error.code,
      "The database can't complete this request at the moment. Try again later.",
      status === 503 ? retryLater : {},
    );
  return new RestError(status, error.code, error.message, {
    details: error.detail ?? null,
    hint: error.hint ?? null,
    headers: error.code === '42501' && role === 'anon' ? { 'WWW-Authenticate': 'Bearer' } : {},
  });
}

function getStatus(code: string, role: string): number {
  if (code === '42501') return role === 'anon' ? 401 : 403;
  const [, custom] = CUSTOM_STATUS.exec(code) ?? [];
  return Number(custom ?? STATUSES.get(code) ?? STATUSES.get(code.slice(0, 2)) ?? 400);
}

function createTokenRefusal(error: TokenError): RestError {
  const code = error.code === 'expired' ? 'PGRST303' : 'PGRST301';
  const challenge = `Bearer error="invalid_token", error_description="${error.message.replace(/[^ -~]|["\\]/g, '')}"`;
  return new RestError(401, code, error.message, { headers: { 'WWW-Authenticate': challenge } });
}

/**
 * Parses an error that SQL raised with `raise sqlstate 'PGRST'`, which sets the whole response. The message
 * is the body as JSON, and the detail is `{"status": …, "headers": {…}}`.
 */
function parseRaisedRefusal(error: postgres.PostgresError): RestError {
  try {
    const body = JSON.parse(error.message);
    const { status, headers } = JSON.parse(error.detail ?? '');
    if (typeof body.code !== 'string' || typeof body.message !== 'string')
      throw new TypeError('code, message');
    if (!Number.isInteger(status) || status < 200 || status > 599) throw new TypeError('status');
    return new RestError(status, body.code, body.message, {
      details: body.details,
      hint: typeof body.hint === 'string' ? body.hint : null,
      headers: getTexts(headers),
    });
  } catch {
    return new RestError(500, 'PGRST121', 'Could not parse JSON in the "RAISE SQLSTATE \'PGRST\'" error');
  }
}

/** Converts an object with text values to headers. Throws TypeError for invalid values. */
function getTexts(headers: unknown): Record<string, string> {
  if (headers === null || typeof headers !== 'object') return {};
  const texts = Object.entries(headers).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as [string, string]] : [],
  );
  return Object.fromEntries(new Headers(texts));
}

export function createRefusalResponse(refusal: RestError, withBody: boolean): Response {
  const { code, details, hint, message } = refusal;
  const hasBody = withBody && !BODILESS.has(refusal.status);
  return new Response(hasBody ? JSON.stringify({ code, details, hint, message }) : null, {
    status: refusal.status,
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Proxy-Status': `PostgREST; error=${/^[\w.-]+$/.test(code) ? code : 'unknown'}`,
      ...refusal.headers,
    },
  });
}
