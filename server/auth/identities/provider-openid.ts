import { createRemoteJWKSet, errors, type JWTPayload, customFetch as joseFetch, jwtVerify } from 'jose';
import * as openid from 'openid-client';
import { isRecord, parseJson } from '../../lib/json.ts';
import { cacheFor } from '../../lib/timing.ts';
import { createProviderFetch, PATIENCE_SECONDS } from './provider-fetch.ts';
import { getPerson } from './provider-profile.ts';
import type { Provider, ProviderResult, ProviderSettings, SignInSecrets } from './provider-types.ts';

/** A provider's issuer, with the scopes and request parameters that the provider requires, if any. */
export type KnownProvider = { issuer: string; scopes?: string[]; parameters?: Record<string, string> };

type Description = { config: openid.Configuration; keys: ReturnType<typeof createRemoteJWKSet> };

const DESCRIPTION_VALID_MS = 60 * 60 * 1000;
const CLOCK_TOLERANCE_SECONDS = 30;
const SCOPES = ['openid', 'email', 'profile'];

/** Excludes symmetric algorithms, because otherwise anyone who knows the client secret could sign tokens. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];

/** Creates an OpenID provider from the discovery document at its issuer's well-known URL. */
export function openIdProvider(name: string, settings: ProviderSettings, provider: KnownProvider): Provider {
  const describe = cacheFor(DESCRIPTION_VALID_MS, () => discover(settings, new URL(provider.issuer)));
  const { redirectUri } = settings;
  return {
    name,
    settings,
    issuer: provider.issuer,
    async getSignInUrl(secrets, scopes, parameters) {
      const { config } = await describe();
      return openid.buildAuthorizationUrl(config, {
        ...parameters,
        ...provider.parameters,
        redirect_uri: redirectUri,
        scope: [...new Set([...(provider.scopes ?? SCOPES), ...scopes])].join(' '),
        ...(!settings.skipNonceCheck && { nonce: secrets.nonce }),
        state: secrets.state,
        code_challenge: await openid.calculatePKCECodeChallenge(secrets.verifier),
        code_challenge_method: 'S256',
      });
    },
    async exchangeCode(parameters, secrets) {
      return exchangeCode((await describe()).config, settings, parameters, secrets);
    },
    async verify(idToken) {
      const { config, keys } = await describe();
      return verifyToken(idToken, config.serverMetadata().issuer, keys);
    },
  };
}

async function discover(settings: ProviderSettings, issuer: URL): Promise<Description> {
  const fetch = createProviderFetch(issuer);
  const config = await openid.discovery(issuer, settings.clientId, undefined, clientAuth(settings.secret), {
    [openid.customFetch]: fetch,
    timeout: PATIENCE_SECONDS,
    execute: [
      openid.enableNonRepudiationChecks,
      ...(issuer.protocol === 'http:' ? [openid.allowInsecureRequests] : []),
    ],
  });
  const { jwks_uri: address } = config.serverMetadata();
  if (!address) throw new Error('the provider does not publish keys');
  const keys = createRemoteJWKSet(new URL(address), {
    timeoutDuration: PATIENCE_SECONDS * 1000,
    [joseFetch]: (url, options) =>
      fetch(url, { ...options, body: undefined, headers: Object.fromEntries(options.headers) }),
  });
  return { config, keys };
}

/**
 * Returns a method that sends the secret in the header, or in the body if the provider doesn't support the
 * header.
 */
function clientAuth(secret: string): openid.ClientAuth {
  if (secret === '') return openid.None();
  return (server, client, body, headers) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const by = methods.includes('client_secret_basic') ? openid.ClientSecretBasic : openid.ClientSecretPost;
    by(secret)(server, client, body, headers);
  };
}

async function exchangeCode(
  config: openid.Configuration,
  settings: ProviderSettings,
  parameters: URLSearchParams,
  secrets: SignInSecrets,
): Promise<ProviderResult> {
  const url = new URL(settings.redirectUri);
  url.search = parameters.toString();
  const answer = await openid.authorizationCodeGrant(config, url, {
    expectedState: secrets.state,
    pkceCodeVerifier: secrets.verifier,
    expectedNonce: settings.skipNonceCheck ? undefined : secrets.nonce,
    idTokenExpected: true,
  });
  const claims: Record<string, unknown> = { ...answer.claims() };
  if (claims.email === undefined && config.serverMetadata().userinfo_endpoint) {
    const userInfo = await openid.fetchUserInfo(config, answer.access_token, String(claims.sub));
    Object.assign(claims, userInfo, { iss: claims.iss });
  }
  const tokens = { accessToken: answer.access_token, refreshToken: answer.refresh_token ?? null };
  return { person: getPerson({ ...claims, ...readAppleName(parameters) }), tokens };
}

/** Reads the name that Apple sends with the code on the first sign-in. The name is unverified. */
function readAppleName(parameters: URLSearchParams): { name?: string } {
  const user = parseJson(parameters.get('user') ?? '');
  if (!isRecord(user) || !isRecord(user.name)) return {};
  const parts = [user.name.firstName, user.name.lastName];
  const full = parts.filter((part) => typeof part === 'string' && part).join(' ');
  return full ? { name: full } : {};
}

/** Returns the claims of an ID token from a client. The caller must check the audience. */
async function verifyToken(idToken: string, issuer: string, keys: Description['keys']): Promise<JWTPayload> {
  const { payload } = await jwtVerify(idToken, keys, {
    algorithms: ALGORITHMS,
    clockTolerance: CLOCK_TOLERANCE_SECONDS,
    requiredClaims: ['iss', 'sub', 'aud', 'exp'],
  });
  // Microsoft's tenants share one discovery document, so its issuer contains a placeholder. Google's older
  // tokens contain the issuer without `https://`.
  const expected = issuer.replace('{tenantid}', String(payload.tid));
  if (payload.iss !== expected && !(expected === GOOGLE && payload.iss === new URL(GOOGLE).host))
    throw new errors.JWTClaimValidationFailed('the token is from a different issuer', payload, 'iss');
  return payload;
}

export const GOOGLE = 'https://accounts.google.com';
