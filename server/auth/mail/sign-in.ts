import type { Context } from 'hono';
import { z } from 'zod';
import { invalid } from '../auth-error.ts';
import { type Contact, getEmailContact, getPhoneContact } from '../contact.ts';
import { type AuthContext, audit, getClient, type Handler } from '../context.ts';
import { type Challenge, getChallenge } from '../identities/flow-states.ts';
import { NOBODY } from '../passwords/sign-up-answer.ts';
import { requirePhoneSignIn } from '../phone/phone-number.ts';
import { sendPhoneCodeAgain } from '../phone/resend.ts';
import { createMessageReceipt } from '../phone/sms.ts';
import type { LimitName } from '../rate-limits.ts';
import { flag, metadata, readBody, text } from '../request-body.ts';
import { runAndRollBack } from '../rolled-back.ts';
import { findUserByEmail, insertUser, type UserRow } from '../users.ts';
import { parseEmail } from './email-address.ts';
import { throttle } from './throttle.ts';
import { getRedirect, mailToken } from './token.ts';

const mailBody = z.object({
  email: text,
  phone: text,
  data: metadata,
  create_user: flag,
  type: text,
  channel: text,
  code_challenge: text,
  code_challenge_method: text,
});
type MailRequest = z.output<typeof mailBody>;

const RESENDABLE = ['signup', 'email_change', 'sms', 'phone_change'];

/**
 * Sends sign-in codes, links, and recovery emails. Neither the response nor its timing reveals whether an
 * address is known. Unknown addresses are refused only if sign-ups are disabled, as in Supabase.
 */
export const sendOtp: Handler = (auth, c) => answer(auth, c, 'otp', sendSignIn);
export const sendMagicLink: Handler = (auth, c) => answer(auth, c, 'magiclink', sendSignIn);
export const recover: Handler = (auth, c) => answer(auth, c, 'recover', sendRecovery);
export const resend: Handler = (auth, c) => answer(auth, c, 'resend', sendAgain);

type Sender = (auth: AuthContext, c: Context, body: MailRequest) => Promise<void>;

async function answer(auth: AuthContext, c: Context, endpoint: LimitName, send: Sender) {
  const body = await readBody(c.req.raw, mailBody);
  await auth.limits.count(endpoint, getClient(auth, c).network);
  if (send === sendAgain && !RESENDABLE.includes(body.type))
    throw invalid(`Missing one of these types: ${RESENDABLE.join(', ')}`);
  if (body.email !== '' && body.phone !== '')
    throw invalid('Only an email address or phone number should be provided');
  if (body.phone !== '') return answerByText(auth, c, send, body);
  if (body.email === '' && send === sendSignIn) throw invalid('One of email or phone must be set');
  await send(auth, c, body);
  return {};
}

/** Sends the code by text message. Password recovery is available only by email. */
async function answerByText(auth: AuthContext, c: Context, send: Sender, body: MailRequest) {
  if (send === sendRecovery) throw invalid('Password recovery requires an email');
  if (send === sendAgain && body.type !== 'sms' && body.type !== 'phone_change')
    throw invalid('Type provided requires an email address');
  if (send === sendAgain) return sendPhoneCodeAgain(auth, c, body);
  requirePhoneSignIn(auth);
  await sendSignInCode(auth, c, body, getPhoneContact(auth, body));
  return createMessageReceipt();
}

function sendSignIn(auth: AuthContext, c: Context, body: MailRequest): Promise<void> {
  return sendSignInCode(auth, c, body, getEmailContact(auth, c, body));
}

/**
 * Sends a sign-in code. For an unknown address, creates an account that has no password. If `create_user` is
 * false, sends nothing to an unknown address, but the response and the work are the same.
 */
async function sendSignInCode(auth: AuthContext, c: Context, body: MailRequest, contact: Contact) {
  const existing = await contact.find(auth.sql);
  const createsUser = !existing && body.create_user !== false;
  if (createsUser) contact.requireSignUps();
  await contact.throttle();
  const newUser = { passwordHash: null, confirmed: false, userMetadata: body.data };
  const deliver = await auth.sql.begin(async (sql) => {
    if (!createsUser)
      await runAndRollBack(sql, (inner) => insertUser(inner, { ...newUser, ...contact.unused }));
    const user = createsUser ? await insertUser(sql, { ...newUser, ...contact.address }) : existing;
    await audit(sql, getClient(auth, c), 'user_recovery_requested', user, contact.name);
    // If `create_user` is false, the response doesn't wait for the message, because waiting would reveal that
    // the account exists.
    return contact.sendSignIn(sql, user, body.create_user !== false);
  });
  await deliver?.();
}

async function sendRecovery(auth: AuthContext, c: Context, body: MailRequest): Promise<void> {
  const email = parseEmail(body.email);
  const challenge = getChallenge(body);
  await throttle(auth, 'mail', email);
  await sendTo(auth, c, email, challenge, () => ({ type: 'recovery_token', kind: 'recovery' }));
}

async function sendAgain(auth: AuthContext, c: Context, body: MailRequest): Promise<void> {
  const email = parseEmail(body.email);
  await throttle(auth, 'mail', email);
  await sendTo(auth, c, email, null, (user) => {
    if (body.type === 'signup' && !user.email_confirmed_at)
      return { type: 'confirmation_token', kind: 'signup' };
    if (body.type === 'email_change' && user.email_change)
      return { type: 'email_change_token_new', kind: 'email_change', recipient: user.email_change };
    return null;
  });
}

type Requested = Pick<Parameters<typeof mailToken>[2], 'type' | 'kind'> & { recipient?: string };

/**
 * Sends the message that `choose` selects to the customer with this address. Records the request even if no
 * customer has the address.
 */
async function sendTo(
  auth: AuthContext,
  c: Context,
  email: string,
  challenge: Challenge | null,
  choose: (user: UserRow) => Requested | null,
): Promise<void> {
  await auth.sql.begin(async (sql) => {
    const user = await findUserByEmail(sql, email);
    await audit(sql, getClient(auth, c), 'user_recovery_requested', user, email);
    const requested = user ? choose(user) : null;
    // If the message is for a different address that belongs to another customer, no message is sent.
    const isTaken =
      requested?.recipient !== undefined && (await findUserByEmail(sql, requested.recipient)) !== undefined;
    // Does the same work for an unknown address, so that the response time doesn't reveal whether the address
    // is known.
    const token = requested ?? { type: 'recovery_token', kind: 'recovery' };
    await mailToken(auth, sql, {
      recipient: email,
      ...token,
      userId: user && requested && !isTaken ? user.id : NOBODY,
      redirectTo: getRedirect(auth, c),
      challenge,
    });
  });
}
