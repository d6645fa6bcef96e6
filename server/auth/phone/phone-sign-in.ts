import { randomUUID } from 'node:crypto';
import type { Context } from 'hono';
import { type AuthContext, audit, getClient } from '../context.ts';
import { hashPassword } from '../passwords/password-hash.ts';
import { requireStrongPassword } from '../passwords/password-policy.ts';
import {
  decoyUser,
  NOBODY,
  replaceSignUp,
  signUpConfirmed,
  signUpDisabled,
} from '../passwords/sign-up-answer.ts';
import type { Metadata } from '../request-body.ts';
import { runAndRollBack } from '../rolled-back.ts';
import { userJson } from '../user-json.ts';
import { findUserById, findUserByPhone, insertUser, type Queries, type UserRow } from '../users.ts';
import { parsePhoneNumber, requirePhoneSignIn } from './phone-number.ts';
import {
  countText,
  createMessageReceipt,
  getChannel,
  prepareCode,
  requireReachableNumber,
  sendCode,
  throttleText,
} from './sms.ts';

type PhoneSignUp = { phone: string; password: string; data: Metadata; channel: string };

/** Signs up by number and password: immediately without confirmation, or after the code is entered. */
export async function signUpByPhone(auth: AuthContext, c: Context, body: PhoneSignUp) {
  requirePhoneSignIn(auth, 'Phone signups are disabled');
  const phone = parsePhoneNumber(body.phone);
  const channel = getChannel(auth, body.channel);
  requireStrongPassword(body.password, auth.passwords);
  const passwordHash = await hashPassword(body.password);
  const newUser = { email: null, phone, passwordHash, confirmed: false, userMetadata: body.data };
  if (!auth.config.sms.enable_confirmations)
    return signUpConfirmed(auth, c, { ...newUser, phoneConfirmed: true }, 'phone_exists');
  requireReachableNumber(auth, phone);
  await throttleText(auth, phone);
  const user = await auth.sql.begin(async (sql) => {
    const existing = await findUserByPhone(sql, phone);
    await audit(sql, getClient(auth, c), 'user_confirmation_requested', existing, phone);
    if (existing)
      await runAndRollBack(sql, (inner) => insertUser(inner, { ...newUser, phone: getUnusedPhone() }));
    const isTaken = Boolean(existing?.phone_confirmed_at);
    if (existing && !isTaken) await replaceSignUp(sql, existing, newUser);
    const { id } = existing ?? (await insertUser(sql, newUser));
    await sendCode(auth, sql, {
      userId: isTaken ? NOBODY : id,
      type: 'confirmation_token',
      phone,
      kind: 'sms',
      channel,
    });
    return isTaken ? null : findUserById(sql, id);
  });
  return user ? userJson(user) : decoyUser({ phone }, body.data);
}

type CodeRequest = { phone: string; data: Metadata; create_user?: boolean; channel: string };

/**
 * Sends a sign-in code. An unknown number signs up unless the client requests otherwise. Then nothing is
 * sent, but response and work are the same.
 */
export async function sendPhoneSignIn(auth: AuthContext, c: Context, body: CodeRequest) {
  requirePhoneSignIn(auth);
  const phone = parsePhoneNumber(body.phone);
  const channel = getChannel(auth, body.channel);
  const existing = await findUserByPhone(auth.sql, phone);
  const createsUser = !existing && body.create_user !== false;
  if (createsUser && !auth.config.enable_signup) throw signUpDisabled();
  requireReachableNumber(auth, phone);
  await throttleText(auth, phone);
  const deliver = await auth.sql.begin(async (sql) => {
    const newUser = { email: null, phone, passwordHash: null, confirmed: false, userMetadata: body.data };
    if (!createsUser)
      await runAndRollBack(sql, (inner) => insertUser(inner, { ...newUser, phone: getUnusedPhone() }));
    const user = createsUser ? await insertUser(sql, newUser) : existing;
    await audit(sql, getClient(auth, c), 'user_recovery_requested', user, phone);
    const code = { type: 'confirmation_token', kind: 'sms', phone, channel } as const;
    if (body.create_user !== false && user) return prepareCode(auth, sql, { ...code, userId: user.id });
    // Sending takes time, which would reveal that there is a message.
    await sendCode(auth, sql, { ...code, userId: user?.id ?? NOBODY });
    return null;
  });
  await deliver?.();
  return createMessageReceipt();
}

type AgainRequest = { phone: string; type: string; channel: string };

/**
 * Sends the code again to a waiting customer. Response and work don't reveal whether there is one, so
 * requests too soon after the last message get the same response and send nothing.
 */
export async function sendPhoneCodeAgain(auth: AuthContext, c: Context, body: AgainRequest) {
  requirePhoneSignIn(auth);
  const phone = parsePhoneNumber(body.phone);
  const channel = getChannel(auth, body.channel);
  const isTooSoon = (await auth.limits.wait('text', phone)) > 0;
  if (!isTooSoon) await countText(auth);
  await auth.sql.begin(async (sql) => {
    const isChange = body.type === 'phone_change';
    const user = isChange ? await findUserChangingTo(sql, phone) : await findUserByPhone(sql, phone);
    const recipient = user && !isTooSoon && (isChange || !user.phone_confirmed_at) ? user : null;
    await audit(sql, getClient(auth, c), 'user_recovery_requested', user, phone);
    await sendCode(auth, sql, {
      userId: recipient?.id ?? NOBODY,
      ...(isChange
        ? { type: 'phone_change_token', kind: 'phone_change', phone: recipient?.phone_change || phone }
        : { type: 'confirmation_token', kind: 'sms', phone }),
      channel,
    });
  });
  return createMessageReceipt();
}

/** Returns an identifier that is not a phone number, so no user has it, for work that is rolled back. */
const getUnusedPhone = () => `nobody ${randomUUID()}`;

/** Returns the user who is changing to or from this number. */
async function findUserChangingTo(sql: Queries, phone: string): Promise<UserRow | undefined> {
  const [match] = await sql<{ id: string }[]>`
    select id from auth.users where phone_change <> '' and (phone_change = ${phone} or phone = ${phone})
    order by phone_change_sent_at desc nulls last limit 1`;
  return match && findUserById(sql, match.id);
}
