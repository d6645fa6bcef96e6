import { z } from 'zod';
import { AuthError, invalid } from './auth-error.ts';
import type { Client } from './client.ts';
import { type AuthContext, audit, getClient, type Handler } from './context.ts';
import { getChallenge } from './identities/flow-states.ts';
import { parseEmail } from './mail/email-address.ts';
import { changeEmail } from './mail/email-change.ts';
import { throttle } from './mail/throttle.ts';
import { getRedirect, mailToken } from './mail/token.ts';
import { hashPassword, passwordMatches } from './passwords/password-hash.ts';
import { requireStrongPassword } from './passwords/password-policy.ts';
import { changePhone } from './phone/phone-change.ts';
import { parsePhoneNumber, requirePhoneSignIn, stripNumber } from './phone/phone-number.ts';
import { getChannel, requireReachableNumber, sendCode } from './phone/sms.ts';
import { mergeMetadata, metadata, readBody, text } from './request-body.ts';
import { requireAssurance } from './sessions/assurance.ts';
import { requireSession, type SignedIn } from './sessions/bearer.ts';
import { endSessions } from './sessions/sessions.ts';
import { userJson } from './user-json.ts';
import { json, lockUser, type Queries, type UserRow } from './users.ts';

const changesBody = z.object({
  email: text,
  phone: text,
  password: z.string().nullish(),
  current_password: text,
  nonce: text,
  channel: text,
  data: metadata,
  app_metadata: z.unknown().optional(),
  code_challenge: text,
  code_challenge_method: text,
});
type Changes = z.output<typeof changesBody>;

const AAL2_REQUIRED = 'AAL2 session is required to update email or password when MFA is enabled.';

/** The maximum age of a session for sensitive changes. Customers with older sessions must sign in again. */
const FRESH_SESSION_SECONDS = 24 * 3600;

export const getUser: Handler = async (auth, c) => userJson((await requireSession(auth, c)).user);

/** Changes a customer's address, number, password, or metadata. */
export const changeUser: Handler = async (auth, c) => {
  const customer = await requireSession(auth, c);
  const changes = await readBody(c.req.raw, changesBody);
  const { user } = customer;
  if (changes.app_metadata !== undefined && changes.app_metadata !== null)
    throw new AuthError(403, 'not_admin', 'Updating app_metadata requires admin privileges');
  const phone = getNewPhone(auth, user, changes.phone);
  const channel = getChannel(auth, changes.channel);
  const email = changes.email === '' ? '' : parseEmail(changes.email);
  const challenge = getChallenge(changes);
  if (changes.password || (email !== '' && email !== user.email) || phone)
    requireAssurance(customer, 401, AAL2_REQUIRED);
  const passwordHash = await newPasswordHash(auth, getClient(auth, c), customer, changes);
  const changesEmail = email !== '' && email !== user.email;
  if (changesEmail && auth.config.email.enable_confirmations) await throttle(auth, 'mail', email);
  if (phone && auth.config.sms.enable_confirmations) {
    requireReachableNumber(auth, phone);
    await throttle(auth, 'sms', phone);
  }

  return auth.sql.begin(async (sql) => {
    const before = await lockUser(sql, user.id);
    if (!before) throw new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist');
    if (passwordHash) await savePassword(sql, before, passwordHash, customer.sessionId);
    const merged = mergeMetadata(before.raw_user_meta_data, changes.data);
    await sql`
      update auth.users set raw_user_meta_data = ${json(sql, merged)}, updated_at = now() where id = ${user.id}`;
    if (changesEmail)
      await changeEmail(auth, sql, before, { email, redirectTo: getRedirect(auth, c), challenge });
    if (phone) await changePhone(auth, sql, before, { phone, channel });
    const action = passwordHash ? 'user_updated_password' : 'user_modified';
    await audit(sql, getClient(auth, c), action, user);
    return userJson((await lockUser(sql, user.id)) ?? before);
  });
};

