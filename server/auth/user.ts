import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { AuthError, invalid } from './auth-error.ts';
import type { Client } from './client.ts';
import { audit, type ConversationPage, getClient } from './context.ts';
import { getChallenge } from './identities/flow-states.ts';
import { emailAddress } from './mail/email-address.ts';
import { changeEmail } from './mail/email-change.ts';
import { getRedirect, mailToken, throttleMail } from './mail/token.ts';
import { hashPassword, passwordMatches } from './passwords/password-hash.ts';
import { refuseWeakPassword } from './passwords/password-policy.ts';
import { changePhone } from './phone/phone-change.ts';
import { bareNumber, phoneNumber, requirePhone } from './phone/phone-number.ts';
import { getChannel, refuseUnreachable, textCodeAtOnce, throttleText } from './phone/sms.ts';
import { mergeMetadata, metadata, readBody, text } from './request-body.ts';
import { requireAssurance } from './sessions/assurance.ts';
import { type SignedIn, signedIn } from './sessions/bearer.ts';
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

/** A session older than this proves less than a fresh sign-in. */
const FRESH_SESSION_SECONDS = 24 * 3600;

export function userRoutes(room: ConversationPage): Hono {
  return new Hono()
    .get('/user', async (c) => c.json(userJson((await signedIn(room, c)).user)))
    .put('/user', async (c) => {
      const customer = await signedIn(room, c);
      const changes = await readBody(c.req.raw, changesBody);
      return c.json(userJson(await changeUser(room, c, customer, changes)));
    })
    .get('/reauthenticate', async (c) => {
      await sendNonce(room, c, await signedIn(room, c));
      return c.json({});
    });
}

async function changeUser(
  room: ConversationPage,
  c: Context,
  customer: SignedIn,
  changes: Changes,
): Promise<UserRow> {
  const { user } = customer;
  if (changes.app_metadata !== undefined && changes.app_metadata !== null)
    throw new AuthError(403, 'not_admin', 'Updating app_metadata requires admin privileges');
  const phone = wantedPhone(room, user, changes.phone);
  const channel = getChannel(room, changes.channel);
  const email = changes.email === '' ? '' : emailAddress(changes.email);
  const challenge = getChallenge(changes);
  if (changes.password || (email !== '' && email !== user.email) || phone)
    requireAssurance(customer, 401, AAL2_REQUIRED);
  const passwordHash = await newPasswordHash(room, getClient(room, c), customer, changes);
  const emailChanges = email !== '' && email !== user.email;
  if (emailChanges && room.config.email.enable_confirmations) await throttleMail(room, email);
  if (phone && room.config.sms.enable_confirmations) {
    refuseUnreachable(room, phone);
    await throttleText(room, phone);
  }

  return room.sql.begin(async (sql) => {
    const before = await lockUser(sql, user.id);
    if (!before) throw new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist');
    if (passwordHash) await savePassword(sql, before, passwordHash, customer.sessionId);
    const merged = mergeMetadata(before.raw_user_meta_data, changes.data);
    await sql`
      update auth.users set raw_user_meta_data = ${json(sql, merged)}, updated_at = now() where id = ${user.id}`;
    if (emailChanges)
      await changeEmail(room, sql, before, { email, redirectTo: getRedirect(room, c), challenge });
    if (phone) await changePhone(room, sql, before, { phone, channel });
    const action = passwordHash ? 'user_updated_password' : 'user_modified';
    await audit(sql, getClient(room, c), action, { id: user.id, name: user.email });
    return (await lockUser(sql, user.id)) ?? before;
  });
}

/** The number the customer wants instead of the present one, or null. */
function wantedPhone(room: ConversationPage, user: UserRow, written: string): string | null {
  if (written === '' || bareNumber(written) === user.phone) return null;
  requirePhone(room);
  return phoneNumber(written);
}

/** The hash of the password the customer wants from now on, once all rules agree; null when it stays. */
async function newPasswordHash(
  room: ConversationPage,
  client: Client,
  { user, sessionId }: SignedIn,
  changes: Changes,
): Promise<string | null> {
  const { password } = changes;
  if (password === undefined || password === null) return null;
  if (user.is_anonymous && changes.email === '' && changes.phone === '') {
    const message = 'Updating password of an anonymous user without an email or phone is not allowed';
    throw new AuthError(422, 'validation_failed', message);
  }
  refuseWeakPassword(password, room.passwords);
  await room.limits.count('user', client.network, room.windows.signIn);
  if (changes.current_password !== '') await checkCurrentPassword(room, user, changes.current_password);
  if (user.encrypted_password && (await passwordMatches(user.encrypted_password, password)))
    throw new AuthError(422, 'same_password', 'New password should be different from the old password.');
  if (room.config.email.secure_password_change) await checkNonce(room, user, sessionId, changes.nonce);
  return hashPassword(password);
}

async function checkCurrentPassword(room: ConversationPage, user: UserRow, written: string): Promise<void> {
  const account = user.email ?? user.phone ?? user.id;
  await room.limits.refuseAfterFailures('password', account);
  if (await passwordMatches(user.encrypted_password, written))
    return room.limits.succeeded('password', account);
  await room.limits.failed('password', account);
  throw new AuthError(400, 'current_password_invalid', 'Current password is not valid.');
}

async function checkNonce(
  room: ConversationPage,
  user: UserRow,
  sessionId: string,
  nonce: string,
): Promise<void> {
  const [fresh] = await room.sql`
    select from auth.sessions
    where id = ${sessionId} and created_at > now() - make_interval(secs => ${FRESH_SESSION_SECONDS})`;
  if (fresh || user.is_anonymous) return;
  if (nonce === '')
    throw new AuthError(400, 'reauthentication_needed', 'Password update requires reauthentication');
  const address = user.email ?? user.phone ?? '';
  await room.limits.count('code', address, room.windows.code);
  await room.tokens.redeem(room.sql, { address, code: nonce }, ['reauthentication_token']).catch((error) => {
    if (!(error instanceof AuthError)) throw error;
    throw new AuthError(422, 'reauthentication_not_valid', 'Nonce has expired or is invalid');
  });
}

/** A new password ends every other session, and with them whatever was sent to recover the old one. */
async function savePassword(sql: Queries, user: UserRow, hash: string, sessionId: string): Promise<void> {
  await sql`update auth.users set encrypted_password = ${hash} where id = ${user.id}`;
  await sql`delete from auth.one_time_tokens where user_id = ${user.id} and token_type = 'recovery_token'`;
  await endSessions(sql, user.id, sessionId);
}

async function sendNonce(room: ConversationPage, c: Context, { user }: SignedIn): Promise<void> {
  const { email, phone } = user;
  if (!email && phone) return textNonce(room, user.id, phone);
  if (!email) throw invalid('Reauthentication requires the user to have an email or a phone number');
  await throttleMail(room, email);
  const token = { type: 'reauthentication_token', kind: 'reauthentication', recipient: email } as const;
  await room.sql.begin((sql) =>
    mailToken(room, sql, { ...token, userId: user.id, redirectTo: getRedirect(room, c) }),
  );
}

async function textNonce(room: ConversationPage, userId: string, phone: string): Promise<void> {
  await throttleText(room, phone);
  const code = { type: 'reauthentication_token', kind: 'reauthentication', channel: 'sms', phone } as const;
  const handOver = await room.sql.begin((sql) => textCodeAtOnce(room, sql, { ...code, userId }));
  await handOver();
}
