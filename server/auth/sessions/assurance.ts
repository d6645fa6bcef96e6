import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { AuthError } from '../auth-error.ts';
import type { Client } from '../client.ts';
import type { AuthContext } from '../context.ts';
import { type Queries, type UserRow, userById } from '../users.ts';
import type { SignedIn } from './bearer.ts';
import { refreshTokenKey, writeRefreshToken } from './refresh-token.ts';
import { getClaims, type OpenSession } from './sessions.ts';

/** How a factor is called among the methods of a session. */
export const FACTOR_METHODS = { totp: 'totp', webauthn: 'mfa/webauthn', phone: 'mfa/phone' } as const;

/**
 * The refresh token of a session that has proven more is two ahead of the one before: so that one is not the
 * parent of the active token, and cannot ask for it again as a client may that lost the answer to a refresh.
 */
const REFRESH_TOKEN_JUMP = 2;

export function hasVerifiedFactor(user: UserRow): boolean {
  return user.factors.some(({ status }) => status === 'verified');
}

/** Throws `insufficient_aal` while a customer who has a verified factor has not proven it in this session. */
export function requireAssurance(
  { user, aal }: Pick<SignedIn, 'user' | 'aal'>,
  status: ContentfulStatusCode,
  message: string,
): void {
  if (hasVerifiedFactor(user) && aal === 'aal1') throw new AuthError(status, 'insufficient_aal', message);
}

type Proof = { sessionId: string; userId: string; factorId: string; method: string };

/**
 * Raises a session to aal2 after its customer has proven a factor, and ends their other sessions below it. The
 * refresh tokens issued before continue nothing any more.
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
  const user = await userById(sql, userId);
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

/** Sessions that rest on a factor rest on the first proof alone when it is gone. */
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
