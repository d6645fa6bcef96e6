import type { Context } from 'hono';
import { AuthError, OAuthError } from '../auth-error.ts';
import { type AuthContext, getClient, type Handler } from '../context.ts';
import { sessionJson, startSession } from '../sessions/sessions.ts';
import {
  getExpectedFailure,
  sessionParameters,
  withFailure,
  withFragment,
  withQuery,
} from './callback-redirect.ts';
import { issueAuthCode } from './flow-states.ts';
import { type PendingSignIn, redeemProviderState } from './pending-sign-ins.ts';
import { providerTokensJson } from './provider-tokens.ts';
import type { Provider, ProviderResult, SignInSecrets } from './provider-types.ts';
import { siteUrl } from './redirects.ts';
import { identifyPerson } from './sign-in.ts';

/** Handles customers who return from a provider with the parameters in the URL. */
export const handleCallback: Handler = async (auth, c) => {
  // A link preview must not use up the code.
  if (c.req.method === 'HEAD') return c.body(null, 200);
  return respondToCallback(auth, c, new URL(c.req.url).searchParams);
};

/** Handles customers who return from a provider with the parameters in a submitted form. */
export const handleFormCallback: Handler = async (auth, c) =>
  respondToCallback(auth, c, new URLSearchParams(await c.req.text()));

async function respondToCallback(auth: AuthContext, c: Context, parameters: URLSearchParams) {
  const site = siteUrl(auth.context.settings);
  const state = parameters.get('state') ?? '';
  const pending = state === '' ? null : await redeemProviderState(auth, state);
  if (!pending) {
    const [code, message] = state
      ? ['bad_oauth_state', 'OAuth callback with invalid state']
      : ['bad_oauth_callback', 'OAuth state parameter missing'];
    const failure = { error: 'invalid_request', error_code: code, error_description: message };
    return c.redirect(withFailure(site, failure, true), 303);
  }
  try {
    return c.redirect(await completeSignIn(auth, c, parameters, pending), 302);
  } catch (error) {
    const failure = getExpectedFailure(error);
    if (!failure) auth.context.log.error({ err: error, provider: pending.provider }, 'a sign-in failed');
    const reason = failure ?? {
      error: 'server_error',
      error_code: 'unexpected_failure',
      error_description: 'Unexpected failure, please try again later',
    };
    return c.redirect(withFailure(pending.redirectTo, reason, pending.challenge !== null), 302);
  }
}

/** Signs in or links the customer and returns the redirect URL. */
async function completeSignIn(
  auth: AuthContext,
  c: Context,
  parameters: URLSearchParams,
  pending: PendingSignIn & { secrets: SignInSecrets },
): Promise<string> {
  const provider = getProvider(auth, pending.provider);
  const { person, tokens } = await exchangeCode(auth, provider, parameters, pending.secrets);
  const client = getClient(auth, c);
  const { challenge, redirectTo, linkingUserId } = pending;
  const identity = { provider, person, client, redirectTo, linkingUserId };
  const outcome = await identifyPerson(auth, identity, async (sql, userId) => {
    const proof = { method: 'oauth', provider: provider.name, tokens } as const;
    if (challenge) return { code: await issueAuthCode(sql, userId, challenge, proof) };
    return startSession(auth, sql, userId, 'oauth', client);
  });
  if ('code' in outcome) return withQuery(redirectTo, { code: outcome.code });
  const session = await sessionJson(auth, outcome);
  return withFragment(redirectTo, sessionParameters(session, providerTokensJson(tokens)));
}

function getProvider(auth: AuthContext, name: string): Provider {
  const organization = auth.providers.organizations.find(({ provider }) => provider.name === name);
  return organization?.provider ?? auth.providers.find(name);
}

/**
 * Exchanges the code at the provider. Throws the error that the provider reported, or AuthError if the
 * exchange fails.
 */
async function exchangeCode(
  auth: AuthContext,
  provider: Provider,
  parameters: URLSearchParams,
  secrets: SignInSecrets,
): Promise<ProviderResult> {
  const refusal = parameters.get('error');
  if (refusal)
    throw new OAuthError(
      /^[\w.-]{1,64}$/.test(refusal) ? refusal : 'invalid_request',
      parameters.get('error_description') ?? '',
    );
  if (!parameters.get('code')) {
    const message = 'OAuth callback with missing authorization code missing';
    throw new AuthError(400, 'bad_oauth_callback', message);
  }
  try {
    return await provider.exchangeCode(parameters, secrets);
  } catch (error) {
    auth.context.log.warn({ err: error, provider: provider.name }, 'a sign-in provider refused a code');
    throw new AuthError(500, 'unexpected_failure', 'Unable to exchange external code');
  }
}
