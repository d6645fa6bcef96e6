import { z } from 'zod';
import { AuthError, invalid } from '../auth-error.ts';
import { type AuthContext, getClient, type Handler } from '../context.ts';
import { getRedirect } from '../mail/token.ts';
import { flag, readBody, text } from '../request-body.ts';
import { getSignInUrl } from './authorize.ts';
import { getChallenge } from './flow-states.ts';
import type { Provider } from './provider-types.ts';

const ssoBody = z.object({
  provider_id: text,
  domain: text,
  redirect_to: text,
  skip_http_redirect: flag,
  code_challenge: text,
  code_challenge_method: text,
});

/** Signs in members of an organization through its OpenID provider. */
export const signInBySso: Handler = async (auth, c) => {
  if (auth.providers.organizations.length === 0)
    throw new AuthError(404, 'saml_provider_disabled', 'SAML 2.0 is disabled');
  await auth.limits.count('sso', getClient(auth, c).network);
  const body = await readBody(c.req.raw, ssoBody);
  const provider = findProvider(auth, body.provider_id.toLowerCase(), body.domain.toLowerCase());
  const redirectTo = getRedirect(auth, c, body.redirect_to);
  const target = { redirectTo, challenge: getChallenge(body), linkingUserId: null };
  const url = await getSignInUrl(auth, provider, target);
  return body.skip_http_redirect ? { url } : c.redirect(url, 303);
};

function findProvider({ providers }: AuthContext, id: string, domain: string): Provider {
  if (id !== '' && domain !== '') throw invalid('Only one of provider_id or domain supported');
  if (id === '' && domain === '') throw invalid('A provider_id or domain needs to be provided');
  const organization = providers.organizations.find((organization) =>
    id === '' ? organization.domains.includes(domain) : organization.id === id,
  );
  if (organization) return organization.provider;
  const message = id === '' ? 'No SSO provider assigned for this domain' : 'No such SSO provider';
  throw new AuthError(404, 'sso_provider_not_found', message);
}
