import { randomBytes, randomUUID } from 'node:crypto';
import postgres from 'postgres';
import { AuthError } from '../auth-error.ts';
import type { Client } from '../client.ts';
import { type AuthContext, audit } from '../context.ts';
import type { Weakness } from '../passwords/password-policy.ts';
import { userJson } from '../user-json.ts';
import { findUserById, isBanned, type Queries, type UserRow } from '../users.ts';
import { requireUnexpired } from './ended-sessions.ts';
import { isSignedWith, type RefreshToken, refreshTokenKey, writeRefreshToken } from './refresh-token.ts';

type SignInMethod = 'password' | 'otp' | 'magiclink' | 'oauth' | 'anonymous' | 'passkey';

type SessionRow = {
  id: string;
  user_id: string;
  aal: string;
  refresh_token_hmac_key: string;
  refresh_token_counter: string;
  refresh_token_floor: string;
  refreshed_seconds_ago: number;
  started_seconds_ago: number;
  has_ended: boolean;
};
type Claim = { method: string; timestamp: number };

/** A started or continued session. Its tokens are created from this data. */
export type OpenSession = { user: UserRow; id: string; aal: string; amr: Claim[]; refreshToken: string };

const LOCK_PATIENCE = '5s';
const LOCK_NOT_AVAILABLE = '55P03';

/** Starts a session for a user whom `method` has authenticated. */
export async function startSession(
  auth: AuthContext,
  sql: Queries,
  userId: string,
  method: SignInMethod,
  client: Client,
): Promise<OpenSession> {
  const id = randomUUID();
  const sessionKey = randomBytes(32).toString('base64url');
  await sql`
    with session as (
      insert into auth.sessions (id, user_id, user_agent, ip, refresh_token_hmac_key)
      values (${id}, ${userId}, ${client.userAgent}, ${client.address}, ${sessionKey})
    ), claim as (
      insert into auth.mfa_amr_claims (session_id, authentication_method) values (${id}, ${method})
    )
    update auth.users set last_sign_in_at = now(), updated_at = now() where id = ${userId}`;
  const user = await findUserById(sql, userId);
  if (!user) throw new AuthError(403, 'user_not_found', 'User not found');
  await audit(sql, client, 'login', user);
  const refreshToken = writeRefreshToken(id, 0, refreshTokenKey(auth.context.keys.secret, sessionKey));
  const amr = [{ method, timestamp: Math.floor(Date.now() / 1000) }];
  return { user, id, aal: 'aal1', amr, refreshToken };
}

/**
 * Continues a refresh token's session and replaces the active token with the next one. For the previous
 * token, and for any older token within the reuse interval, returns the active token again. Two tabs then end
 * up with the same token. Any other reuse ends the session. Throws 400 with the documented codes, or 409
 * `conflict` if the session stays locked.
 */
export async function continueSession(auth: AuthContext, token: RefreshToken, client: Client) {
  try {
    const outcome = await auth.sql.begin((sql) => continueLocked(auth, sql, token, client));
    if (outcome instanceof AuthError) throw outcome;
    return outcome;
  } catch (error) {
    if (!(error instanceof postgres.PostgresError) || error.code !== LOCK_NOT_AVAILABLE) throw error;
    const message = 'Too many concurrent token refresh requests on the same session or refresh token';
    throw new AuthError(409, 'conflict', message);
  }
}

/**
 * Locks and continues a session. Returns a refusal instead of throwing it, because the deletion of the
 * session must be committed.
 */
