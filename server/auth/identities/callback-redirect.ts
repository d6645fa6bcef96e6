import { AuthError, getDatabaseRefusal, OAuthError } from '../auth-error.ts';
import type { SessionJson } from '../sessions/sessions.ts';

const ERROR_NAMES: Record<number, string> = {
  400: 'invalid_request',
  401: 'unauthorized_client',
  403: 'access_denied',
  500: 'server_error',
  503: 'temporarily_unavailable',
};

const DENIALS = ['signup_disabled', 'user_banned', 'provider_email_needs_verification'];
const LONGEST_DESCRIPTION = 500;

/** Returns the query parameters for an expected failure of a provider sign-in, or null for other errors. */
export function getExpectedFailure(error: unknown): Record<string, string> | null {
  if (error instanceof AuthError) return failureParameters(error);
  if (error instanceof OAuthError)
    return { error: error.error, error_description: error.message.slice(0, LONGEST_DESCRIPTION) };
  const raised = getDatabaseRefusal(error);
  if (!raised) return null;
  const name = ERROR_NAMES[raised.status] ?? 'server_error';
  return { error: name, error_code: raised.body.code, error_description: raised.body.message };
}

/**
 * Returns the redirect parameters that describe an error. `fallback` is the error name if OAuth has none for
 * the status.
 */
export function failureParameters(error: AuthError, fallback = 'server_error'): Record<string, string> {
  const name = DENIALS.includes(error.code) ? 'access_denied' : ERROR_NAMES[error.status];
  return { error: name ?? fallback, error_code: error.code, error_description: error.message };
}

/**
 * Returns the page's URL with the failure in its fragment. For clients that exchange codes, also adds the
 * failure to the query.
 */
export function withFailure(page: string, failure: Record<string, string>, inQuery: boolean): string {
  return withFragment(inQuery ? withQuery(page, failure) : page, failure);
}

/** Returns the page's URL with parameters in its fragment, which browsers don't send to servers. */
export function withFragment(page: string, parameters: Record<string, string>): string {
  const url = new URL(page);
  url.hash = new URLSearchParams({ ...parameters, sb: '' }).toString();
  return url.href;
}

export function withQuery(page: string, parameters: Record<string, string>): string {
  const url = new URL(page);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}

/** Returns a session's tokens as fragment parameters. Inserts `more` in Supabase's order. */
export const sessionParameters = (session: SessionJson, more: Record<string, string> = {}) => ({
  access_token: session.access_token,
  expires_at: String(session.expires_at),
  expires_in: String(session.expires_in),
  ...more,
  refresh_token: session.refresh_token,
  token_type: session.token_type,
});
