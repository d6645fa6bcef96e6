import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import { AuthError, invalid } from '../auth-error.ts';
import type { Queries } from '../users.ts';
import { decryptWith, encryptWith, type ProviderTokens } from './provider-tokens.ts';

/** A PKCE challenge. The client keeps the verifier, so that a stolen link or code is useless (RFC 7636). */
export type Challenge = { challenge: string; method: 's256' | 'plain' };

const VALID_SECONDS = 300;

/**
 * Returns the challenge in a request body, or null if there is none. Throws 400 if it is incomplete or
 * malformed.
 */
export function getChallenge(body: {
  code_challenge: string;
  code_challenge_method: string;
}): Challenge | null {
  const { code_challenge: challenge, code_challenge_method: input } = body;
  if (challenge === '' && input === '') return null;
  if (challenge === '' || input === '')
    throw invalid('PKCE flow requires code_challenge_method and code_challenge');
  const method = input.toLowerCase();
  if (method !== 's256' && method !== 'plain') throw invalid('code_challenge_method must be s256 or plain');
  if (!/^[\w.~-]{43,128}$/.test(challenge))
    throw invalid(
      'code challenge must have 43 to 128 characters and contain only A-Z, a-z, 0-9, ".", "_", "~", and "-"',
    );
  return { challenge, method };
}

/** The proof of identity behind a code: the method, the provider, and the provider's tokens. */
export type Proof = { method: 'magiclink' | 'oauth'; provider: string; tokens: ProviderTokens | null };

const BY_MAIL: Proof = { method: 'magiclink', provider: 'email', tokens: null };

/** Creates the code that the client exchanges for a session. Only its hash is stored. */
export async function issueAuthCode(
  sql: Queries,
  userId: string,
  { challenge, method }: Challenge,
  proof: Proof = BY_MAIL,
): Promise<string> {
  const code = randomUUID();
  const { accessToken = null, refreshToken = null } = proof.tokens ?? {};
  await sql`
    insert into auth.flow_state (user_id, auth_code, code_challenge, code_challenge_method, provider_type,
      authentication_method, provider_access_token, provider_refresh_token, auth_code_issued_at)
    values (${userId}, ${hashCode(code)}, ${challenge}, ${method}, ${proof.provider}, ${proof.method},
      ${accessToken && encryptWith(code, accessToken)}, ${refreshToken && encryptWith(code, refreshToken)}, now())`;
  return code;
}

type FlowRow = {
  user_id: string;
  code_challenge: string;
  plain: boolean;
  expired: boolean;
  provider_type: string;
  authentication_method: string;
  provider_access_token: string | null;
  provider_refresh_token: string | null;
};

/** Uses up a code and returns its user. Throws 404, 422, or 400, as documented for GoTrue. */
export async function redeemAuthCode(
  sql: Queries,
  code: string,
  verifier: string,
): Promise<Proof & { userId: string }> {
  const [flow] = await sql<FlowRow[]>`
    delete from auth.flow_state where auth_code = ${hashCode(code)}
    returning user_id, code_challenge, code_challenge_method = 'plain' as plain, provider_type, authentication_method,
      provider_access_token, provider_refresh_token,
      created_at < now() - make_interval(secs => ${VALID_SECONDS}) as expired`;
  if (!flow)
    throw new AuthError(404, 'flow_state_not_found', 'invalid flow state, no valid flow state found');
  if (flow.expired)
    throw new AuthError(422, 'flow_state_expired', 'invalid flow state, flow state has expired');
  const answer = flow.plain ? verifier : createHash('sha256').update(verifier).digest('base64url');
  if (!timingSafeEqual(digest(answer), digest(flow.code_challenge))) {
    const message = 'code challenge does not match previously saved code verifier';
    throw new AuthError(400, 'bad_code_verifier', message);
  }
  const { provider_access_token: access, provider_refresh_token: refresh } = flow;
  const tokens = access && {
    accessToken: decryptWith(code, access),
    refreshToken: refresh && decryptWith(code, refresh),
  };
  const method = flow.authentication_method === 'oauth' ? 'oauth' : 'magiclink';
  return { userId: flow.user_id, provider: flow.provider_type, method, tokens: tokens || null };
}

const digest = (text: string) => createHash('sha256').update(text).digest();
const hashCode = (code: string) => digest(code).toString('hex');
