import { createHash } from 'node:crypto';
import type { Context } from 'hono';
import { decodeProtectedHeader, errors } from 'jose';
import { z } from 'zod';
import { AuthError, invalid, OAuthError } from '../auth-error.ts';
import { type AuthContext, getClient } from '../context.ts';
import { getRedirect } from '../mail/token.ts';
import { flag, readBody, text } from '../request-body.ts';
import { requireSession } from '../sessions/bearer.ts';
import { sessionJson, startSession } from '../sessions/sessions.ts';
import { requireLinkingEnabled } from './authorize.ts';
import { reportUnreachable } from './provider-fetch.ts';
import { getPerson, type Person } from './provider-profile.ts';
import type { Provider } from './provider-types.ts';
import { identifyPerson } from './sign-in.ts';

const idTokenBody = z.object({
  provider: text,
  id_token: text,
  access_token: text,
  nonce: text,
  client_id: text,
  issuer: text,
  link_identity: flag,
});
type IdTokenRequest = z.output<typeof idTokenBody>;

/** Signs in with an ID token that the client got from a provider, or links the identity. */
export async function grantByIdToken(auth: AuthContext, c: Context) {
  const body = await readBody(c.req.raw, idTokenBody);
  const client = getClient(auth, c);
  if (body.id_token === '') throw invalidRequest('id_token required');
  if (body.provider === '' && (body.client_id === '' || body.issuer === ''))
    throw invalidRequest('provider or client_id and issuer required');
  const linkingUserId = body.link_identity ? await requireLinkingUser(auth, c) : null;
  const provider = getProvider(auth, body);
  const person = await verifyIdToken(auth, provider, body);
  const identity = { provider, person, client, redirectTo: getRedirect(auth, c), linkingUserId };
  const session = await identifyPerson(auth, identity, (sql, userId) =>
    startSession(auth, sql, userId, 'oauth', client),
  );
  return sessionJson(auth, session);
}

async function requireLinkingUser(auth: AuthContext, c: Context): Promise<string> {
  requireLinkingEnabled(auth);
  return (await requireSession(auth, c)).user.id;
}

type Verifying = Provider & Required<Pick<Provider, 'verify'>>;

function getProvider({ providers }: AuthContext, { provider: name, issuer }: IdTokenRequest): Verifying {
  const provider = providers.findByIssuer(name || issuer);
  if (provider && 'disabledIssuer' in provider)
    throw new AuthError(
      400,
      'provider_disabled',
      `Provider (issuer "${provider.disabledIssuer}") is not enabled`,
    );
  if (!provider || !canVerify(provider))
    throw invalid(`Custom OIDC provider "${name || issuer}" not allowed`);
  return provider;
}

const canVerify = (provider: Provider): provider is Verifying => provider.verify !== undefined;

/** Verifies the token's provider, audience, and nonce, and returns the identity in the token. */
async function verifyIdToken(auth: AuthContext, provider: Verifying, body: IdTokenRequest): Promise<Person> {
  const claims = await getClaims(auth, provider, body.id_token);
  const { settings } = provider;
  const audiences = [claims.aud].flat();
  if (!audiences.some((audience) => settings.clientIds.includes(String(audience))))
    throw invalidRequest(`Unacceptable audience in id_token: [${audiences.join(' ')}]`);
  if (!settings.skipNonceCheck) checkNonce(claims.nonce, body.nonce);
  if (body.access_token !== '' && claims.at_hash !== undefined)
    checkAccessToken(claims.at_hash, body.access_token, body.id_token);
  try {
    return getPerson(claims);
  } catch {
    throw invalidRequest('Missing sub claim in id_token');
  }
}

async function getClaims(auth: AuthContext, provider: Verifying, token: string) {
  try {
    // Rejects a malformed token before fetching the provider's keys.
    decodeProtectedHeader(token);
  } catch {
    throw invalidRequest('Bad ID token');
  }
  try {
    return await provider.verify(token);
  } catch (error) {
    const isOfTheToken = error instanceof errors.JOSEError && !(error instanceof errors.JWKSTimeout);
    if (isOfTheToken) throw invalidRequest('Bad ID token');
    throw reportUnreachable(auth, provider, error);
  }
}

/** Checks the nonce. Clients send its hash to the provider and the nonce itself to the server. */
function checkNonce(inToken: unknown, presented: string): void {
  const has = typeof inToken === 'string' && inToken !== '';
  if (has !== (presented !== ''))
    throw invalidRequest('Passed nonce and nonce in id_token should either both exist or not.');
  const expected = createHash('sha256').update(presented).digest('hex');
  if (has && inToken !== expected) throw new OAuthError('invalid nonce', 'Nonces mismatch');
}

/**
 * Compares the token's hash claim with the left half of the access token's hash. Uses the hash algorithm of
 * the token's signature (OpenID Connect Core 3.1.3.6).
 */
function checkAccessToken(inToken: unknown, presented: string, idToken: string): void {
  const { alg = '' } = decodeProtectedHeader(idToken);
  const bits = /(256|384|512)$/.exec(alg)?.[0] ?? '512';
  const hash = createHash(`sha${bits}`).update(presented).digest();
  const expected = hash.subarray(0, hash.length / 2).toString('base64url');
  if (inToken !== expected) throw invalidRequest('Bad ID token');
}

const invalidRequest = (message: string): OAuthError => new OAuthError('invalid request', message);
