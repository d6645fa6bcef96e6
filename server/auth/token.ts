import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { AuthError, invalid, OAuthError } from './auth-error.ts';
import { redeemAuthCode } from './flow-states.ts';
import { idTokenGrant } from './id-token.ts';
import { passwordMatches } from './password-hash.ts';
import { weaknessOf } from './password-policy.ts';
import { providerTokensJson } from './provider-tokens.ts';
import { readRefreshToken } from './refresh-token.ts';
import { readBody, text } from './request-body.ts';
import { clientOf, type Room } from './room.ts';
import { continueSession, refreshTokenNotFound, sessionJson, startSession } from './sessions.ts';
import { isBanned, userByEmail, userById } from './users.ts';

const passwordBody = z.object({ email: text, phone: text, password: text });
const refreshBody = z.object({ refresh_token: text });
const pkceBody = z.object({ auth_code: text, code_verifier: text });

type Grant = (room: Room, c: Context) => Promise<unknown>;

const GRANTS: Record<string, Grant> = {
  password: passwordGrant,
  refresh_token: refreshGrant,
  pkce: pkceGrant,
  id_token: idTokenGrant,
};

export function tokenRoutes(room: Room): Hono {
  return new Hono().post('/token', async (c) => {
    const type = c.req.query('grant_type') ?? '';
    const grant = Object.hasOwn(GRANTS, type) ? GRANTS[type] : undefined;
    if (!grant) throw new AuthError(400, 'invalid_credentials', 'unsupported_grant_type');
    return c.json(await grant(room, c));
  });
}

async function passwordGrant(room: Room, c: Context) {
  const body = await readBody(c.req.raw, passwordBody);
  const client = clientOf(room, c);
  await room.limits.count('sign-in', client.network, room.windows.signIn);
  if (body.email !== '' && body.phone !== '')
    throw invalid('Only an email address or phone number should be provided on login.');
  if (body.phone !== '') throw new AuthError(422, 'phone_provider_disabled', 'Phone logins are disabled');
  if (body.email === '') throw invalid('missing email or phone');

  const email = body.email.toLowerCase();
  await room.limits.refuseAfterFailures('password', email);
  const user = await userByEmail(room.sql, email);
  if (!(await passwordMatches(user?.encrypted_password ?? null, body.password)) || !user) {
    await room.limits.failed('password', email);
    throw new AuthError(400, 'invalid_credentials', 'Invalid login credentials');
  }
  await room.limits.succeeded('password', email);
  if (isBanned(user)) throw new AuthError(400, 'user_banned', 'User is banned');
  if (!user.email_confirmed_at) throw new AuthError(400, 'email_not_confirmed', 'Email not confirmed');
  const session = await room.sql.begin((sql) => startSession(room, sql, user.id, 'password', client));
  return sessionJson(room, session, weaknessOf(body.password, room.passwords));
}

async function refreshGrant(room: Room, c: Context) {
  const { refresh_token: written } = await readBody(c.req.raw, refreshBody);
  const client = clientOf(room, c);
  await room.limits.count('refresh', client.network, room.windows.refresh);
  if (written === '') throw new OAuthError('invalid_request', 'refresh_token required');
  const token = readRefreshToken(written);
  // Twelve letters and digits are the older form of a refresh token: well-formed, but none is known here.
  if (!token && /^[a-z0-9]{12}$/.test(written)) throw refreshTokenNotFound();
  if (!token) throw invalid('Refresh token is not valid');
  const session = await continueSession(room, token, client);
  c.header('sb-auth-user-id', session.user.id);
  c.header('sb-auth-session-id', session.id);
  return sessionJson(room, session);
}

async function pkceGrant(room: Room, c: Context) {
  const { auth_code: code, code_verifier: verifier } = await readBody(c.req.raw, pkceBody);
  const client = clientOf(room, c);
  await room.limits.count('refresh', client.network, room.windows.refresh);
  if (code === '' || verifier === '')
    throw invalid('invalid request: both auth code and code verifier should be non-empty');
  const { userId, method, tokens } = await redeemAuthCode(room.sql, code, verifier);
  const user = await userById(room.sql, userId);
  if (!user || isBanned(user)) throw new AuthError(403, 'user_banned', 'User is banned');
  const session = await room.sql.begin((sql) => startSession(room, sql, user.id, method, client));
  return { ...(await sessionJson(room, session)), ...providerTokensJson(tokens) };
}
