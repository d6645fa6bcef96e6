import { randomUUID } from 'node:crypto';
import type { Context } from 'hono';
import { type AuthContext, audit, getClient } from '../context.ts';
import { hashPassword } from '../passwords/password-hash.ts';
import { refuseWeakPassword } from '../passwords/password-policy.ts';
import {
  decoyUser,
  NOBODY,
  replaceSignUp,
  signUpConfirmed,
  signUpDisabled,
} from '../passwords/sign-up-answer.ts';
import type { Metadata } from '../request-body.ts';
import { inVain } from '../rolled-back.ts';
import { userJson } from '../user-json.ts';
import { insertUser, type Queries, type UserRow, userById, userByPhone } from '../users.ts';
import { phoneNumber, requirePhone } from './phone-number.ts';
import {
  countText,
  getChannel,
  messageReceipt,
  refuseUnreachable,
  textCode,
  textCodeAtOnce,
  throttleText,
} from './sms.ts';

type PhoneSignUp = { phone: string; password: string; data: Metadata; channel: string };

/** Signs up by number and password: immediately without confirmation, or after the code is entered. */
export async function signUpByPhone(auth: AuthContext, c: Context, body: PhoneSignUp) {
  requirePhone(auth, 'Phone signups are disabled');
  const phone = phoneNumber(body.phone);
  const channel = getChannel(auth, body.channel);
  refuseWeakPassword(body.password, auth.passwords);
  const passwordHash = await hashPassword(body.password);
  const newUser = { email: null, phone, passwordHash, confirmed: false, userMetadata: body.data };
  if (!auth.config.sms.enable_confirmations)
    return signUpConfirmed(auth, c, { ...newUser, phoneConfirmed: true }, 'phone_exists');
  refuseUnreachable(auth, phone);
  await throttleText(auth, phone);
  const user = await auth.sql.begin(async (sql) => {
    const known = await userByPhone(sql, phone);
    await audit(sql, getClient(auth, c), 'user_confirmation_requested', known, phone);
    if (known) await inVain(sql, (inner) => insertUser(inner, { ...newUser, phone: neighbor() }));
    const isTaken = Boolean(known?.phone_confirmed_at);
    if (known && !isTaken) await replaceSignUp(sql, known, newUser);
    const { id } = known ?? (await insertUser(sql, newUser));
    await textCode(auth, sql, {
      userId: isTaken ? NOBODY : id,
      type: 'confirmation_token',
      phone,
      kind: 'sms',
      channel,
    });
    return isTaken ? null : userById(sql, id);
  });
  return user ? userJson(user) : decoyUser({ phone }, body.data);
}

type CodeRequest = { phone: string; data: Metadata; create_user?: boolean; channel: string };

/**
 * Sends a sign-in code. An unknown number signs up unless the client requests otherwise. Then nothing is
 * sent, but response and work are the same.
 */
export async function sendPhoneSignIn(auth: AuthContext, c: Context, body: CodeRequest) {
  requirePhone(auth);
  const phone = phoneNumber(body.phone);
  const channel = getChannel(auth, body.channel);
  const known = await userByPhone(auth.sql, phone);
  const createsUser = !known && body.create_user !== false;
  if (createsUser && !auth.config.enable_signup) throw signUpDisabled();
  refuseUnreachable(auth, phone);
  await throttleText(auth, phone);
  const handOver = await auth.sql.begin(async (sql) => {
    const newUser = { email: null, phone, passwordHash: null, confirmed: false, userMetadata: body.data };
    if (!createsUser) await inVain(sql, (inner) => insertUser(inner, { ...newUser, phone: neighbor() }));
    const user = createsUser ? await insertUser(sql, newUser) : known;
    await audit(sql, getClient(auth, c), 'user_recovery_requested', user, phone);
    const code = { type: 'confirmation_token', kind: 'sms', phone, channel } as const;
    if (body.create_user !== false && user) return textCodeAtOnce(auth, sql, { ...code, userId: user.id });
    // Sending takes time, which would reveal that there is a message.
    await textCode(auth, sql, { ...code, userId: user?.id ?? NOBODY });
    return null;
  });
  await handOver?.();
  return messageReceipt();
}

type AgainRequest = { phone: string; type: string; channel: string };

/**
 * Sends the code again to a waiting customer. Response and work don't reveal whether there is one, so
 * requests too soon after the last message get the same response and send nothing.
 */
export async function sendPhoneCodeAgain(auth: AuthContext, c: Context, body: AgainRequest) {
  requirePhone(auth);
  const phone = phoneNumber(body.phone);
  const channel = getChannel(auth, body.channel);
  const isTooSoon = (await auth.limits.wait('text', phone)) > 0;
  if (!isTooSoon) await countText(auth);
  await auth.sql.begin(async (sql) => {
    const isChange = body.type === 'phone_change';
    const user = isChange ? await userChangingTo(sql, phone) : await userByPhone(sql, phone);
    const waits = user && !isTooSoon && (isChange || !user.phone_confirmed_at) ? user : null;
    await audit(sql, getClient(auth, c), 'user_recovery_requested', user, phone);
    await textCode(auth, sql, {
      userId: waits?.id ?? NOBODY,
      ...(isChange
        ? { type: 'phone_change_token', kind: 'phone_change', phone: waits?.phone_change || phone }
        : { type: 'confirmation_token', kind: 'sms', phone }),
      channel,
    });
  });
  return messageReceipt();
}

/** Returns an identifier that is not a phone number, so no user has it, for work that is rolled back. */
const neighbor = () => `nobody ${randomUUID()}`;

/** Returns the user who is changing to or from this number. */
async function userChangingTo(sql: Queries, phone: string): Promise<UserRow | undefined> {
  const [found] = await sql<{ id: string }[]>`
    select id from auth.users where phone_change <> '' and (phone_change = ${phone} or phone = ${phone})
    order by phone_change_sent_at desc nulls last limit 1`;
  return found && userById(sql, found.id);
}
