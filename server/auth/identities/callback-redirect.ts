import { AuthError, OAuthError, raisedByDatabase } from '../auth-error.ts';

const ERROR_NAMES: Record<number, string> = {
  400: 'invalid_request',
  401: 'unauthorized_client',
  403: 'access_denied',
  503: 'temporarily_unavailable',
};

const DENIALS = ['signup_disabled', 'user_banned', 'provider_email_needs_verification'];
const LONGEST_DESCRIPTION = 500;

/** Returns the query parameters for an expected failure of a provider sign-in; null for other errors. */
export function foreseenFailure(error: unknown): Record<string, string> | null {
  if (error instanceof AuthError) return failureParameters(error);
  if (error instanceof OAuthError)
    return { error: error.error, error_description: error.message.slice(0, LONGEST_DESCRIPTION) };
  const raised = raisedByDatabase(error);
  if (!raised) return null;
  const name = ERROR_NAMES[raised.status] ?? 'server_error';
  return { error: name, error_code: raised.body.code, error_description: raised.body.message };
}

export function failureParameters(error: AuthError): Record<string, string> {
  const name = DENIALS.includes(error.code) ? 'access_denied' : ERROR_NAMES[error.status];
  return { error: name ?? 'server_error', error_code: error.code, error_description: error.message };
}

/** Returns the page with the failure in its fragment, and in its query for clients that exchange codes. */
export function withFailure(page: string, failure: Record<string, string>, inQuery: boolean): string {
  return withFragment(inQuery ? withQuery(page, failure) : page, failure);
}

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