async function continueLocked(auth: AuthContext, sql: Queries, token: RefreshToken, client: Client) {
  await sql`select set_config('lock_timeout', ${LOCK_PATIENCE}, true)`;
  const [session] = await sql<SessionRow[]>`
    select id, user_id, aal, refresh_token_hmac_key, refresh_token_counter, refresh_token_floor,
      coalesce(not_after <= now(), false) as has_ended,
      extract(epoch from clock_timestamp() - created_at)::float8 as started_seconds_ago,
      extract(epoch from clock_timestamp() - coalesce(refreshed_at, created_at))::float8 as refreshed_seconds_ago
    from auth.sessions where id = ${token.sessionId} for update`;
  const key = session && refreshTokenKey(auth.context.keys.secret, session.refresh_token_hmac_key);
  const active = Number(session?.refresh_token_counter);
  if (!key || !isSignedWith(token, key) || token.counter > active) throw refreshTokenNotFound();

  const user = await findUserById(sql, session.user_id);
  if (!user) throw refreshTokenNotFound();
  if (isBanned(user)) throw new AuthError(400, 'user_banned', 'Invalid Refresh Token: User Banned');
  requireUnexpired(session, auth.sessionLimits);

  const isParentOfActive = token.counter === active - 1;
  // A token that was issued before the second factor was verified can't continue a session with a higher
  // assurance level.
  const isOfThisLevel = token.counter >= Number(session.refresh_token_floor);
  const isRecent = isOfThisLevel && session.refreshed_seconds_ago <= auth.config.refresh_token_reuse_interval;
  if (token.counter < active && !isParentOfActive && !isRecent) {
    if (auth.config.enable_refresh_token_rotation)
      await sql`delete from auth.sessions where id = ${session.id}`;
    await audit(sql, client, 'token_revoked', user);
    return new AuthError(400, 'refresh_token_already_used', 'Invalid Refresh Token: Already Used');
  }
  const next = token.counter === active ? active + 1 : active;
  if (next > active) await advance(sql, session.id, next, client);
  return {
    user,
    id: session.id,
    aal: session.aal,
    amr: await getClaims(sql, session.id),
    refreshToken: writeRefreshToken(session.id, next, key),
  };
}

async function advance(sql: Queries, id: string, counter: number, client: Client): Promise<void> {
  await sql`
    update auth.sessions set refresh_token_counter = ${counter}, refreshed_at = clock_timestamp(), updated_at = now(),
      user_agent = ${client.userAgent}, ip = ${client.address}
    where id = ${id}`;
}

/** Returns a session's authentication methods, latest first. */
export const getClaims = async (sql: Queries, sessionId: string): Promise<Claim[]> => sql<Claim[]>`
    select authentication_method as method, floor(extract(epoch from updated_at))::int as timestamp
    from auth.mfa_amr_claims where session_id = ${sessionId} order by updated_at desc`;

export function refreshTokenNotFound(): AuthError {
  return new AuthError(400, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found');
}

/** Ends all of a user's sessions except `except`, if given. */
export async function endSessions(sql: Queries, userId: string, except: string | null = null): Promise<void> {
  await sql`delete from auth.sessions where user_id = ${userId} and id is distinct from ${except}::uuid`;
}

export type SessionJson = Awaited<ReturnType<typeof sessionJson>>;

/** Returns the response to a sign-in: both tokens and the user. */
export async function sessionJson(auth: AuthContext, session: OpenSession, weakness: Weakness | null = null) {
  const lifetime = auth.config.jwt_expiry;
  const now = Math.floor(Date.now() / 1000);
  const { user } = session;
  const claims = {
    iss: auth.context.keys.issuer,
    sub: user.id,
    aud: user.aud ?? 'authenticated',
    iat: now,
    exp: now + lifetime,
    email: user.email ?? '',
    phone: user.phone ?? '',
    app_metadata: user.raw_app_meta_data ?? {},
    user_metadata: user.raw_user_meta_data ?? {},
    role: user.role ?? 'authenticated',
    aal: session.aal,
    amr: session.amr,
    session_id: session.id,
    is_anonymous: user.is_anonymous,
  };
  return {
    access_token: await auth.context.keys.sign(claims, lifetime),
    token_type: 'bearer',
    expires_in: lifetime,
    expires_at: now + lifetime,
    refresh_token: session.refreshToken,
    user: userJson(user),
    ...(weakness && { weak_password: { message: weakness.message, reasons: weakness.reasons } }),
  };
}
