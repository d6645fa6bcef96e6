import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { AuthError } from '../auth-error.ts';
import type { Client } from '../client.ts';
import type { AuthContext } from '../context.ts';
import { findUserById, type Queries, type UserRow } from '../users.ts';
import type { SignedIn } from './bearer.ts';
import { refreshTokenKey, writeRefreshToken } from './refresh-token.ts';
import { getClaims, type OpenSession } from './sessions.ts';

/** The method name in a session for each factor type. */
export const FACTOR_METHODS = { totp: 'totp', webauthn: 'mfa/webauthn', phone: 'mfa/phone' } as const;

/**
 * The increase in the refresh token number when the assurance level is raised. After a lost response, clients
 * can reuse only the active token's direct predecessor. The gap prevents the reuse of a token that was issued
 * before the level was raised.
 */
const REFRESH_TOKEN_JUMP = 2;

export const hasVerifiedFactor = (user: UserRow) => user.factors.some(({ status }) => status === 'verified');

/** Throws `insufficient_aal` if the customer has a verified factor that this session hasn't used. */
export function requireAssurance(
  { user, aal }: Pick<SignedIn, 'user' | 'aal'>,
  status: ContentfulStatusCode,
  message: string,
): void {
  if (hasVerifiedFactor(user) && aal === 'aal1') throw new AuthError(status, 'insufficient_aal', message);
}

type Proof = { sessionId: string; userId: string; factorId: string; method: string };

/**
 * Raises a session to aal2 and ends the customer's other sessions that are below aal2. Earlier refresh tokens
 * stop working.
 */
export async function raiseSession(
  auth: AuthContext,
  sql: Queries,
  { sessionId, userId, factorId, method }: Proof,
  client: Client,
): Promise<OpenSession> {
  const [session] = await sql<{ key: string; counter: string }[]>`
    update auth.sessions set aal = 'aal2', factor_id = ${factorId},
      refresh_token_counter = refresh_token_counter + ${REFRESH_TOKEN_JUMP}::int,
      refresh_token_floor = refresh_token_counter + ${REFRESH_TOKEN_JUMP}::int,
      refreshed_at = clock_timestamp(), updated_at = now(), user_agent = ${client.userAgent}, ip = ${client.address}
    where id = ${sessionId} and user_id = ${userId}
    returning refresh_token_hmac_key as key, refresh_token_counter as counter`;
  if (!session) throw sessionNotFound();
  await sql`
    insert into auth.mfa_amr_claims (session_id, authentication_method) values (${sessionId}, ${method})
    on conflict (session_id, authentication_method) do update set updated_at = excluded.updated_at`;
  await sql`
    delete from auth.sessions where user_id = ${userId} and aal < 'aal2' and id <> ${sessionId}`;
  const user = await findUserById(sql, userId);
  if (!user) throw sessionNotFound();
  const key = refreshTokenKey(auth.context.keys.secret, session.key);
  return {
    user,
    id: sessionId,
    aal: 'aal2',
    amr: await getClaims(sql, sessionId),
    refreshToken: writeRefreshToken(sessionId, Number(session.counter), key),
  };
}

/**
 * Lowers the assurance level of sessions that used a removed factor, so that only their first factor counts.
 */
export async function lowerSessions(sql: Queries, factorId: string): Promise<void> {
  await sql`
    with lowered as (
      update auth.sessions set aal = 'aal1', factor_id = null, updated_at = now()
      where factor_id = ${factorId} returning id
    )
    delete from auth.mfa_amr_claims c using lowered
    where c.session_id = lowered.id and c.authentication_method = any(${Object.values(FACTOR_METHODS)})`;
}

export function sessionNotFound(): AuthError {
  return new AuthError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist');
}
