import { queryOptions } from '@tanstack/react-query';
import { loadEnvironment } from '@/lib/environment';

/** The sign-in methods that this bank offers. */
type SignInMethods = { external: Record<string, boolean>; passkeys_enabled: boolean };

export const signInMethodQueries = {
  all: () =>
    queryOptions({
      queryKey: ['sign-in-methods'],
      queryFn: async () => {
        const { url, anonKey } = await loadEnvironment();
        const answer = await fetch(`${url}/auth/v1/settings`, { headers: { apikey: anonKey } });
        if (!answer.ok) throw new Error(`Server error ${answer.status}.`);
        return (await answer.json()) as SignInMethods;
      },
      staleTime: Number.POSITIVE_INFINITY,
      meta: { failure: "We couldn't load sign-in options" },
    }),
};

/** Returns the enabled external sign-in providers. */
export function getServices({ external }: SignInMethods): string[] {
  const own = ['email', 'phone', 'anonymous_users'];
  return Object.keys(external).filter((name) => external[name] && !own.includes(name));
}

const NAMES: Record<string, string> = {
  azure: 'Microsoft',
  github: 'GitHub',
  gitlab: 'GitLab',
  linkedin_oidc: 'LinkedIn',
  slack_oidc: 'Slack',
  workos: 'WorkOS',
};

/**
 * Returns a provider's display name. For the operator's own provider (`custom:house`), this is the name that
 * the operator chose.
 */
export function serviceName(provider: string): string {
  const own = provider.replace(/^(custom|sso):/, '');
  return NAMES[own] ?? own.charAt(0).toUpperCase() + own.slice(1).replaceAll('_', ' ');
}

/** Returns the reason why a provider sign-in failed, based on the URL's hash; null if it didn't fail. */
export function serviceProblem(hash: string): string | null {
  const parameters = new URLSearchParams(hash.slice(1));
  const error = parameters.get('error');
  if (!error) return null;
  return (
    PROBLEMS[parameters.get('error_code') ?? ''] ??
    PROBLEMS[error] ??
    "We couldn't sign you in with that service. Try again."
  );
}

const PROBLEMS: Record<string, string> = {
  access_denied: "You didn't give permission, so nothing changed.",
  identity_already_exists: 'That account is already linked to another customer.',
  signup_disabled: "Sandbank isn't accepting new customers right now.",
  user_banned: 'This account is suspended.',
  email_exists:
    'You already have an account with this email. Sign in with it, then link the service in Settings.',
  provider_email_needs_verification:
    "The service hasn't confirmed your email. Confirm it there, then try again.",
  bad_oauth_state: 'The sign-in timed out or started in another window. Try again.',
};
