import type { Context } from 'hono';
import { z } from 'zod';
import { AuthError, invalid } from '../auth-error.ts';
import { type AuthContext, audit, getClient, type Handler } from '../context.ts';
import {
  failureParameters,
  sessionParameters,
  withFragment,
  withQuery,
} from '../identities/callback-redirect.ts';
import { issueAuthCode } from '../identities/flow-states.ts';
import { confirmPhone, confirmPhoneChange } from '../phone/phone-change.ts';
import { parsePhoneNumber } from '../phone/phone-number.ts';
import { readBody, text } from '../request-body.ts';
import { type OpenSession, sessionJson, startSession } from '../sessions/sessions.ts';
import { confirmEmail, isBanned, lockUser, type Queries, type UserRow } from '../users.ts';
import { parseEmail } from './email-address.ts';
import { confirmEmailChange } from './email-change.ts';
import type { OneTimeToken, Presented, TokenType } from './one-time-tokens.ts';
import { getRedirect } from './token.ts';

const verifyBody = z.object({ type: text, email: text, phone: text, token: text, token_hash: text });
type Verification = z.output<typeof verifyBody>;

/** The token types that each verification accepts. `email` accepts the token sent last. */
const TYPES: Record<string, readonly TokenType[]> = {
  signup: ['confirmation_token'],
  invite: ['confirmation_token'],
  magiclink: ['recovery_token'],
  recovery: ['recovery_token'],
  email: ['confirmation_token', 'recovery_token'],
  email_change: ['email_change_token_new', 'email_change_token_current'],
};

/** The token types for codes sent to a phone number. Links never use these types. */
const PHONE_TYPES: Record<string, readonly TokenType[]> = {
  sms: ['confirmation_token'],
  phone_change: ['phone_change_token'],
};

const HALF_CONFIRMED = 'Confirmation link accepted. Please proceed to confirm link sent to the other email';

/** Verifies a code with its address, or the hash from a link, and returns a session. */
export const verify: Handler = async (auth, c) => {
  const body = await readBody(c.req.raw, verifyBody);
  await auth.limits.count('verify', getClient(auth, c).network);
  const presented = readPresentedToken(body);
  if ('code' in presented) await auth.limits.count('code', presented.address);
  const session = await auth.sql.begin((sql) => redeem(auth, sql, c, presented, body.type, signIn));
  return session ? sessionJson(auth, session) : { code: '200', msg: HALF_CONFIRMED };
};

/** Verifies the hash in a link that was opened, and redirects with the session or a failure. */
export const verifyLink: Handler = async (auth, c) => {
  // A link preview must not use up the token.
  if (c.req.method === 'HEAD') return c.body(null, 200);
  const target = getRedirect(auth, c);
  try {
    return c.redirect(await followLink(auth, c, target), 303);
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    return c.redirect(withFragment(target, failureParameters(error, 'invalid_request')), 303);
  }
};

/**
 * Returns the code with its address, or the link's hash. Throws 400 if the body doesn't contain exactly one
 * of them.
 */
function readPresentedToken(body: Verification): Presented {
  if (body.type === '') throw invalid('Verify requires a verification type');
  if (body.token_hash !== '') {
    if (body.token !== '' || body.email !== '' || body.phone !== '')
      throw invalid('Only the token_hash and type should be provided');
    return { tokenHash: body.token_hash };
  }
  if (body.token === '') throw invalid('Verify requires a token or a token hash');
  if ((body.email === '') === (body.phone === ''))
    throw invalid('Only an email address or phone number should be provided on verify');
  const address = body.phone === '' ? parseEmail(body.email) : parsePhoneNumber(body.phone);
  return { address, code: body.token };
}

type Finish<Result> = (auth: AuthContext, sql: Queries, c: Context, token: OneTimeToken) => Promise<Result>;

/**
 * Uses up a token, applies it, and runs `finish`. Returns null after the first of the two confirmations of an
 * email change.
 */
async function redeem<Result>(
  auth: AuthContext,
  sql: Queries,
  c: Context,
  presented: Presented,
  type: string,
  finish: Finish<Result>,
): Promise<Result | null> {
  const allowed = 'code' in presented && isPhone(presented.address) ? PHONE_TYPES : TYPES;
  const types = Object.hasOwn(allowed, type) ? allowed[type] : undefined;
  if (!types) throw invalid('Unsupported verification type');
  const token = await auth.tokens.redeem(sql, presented, types);
  const user = await lockUser(sql, token.user_id);
  if (!user || isBanned(user)) throw new AuthError(403, 'user_banned', 'User is banned');
  if (!(await confirm(sql, user, token))) return null;
  await audit(sql, getClient(auth, c), 'user_verified', user);
  return finish(auth, sql, c, token);
}

/** Records the confirmation. Returns false after the first of the two confirmations of an email change. */
async function confirm(sql: Queries, user: UserRow, token: OneTimeToken): Promise<boolean> {
  if (token.token_type.startsWith('email_change')) return confirmEmailChange(sql, user);
  if (token.token_type === 'phone_change_token') await confirmPhoneChange(sql, user, token.relates_to);
  else if (isPhone(token.relates_to)) await confirmPhone(sql, user, token.relates_to);
  else if (token.relates_to === user.email) await confirmEmail(sql, user.id);
  // The address has changed since the message was sent, so the code no longer proves who owns the new
  // address.
  else throw new AuthError(403, 'otp_expired', 'Email link is invalid or has expired');
  return true;
}

/** Email addresses contain an @, and phone numbers don't. */
const isPhone = (address: string) => !address.includes('@');

/** Starts a session. Passes the address that received the code to the database in `auth.code_sent_to`. */
const signIn: Finish<OpenSession> = async (auth, sql, c, token) => {
  await sql`select set_config('auth.code_sent_to', ${token.relates_to}, true)`;
  return startSession(auth, sql, token.user_id, 'otp', getClient(auth, c));
};

/**
 * Verifies an opened link and redirects with the tokens in the fragment, which browsers don't send to
 * servers.
 */
async function followLink(auth: AuthContext, c: Context, target: string): Promise<string> {
  await auth.limits.count('verify', getClient(auth, c).network);
  const tokenHash = c.req.query('token') ?? '';
  const type = c.req.query('type') ?? '';
  if (type === '') throw invalid('Verify requires a verification type');
  if (tokenHash === '') throw invalid('Verify requires a token or a token hash');
  const outcome = await auth.sql.begin((sql) => redeem(auth, sql, c, { tokenHash }, type, signInOrCode));
  if (!outcome) return withFragment(target, { message: HALF_CONFIRMED });
  if ('authCode' in outcome) return withQuery(target, { code: outcome.authCode });
  const session = await sessionJson(auth, outcome);
  return withFragment(target, { ...sessionParameters(session), type });
}

/**
 * Returns a session, or a code if the link was requested with a code challenge. Only the client that sent the
 * challenge can exchange the code.
 */
const signInOrCode: Finish<OpenSession | { authCode: string }> = async (auth, sql, c, token) => {
  const { code_challenge: challenge, code_challenge_method: method } = token;
  if (!challenge || !method) return signIn(auth, sql, c, token);
  return { authCode: await issueAuthCode(sql, token.user_id, { challenge, method }) };
};