/** Returns the requested new number, or null if the number doesn't change. */
function getNewPhone(auth: AuthContext, user: UserRow, input: string): string | null {
  if (input === '' || stripNumber(input) === user.phone) return null;
  requirePhoneSignIn(auth);
  return parsePhoneNumber(input);
}

/** Checks the new password against all rules and returns its hash, or null if the password doesn't change. */
async function newPasswordHash(auth: AuthContext, client: Client, customer: SignedIn, changes: Changes) {
  const { user, sessionId } = customer;
  const { password } = changes;
  if (password === undefined || password === null) return null;
  if (user.is_anonymous && changes.email === '' && changes.phone === '') {
    const message = 'Updating password of an anonymous user without an email or phone is not allowed';
    throw new AuthError(422, 'validation_failed', message);
  }
  requireStrongPassword(password, auth.passwords);
  await auth.limits.count('user', client.network);
  if (changes.current_password !== '') await checkCurrentPassword(auth, user, changes.current_password);
  if (user.encrypted_password && (await passwordMatches(user.encrypted_password, password)))
    throw new AuthError(422, 'same_password', 'New password should be different from the old password.');
  if (auth.config.email.secure_password_change) await checkNonce(auth, user, sessionId, changes.nonce);
  return hashPassword(password);
}

async function checkCurrentPassword(auth: AuthContext, user: UserRow, input: string): Promise<void> {
  const account = user.email ?? user.phone ?? user.id;
  await auth.limits.refuseAfterFailures('password', account);
  if (await passwordMatches(user.encrypted_password, input))
    return auth.limits.recordSuccess('password', account);
  await auth.limits.recordFailure('password', account);
  throw new AuthError(400, 'current_password_invalid', 'Current password is not valid.');
}

async function checkNonce(auth: AuthContext, user: UserRow, sessionId: string, nonce: string): Promise<void> {
  const [fresh] = await auth.sql`
    select from auth.sessions
    where id = ${sessionId} and created_at > now() - make_interval(secs => ${FRESH_SESSION_SECONDS})`;
  if (fresh || user.is_anonymous) return;
  if (nonce === '')
    throw new AuthError(400, 'reauthentication_needed', 'Password update requires reauthentication');
  const address = user.email ?? user.phone ?? '';
  await auth.limits.count('code', address);
  await auth.tokens.redeem(auth.sql, { address, code: nonce }, ['reauthentication_token']).catch((error) => {
    if (!(error instanceof AuthError)) throw error;
    throw new AuthError(422, 'reauthentication_not_valid', 'Nonce has expired or is invalid');
  });
}

/** Saves a new password, ends all other sessions, and invalidates recovery messages. */
async function savePassword(sql: Queries, user: UserRow, hash: string, sessionId: string): Promise<void> {
  await sql`update auth.users set encrypted_password = ${hash} where id = ${user.id}`;
  await sql`delete from auth.one_time_tokens where user_id = ${user.id} and token_type = 'recovery_token'`;
  await endSessions(sql, user.id, sessionId);
}

/** Sends a code that the customer enters to change the password. */
export const reauthenticate: Handler = async (auth, c) => {
  const { user } = await requireSession(auth, c);
  const { email, phone } = user;
  if (!email && phone) return sendNonceByText(auth, user.id, phone);
  if (!email) throw invalid('Reauthentication requires the user to have an email or a phone number');
  await throttle(auth, 'mail', email);
  const token = { type: 'reauthentication_token', kind: 'reauthentication', recipient: email } as const;
  await auth.sql.begin((sql) =>
    mailToken(auth, sql, { ...token, userId: user.id, redirectTo: getRedirect(auth, c) }),
  );
  return {};
};

async function sendNonceByText(auth: AuthContext, userId: string, phone: string): Promise<object> {
  await throttle(auth, 'sms', phone);
  const code = { type: 'reauthentication_token', kind: 'reauthentication', channel: 'sms', phone } as const;
  const deliver = await auth.sql.begin((sql) => sendCode(auth, sql, { ...code, userId }, true));
  await deliver();
  return {};
}
