import { findMisspelled } from './schema/similar-name.ts';

/** Statuses whose responses have no body. */
export const BODILESS = new Set([204, 205, 304]);

/** A refusal in PostgREST's format: an HTTP status and the four fields of its body. */
export class RestError extends Error {
  override name = 'RestError';
  readonly details: unknown;
  readonly hint: string | null;
  readonly headers: Record<string, string>;

  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    more: { details?: unknown; hint?: string | null; headers?: Record<string, string> } = {},
  ) {
    super(message);
    this.details = more.details ?? null;
    this.hint = more.hint ?? null;
    this.headers = more.headers ?? {};
  }
}

/** Returns the error for a request that doesn't match the query grammar (400 PGRST100). */
export function malformed(message: string, details: string | null = null): RestError {
  return new RestError(400, 'PGRST100', message, { details });
}

/** Returns the error for a body that doesn't match its content type (400 PGRST102). */
export const badBody = (message: string): RestError => new RestError(400, 'PGRST102', message);

/**
 * Returns the error for an unknown column, as reported by PostgreSQL (400 42703). `names` are the existing
 * columns.
 */
export function unknownColumn(relation: string, column: string, names: Iterable<string>): RestError {
  const meant = findMisspelled(column, names).map((name) => `the column "${relation}.${name}"`);
  const hint = meant.length === 0 ? null : `Perhaps you meant to reference ${meant.join(' or ')}.`;
  return new RestError(400, '42703', `column ${relation}.${column} does not exist`, { hint });
}

const STALE_CODES = new Set(['42703', '42704', 'PGRST200', 'PGRST202', 'PGRST204', 'PGRST205']);

/** Returns true if an outdated schema cache can cause the error. */
export const mayBeStale = (error: unknown) => error instanceof RestError && STALE_CODES.has(error.code);
