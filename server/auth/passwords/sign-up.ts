import { randomUUID } from 'node:crypto';
import type { Context } from 'hono';
import { z } from 'zod';
import { AuthError, invalid } from '../auth-error.ts';
import { type AuthContext, audit, getClient, type Handler } from '../context.ts';
import { getChallenge } from '../identities/flow-states.ts';
import { parseEmail } from '../mail/email-address.ts';
import { getRedirect, mailToken, throttleMail } from '../mail/token.ts';
import { signUpByPhone } from '../phone/phone-sign-in.ts';
import { metadata, readBody, text } from '../request-body.ts';
import { runAndRollBack } from '../rolled-back.ts';
import { sessionJson, startSession } from '../sessions/sessions.ts';
import { userJson } from '../user-json.ts';
import { findUserByEmail, findUserById, insertUser } from '../users.ts';
import { hashPassword } from './password-hash.ts';
import { requireStrongPassword } from './password-policy.ts';
import { decoyUser, NOBODY, replaceSignUp, signUpConfirmed, signUpDisabled } from './sign-up-answer.ts';

const signUpBody = z.object({
  email: text,
  phone: text,
  password: text,
  data: metadata,
  channel: text,
  code_challenge: text,
  code_challenge_method: text,
});
type SignUp = z.output<typeof signUpBody>;

export const signUp: Handler = async (auth, c) => {
  const body = await readBody(c.req.raw, signUpBody);
  if (!auth.config.enable_signup) throw signUpDisabled();
  if (body.email === '' && body.phone === '') return signInAnonymously(auth, c, body);
  if (body.email !== '' && body.phone !== '')
    throw invalid('Only an email address or phone number should be provided on signup.');
  await auth.limits.count('signup', getClient(auth, c).network);
  if (body.password === '') throw invalid('Signup requires a valid password');
  return body.phone === '' ? signUpByEmail(auth, c, body) : signUpByPhone(auth, c, body);
};

/** Throws if sign-up by email is disabled. */
export function requireEmailSignUps(auth: AuthContext): void {
  if (!auth.config.enable_signup) throw signUpDisabled();
  if (!auth.config.email.enable_signup)
    throw new AuthError(400, 'email_provider_disabled', 'Email signups are disabled');
}

async function signInAnonymously(auth: AuthContext, c: Context, body: SignUp) {
  if (!auth.config.enable_anonymous_sign_ins)
    throw new AuthError(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled');
  const client = getClient(auth, c);
  await auth.limits.count('anonymous', client.network);
  const session = await auth.sql.begin(async (sql) => {
    const user = await insertUser(sql, {
      email: null,
      passwordHash: null,
      confirmed: false,
      isAnonymous: true,
      userMetadata: body.data,
    });
    return startSession(auth, sql, user.id, 'anonymous', client);
  });
  return sessionJson(auth, session);
}

async function signUpByEmail(auth: AuthContext, c: Context, body: SignUp) {
  requireEmailSignUps(auth);
  const email = parseEmail(body.email);
  requireStrongPassword(body.password, auth.passwords);
  const challenge = getChallenge(body);
  const passwordHash = await hashPassword(body.password);
  if (!auth.config.email.enable_confirmations) {
    const newUser = { email, passwordHash, confirmed: true, userMetadata: body.data };
    return signUpConfirmed(auth, c, newUser, 'email_exists');
  }
  await throttleMail(auth, email);
  const user = await auth.sql.begin(async (sql) => {
    const existing = await findUserByEmail(sql, email);
    await audit(sql, getClient(auth, c), 'user_confirmation_requested', existing, email);
    const newUser = { email, passwordHash, confirmed: false, userMetadata: body.data };
    if (existing)
      await runAndRollBack(sql, (inner) => insertUser(inner, { ...newUser, email: getUnusedEmail(email) }));
    const isTaken = Boolean(existing?.email_confirmed_at);
    if (existing && !isTaken) await replaceSignUp(sql, existing, newUser);
    const { id } = existing ?? (await insertUser(sql, newUser));
    const token = {
      userId: isTaken ? NOBODY : id,
      type: 'confirmation_token',
      kind: 'signup',
      recipient: email,
    } as const;
    await mailToken(auth, sql, { ...token, redirectTo: getRedirect(auth, c), challenge });
    return isTaken ? null : findUserById(sql, id);
  });
  return user ? userJson(user) : decoyUser({ email }, body.data);
}

/** An address that no user has, for decoy work. */
export const getUnusedEmail = (email: string) => `${randomUUID()}${email.slice(email.lastIndexOf('@'))}`;
