import type { Context } from 'hono';
import { z } from 'zod';
import { AuthError, invalid } from '../auth-error.ts';
import type { Client } from '../client.ts';
import { type AuthContext, audit, getClient } from '../context.ts';
import { requirePhoneSignIn, stripNumber } from '../phone/phone-number.ts';
import { readBody, text } from '../request-body.ts';
import { sessionJson, startSession } from '../sessions/sessions.ts';
import { findUserByEmail, findUserByPhone, isBanned } from '../users.ts';
import { hashPassword, isOutdated, passwordMatches } from './password-hash.ts';
import { getWeakness } from './password-policy.ts';

const passwordBody = z.object({ email: text, phone: text, password: text });
type Login = z.output<typeof passwordBody>;

/**
 * Signs in with an email address or phone number and a password. Neither the response nor its timing reveals
 * whether the account exists.
 */
export async function grantByPassword(auth: AuthContext, c: Context) {
  const body = await readBody(c.req.raw, passwordBody);
  const client = getClient(auth, c);
  if (body.email !== '' && body.phone !== '')
    throw invalid('Only an email address or phone number should be provided on login.');
  if (body.phone !== '') requirePhoneSignIn(auth, 'Phone logins are disabled', 422);
  else if (body.email === '') throw invalid('missing email or phone');

  const { user, hash } = await authenticate(auth, body, client);
  if (isBanned(user)) throw new AuthError(400, 'user_banned', 'User is banned');
  if (body.phone !== '' && !user.phone_confirmed_at)
    throw new AuthError(400, 'phone_not_confirmed', 'Phone not confirmed');
  if (body.phone === '' && !user.email_confirmed_at)
    throw new AuthError(400, 'email_not_confirmed', 'Email not confirmed');
  const better = isOutdated(hash) ? await hashPassword(body.password) : null;
  const session = await auth.sql.begin(async (sql) => {
    // Replaces the hash only if it is still the hash that was checked, because the password could have
    // changed in the meantime.
    if (better)
      await sql`
        update auth.users set encrypted_password = ${better} where id = ${user.id} and encrypted_password = ${hash}`;
    return startSession(auth, sql, user.id, 'password', client);
  });
  return sessionJson(auth, session, getWeakness(body.password, auth.passwords));
}

/**
 * Returns the user with this address or number and password. Throws 400 `invalid_credentials`, or 429 after
 * too many failures.
 */
async function authenticate(auth: AuthContext, { email, phone, password }: Login, client: Client) {
  const account = phone === '' ? email.toLowerCase() : stripNumber(phone);
  await auth.limits.refuseAfterFailures('password', account);
  const user = await (phone === '' ? findUserByEmail(auth.sql, account) : findUserByPhone(auth.sql, account));
  const hash = user?.encrypted_password ?? null;
  if (!(await passwordMatches(hash, password)) || !user || hash === null) {
    // Records a failure even if the address is unknown, so that both cases do the same work.
    await audit(auth.sql, client, 'login_failed', user);
    await auth.limits.recordFailure('password', account);
    throw new AuthError(400, 'invalid_credentials', 'Invalid login credentials');
  }
  await auth.limits.recordSuccess('password', account);
  return { user, hash };
}
