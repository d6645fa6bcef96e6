import type { Context } from 'hono';
import { z } from 'zod';
import { AuthError, invalid, OAuthError } from '../auth-error.ts';
import { type AuthContext, getClient, type Handler } from '../context.ts';
import { redeemAuthCode } from '../identities/flow-states.ts';
import { grantByIdToken } from '../identities/id-token.ts';
import { providerTokensJson } from '../identities/provider-tokens.ts';
import { grantByPassword } from '../passwords/password-grant.ts';
import { readBody, text } from '../request-body.ts';
import { findUserById, isBanned } from '../users.ts';
import { readRefreshToken } from './refresh-token.ts';
import { continueSession, refreshTokenNotFound, sessionJson, startSession } from './sessions.ts';

const refreshBody = z.object({ refresh_token: text });
const pkceBody = z.object({ auth_code: text, code_verifier: text });

const GRANTS: Record<string, Handler> = {
  password: grantByPassword,
  refresh_token: grantByRefreshToken,
  pkce: grantByCode,
  id_token: grantByIdToken,
  web3: refuseWeb3,
};

/** Returns a session for a grant, such as a password or a refresh token. */
export const grantToken: Handler = async (auth, c) => {
  const type = c.req.query('grant_type') ?? '';
  const grant = Object.hasOwn(GRANTS, type) ? GRANTS[type] : undefined;
  if (!grant) throw new AuthError(400, 'invalid_credentials', 'unsupported_grant_type');
  await auth.limits.count('token', getClient(auth, c).network);
  return grant(auth, c);
};

async function grantByRefreshToken(auth: AuthContext, c: Context) {
  const { refresh_token: input } = await readBody(c.req.raw, refreshBody);
  const client = getClient(auth, c);
  if (input === '') throw new OAuthError('invalid_request', 'refresh_token required');
  const token = readRefreshToken(input);
  // Refresh tokens in the older format have twelve letters and digits. The format is valid, but this server
  // has never issued such a token.
  if (!token && /^[a-z0-9]{12}$/.test(input)) throw refreshTokenNotFound();
  if (!token) throw invalid('Refresh token is not valid');
  const session = await continueSession(auth, token, client);
  c.header('sb-auth-user-id', session.user.id);
  c.header('sb-auth-session-id', session.id);
  return sessionJson(auth, session);
}

/** Refuses sign-in by wallet, which clients offer but this server doesn't support. */
async function refuseWeb3(): Promise<never> {
  throw new AuthError(422, 'web3_provider_disabled', 'Web3 provider is disabled');
}

async function grantByCode(auth: AuthContext, c: Context) {
  const { auth_code: code, code_verifier: verifier } = await readBody(c.req.raw, pkceBody);
  const client = getClient(auth, c);
  if (code === '' || verifier === '')
    throw invalid('invalid request: both auth code and code verifier should be non-empty');
  const { userId, method, tokens } = await redeemAuthCode(auth.sql, code, verifier);
  const user = await findUserById(auth.sql, userId);
  if (!user || isBanned(user)) throw new AuthError(403, 'user_banned', 'User is banned');
  const session = await auth.sql.begin((sql) => startSession(auth, sql, user.id, method, client));
  return { ...(await sessionJson(auth, session)), ...providerTokensJson(tokens) };
}
