import type { Context } from 'hono';
import { getToken } from '../../http/caller.ts';
import { isUuid } from '../../lib/uuid.ts';
import { isOpaque } from '../../settings/keys.ts';
import { TokenError } from '../../settings/keys-tokens.ts';
import { AuthError } from '../auth-error.ts';
import type { AuthContext } from '../context.ts';
import { isBanned, type UserRow, userColumns } from '../users.ts';

/**
 * A signed-in customer. `aal` is the session's current assurance level, which can differ from the token's.
 */
export type SignedIn = { user: UserRow; sessionId: string; aal: string; claims: Record<string, unknown> };

const ADMIN_ROLES = ['service_role', 'supabase_admin'];

/**
 * Returns the customer who sends the request. Throws 401 if there is no token, and 403 if the token, its
 * user, or its session is invalid. Unlike Supabase, also refuses tokens that have no session, because
 * they can't be revoked.
 */
export async function requireSession(auth: AuthContext, c: Context): Promise<SignedIn> {
  const claims = await verifyBearer(auth, c);
  const { sub, session_id: session } = claims;
  if (typeof sub !== 'string' || sub === '') throw badToken('invalid claim: missing sub claim');
  if (!isUuid(sub)) throw new AuthError(400, 'bad_jwt', 'invalid claim: sub claim must be a UUID');
  const sessionId = typeof session === 'string' && isUuid(session) ? session : null;
  const [user] = await auth.sql<(UserRow & { session_aal: string | null })[]>`
    select ${userColumns(auth.sql)},
      (select s.aal from auth.sessions s where s.id = ${sessionId} and s.user_id = u.id
        and (s.not_after is null or s.not_after > now())) as session_aal
    from auth.users u where u.id = ${sub}`;
  if (!user) throw new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist');
  if (sessionId === null || user.session_aal === null)
    throw new AuthError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist');
  if (isBanned(user)) throw new AuthError(403, 'user_banned', 'User is banned');
  return { user, sessionId, aal: user.session_aal, claims };
}

/**
 * Throws unless the request has the service key: 401 if there is no token, 403 `not_admin` for other keys.
 */
export async function requireAdmin(auth: AuthContext, c: Context): Promise<void> {
  const { role } = await verifyBearer(auth, c);
  if (typeof role !== 'string' || !ADMIN_ROLES.includes(role))
    throw new AuthError(403, 'not_admin', 'User not allowed');
}

async function verifyBearer(auth: AuthContext, c: Context): Promise<Record<string, unknown>> {
  const token = getBearer(c.req.raw.headers);
  if (!token) throw new AuthError(401, 'no_authorization', 'This endpoint requires a valid Bearer token');
  try {
    // Doesn't check the role, because an operator's token can contain a role that the database doesn't have.
    return await auth.context.keys.verify(token);
  } catch (error) {
    if (!(error instanceof TokenError)) throw error;
    throw badToken(`invalid JWT: unable to parse or verify signature, ${error.message}`);
  }
}

/**
 * Returns the request's token. If there is only an API key, returns the key only if it is opaque, because
 * gateways exchange opaque keys for tokens.
 */
function getBearer(headers: Headers): string | null {
  const key = headers.get('apikey') ?? '';
  return /^bearer\s+\S/i.test(headers.get('authorization') ?? '') || isOpaque(key) ? getToken(headers) : null;
}

const badToken = (message: string): AuthError => new AuthError(403, 'bad_jwt', message);
