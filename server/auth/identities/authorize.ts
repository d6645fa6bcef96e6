import type { Context } from 'hono';
import { AuthError } from '../auth-error.ts';
import { type AuthContext, getClient, type Handler } from '../context.ts';
import { getRedirect } from '../mail/token.ts';
import { requireSession } from '../sessions/bearer.ts';
import { failureParameters, withFailure } from './callback-redirect.ts';
import { type Challenge, getChallenge } from './flow-states.ts';
import { startProviderSignIn } from './pending-sign-ins.ts';
import { reportUnreachable } from './provider-fetch.ts';
import type { Provider } from './provider-types.ts';

/** Parameters reserved for the server. */
const RESERVED_PARAMETERS = new Set([
  ...['provider', 'scopes', 'redirect_to', 'skip_http_redirect', 'invite_token', 'apikey'],
  ...['client_id', 'redirect_uri', 'response_type', 'response_mode', 'scope', 'state', 'nonce'],
  ...['code_challenge', 'code_challenge_method', 'request', 'request_uri', 'registration'],
]);

/** Redirects a visitor to a provider to sign in. */
export const authorize: Handler = async (auth, c) => {
  // A link preview must not start a sign-in.
  if (c.req.method === 'HEAD') return c.body(null, 200);
  await auth.limits.count('authorize', getClient(auth, c).network);
  return redirectToProvider(auth, c, null);
};

/** Redirects a customer to a provider to link an identity. */
export const authorizeLinking: Handler = async (auth, c) => {
  requireLinkingEnabled(auth);
  const { user } = await requireSession(auth, c);
  await auth.limits.count('link-identity', getClient(auth, c).network);
  return redirectToProvider(auth, c, user.id);
};

/** Throws 404 if the operator has disabled linking. */
export function requireLinkingEnabled(auth: AuthContext): void {
  if (!auth.config.enable_manual_linking)
    throw new AuthError(404, 'manual_linking_disabled', 'Manual linking is disabled');
}

async function redirectToProvider(auth: AuthContext, c: Context, linkingUserId: string | null) {
  const query = c.req.query();
  const provider = auth.providers.find(query.provider ?? '');
  const challenge = getChallenge({
    code_challenge: query.code_challenge ?? '',
    code_challenge_method: query.code_challenge_method ?? '',
  });
  const redirectTo = getRedirect(auth, c);
  const scopes = (query.scopes ?? '').split(/[\s,]+/).filter(Boolean);
  const passedParameters = Object.entries(query).filter(([name]) => !RESERVED_PARAMETERS.has(name));
  const access = { scopes, parameters: Object.fromEntries(passedParameters) };
  const wantsJson = query.skip_http_redirect === 'true';
  try {
    const url = await getSignInUrl(auth, provider, { redirectTo, challenge, linkingUserId }, access);
    return wantsJson ? c.json({ url }) : c.redirect(url, 302);
  } catch (error) {
    if (wantsJson || !(error instanceof AuthError)) throw error;
    return c.redirect(withFailure(redirectTo, failureParameters(error), challenge !== null), 302);
  }
}

type SignInTarget = { redirectTo: string; challenge: Challenge | null; linkingUserId: string | null };
type RequestedAccess = { scopes: string[]; parameters: Record<string, string> };

/** Returns the URL of the provider's sign-in page. Throws 503 if the provider can't be reached. */
export async function getSignInUrl(
  auth: AuthContext,
  provider: Provider,
  target: SignInTarget,
  access: RequestedAccess = { scopes: [], parameters: {} },
): Promise<string> {
  const secrets = await startProviderSignIn(auth, { ...target, provider: provider.name });
  try {
    return (await provider.getSignInUrl(secrets, access.scopes, access.parameters)).href;
  } catch (error) {
    throw reportUnreachable(auth, provider, error);
  }
}
