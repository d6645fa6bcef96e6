import * as openid from 'openid-client';
import { createProviderFetch, PATIENCE_SECONDS } from './provider-fetch.ts';
import { getPerson, type Person } from './provider-profile.ts';
import type { Provider, ProviderSettings } from './provider-types.ts';

const GITHUB = 'https://github.com';
const SCOPES = ['user:email'];
const HEADERS = new Headers({ Accept: 'application/vnd.github+json', 'User-Agent': 'auth' });

/**
 * Creates the provider for GitHub, or for a GitHub server at `address`. GitHub's OAuth has no ID tokens, so
 * the provider requests the user's profile instead.
 */
export function gitHubProvider(name: string, settings: ProviderSettings, address: string): Provider {
  const base = (address || GITHUB).replace(/\/+$/, '');
  const api = base === GITHUB ? 'https://api.github.com' : `${base}/api/v3`;
  const config = configuration(settings, base);
  return {
    name,
    settings,
    issuer: null,
    async getSignInUrl(secrets, scopes, parameters) {
      return openid.buildAuthorizationUrl(config, {
        ...parameters,
        redirect_uri: settings.redirectUri,
        scope: [...new Set([...SCOPES, ...scopes])].join(' '),
        state: secrets.state,
        code_challenge: await openid.calculatePKCECodeChallenge(secrets.verifier),
        code_challenge_method: 'S256',
      });
    },
    async exchangeCode(parameters, secrets) {
      const url = new URL(settings.redirectUri);
      url.search = parameters.toString();
      const answer = await openid.authorizationCodeGrant(config, url, {
        expectedState: secrets.state,
        pkceCodeVerifier: secrets.verifier,
      });
      const person = await fetchPerson(config, api, answer.access_token);
      const tokens = { accessToken: answer.access_token, refreshToken: answer.refresh_token ?? null };
      return { person, tokens };
    },
  };
}

function configuration({ clientId, secret }: ProviderSettings, base: string): openid.Configuration {
  const oauth = `${base}/login/oauth`;
  const description = {
    issuer: oauth,
    authorization_endpoint: `${oauth}/authorize`,
    token_endpoint: `${oauth}/access_token`,
  };
  const config = new openid.Configuration(description, clientId, undefined, openid.ClientSecretPost(secret));
  config.timeout = PATIENCE_SECONDS;
  config[openid.customFetch] = createProviderFetch(new URL(base));
  if (new URL(base).protocol === 'http:') openid.allowInsecureRequests(config);
  return config;
}

type Account = { id?: unknown; login?: unknown; name?: unknown; avatar_url?: unknown };
type Address = { email?: unknown; primary?: unknown; verified?: unknown };

async function fetchPerson(config: openid.Configuration, api: string, token: string): Promise<Person> {
  const fetchJson = async (path: string): Promise<unknown> => {
    const answer = await openid.fetchProtectedResource(
      config,
      token,
      new URL(api + path),
      'GET',
      null,
      HEADERS,
    );
    if (!answer.ok) throw new Error(`GitHub responded with status ${answer.status} at ${path}`);
    return answer.json();
  };
  const account = (await fetchJson('/user')) as Account | null;
  const listed = await fetchJson('/user/emails');
  const addresses: Address[] = Array.isArray(listed) ? listed : [];
  const address = addresses.find(({ primary }) => primary) ?? addresses.find(({ verified }) => verified);
  return getPerson({
    iss: api,
    sub: typeof account?.id === 'number' ? String(account.id) : '',
    name: account?.name ?? account?.login,
    preferred_username: account?.login,
    picture: account?.avatar_url,
    email: address?.email,
    email_verified: address?.verified === true,
  });
}
