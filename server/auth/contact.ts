import { randomUUID } from 'node:crypto';
import type { Context } from 'hono';
import { AuthError } from './auth-error.ts';
import type { AuthContext } from './context.ts';
import { getChallenge } from './identities/flow-states.ts';
import type { Deliver } from './mail/delivery.ts';
import { parseEmail } from './mail/email-address.ts';
import { throttle } from './mail/throttle.ts';
import { getRedirect, mailToken } from './mail/token.ts';
import { NOBODY, signUpDisabled } from './passwords/sign-up-answer.ts';
import { parsePhoneNumber } from './phone/phone-number.ts';
import { getChannel, requireReachableNumber, sendCode } from './phone/sms.ts';
import { findUserByEmail, findUserByPhone, type Queries, type UserRow } from './users.ts';

/** The email address or phone number that someone uses to sign up or sign in. */
export type Contact = {
  /** The email address or phone number in stored form. */
  name: string;
  address: { email: string } | { phone: string };
  /** An address that no user has, for inserting a user in a transaction that is rolled back. */
  unused: { email: string } | { phone: string };
  /** The code of the refusal if another user has the address. */
  taken: 'email_exists' | 'phone_exists';
  needsConfirmation: boolean;
  find(sql: Queries): Promise<UserRow | undefined>;
  isConfirmed(user: UserRow): boolean;
  /** Throws if the operator disabled sign-ups with this kind of address. */
  requireSignUps(): void;
  /** Throws 429 after too many messages, and 422 if messages can't be sent to this address. */
  throttle(): Promise<void>;
  /** Sends the code that confirms a sign-up. For NOBODY, does the same work but sends nothing. */
  sendConfirmation(sql: Queries, userId: string): Promise<unknown>;
  /**
   * Sends a sign-in code. If `user` is undefined, does the same work but sends nothing. If `isAwaited` is
   * true, the caller delivers a text message after the commit by calling the returned function.
   */
  sendSignIn(sql: Queries, user: UserRow | undefined, isAwaited: boolean): Promise<Deliver | null>;
};

/** Reads the address in a request. Throws 400 if it is invalid. */
export function getEmailContact(
  auth: AuthContext,
  c: Context,
  body: { email: string; code_challenge: string; code_challenge_method: string },
): Contact {
  const email = parseEmail(body.email);
  const needsConfirmation = auth.config.email.enable_confirmations;
  const mail = { recipient: email, redirectTo: getRedirect(auth, c), challenge: getChallenge(body) };
  const confirmation = { ...mail, type: 'confirmation_token', kind: 'signup' } as const;
  const signIn = { ...mail, type: 'recovery_token', kind: 'magiclink' } as const;
  return {
    name: email,
    address: { email },
    unused: { email: `${randomUUID()}${email.slice(email.lastIndexOf('@'))}` },
    taken: 'email_exists',
    needsConfirmation,
    find: (sql) => findUserByEmail(sql, email),
    isConfirmed: (user) => user.email_confirmed_at !== null,
    requireSignUps: () => requireEmailSignUps(auth),
    throttle: () => throttle(auth, 'mail', email),
    sendConfirmation: (sql, userId) => mailToken(auth, sql, { ...confirmation, userId }),
    async sendSignIn(sql, user) {
      const isProven = user?.email_confirmed_at !== null || !needsConfirmation;
      await mailToken(auth, sql, { ...(isProven ? signIn : confirmation), userId: user?.id ?? NOBODY });
      return null;
    },
  };
}

/**
 * Reads the phone number in a request. Throws 400 if the number is invalid or if no service delivers codes
 * through the requested channel.
 */
export function getPhoneContact(auth: AuthContext, body: { phone: string; channel: string }): Contact {
  const phone = parsePhoneNumber(body.phone);
  const channel = getChannel(auth, body.channel);
  const code = { type: 'confirmation_token', kind: 'sms', phone, channel } as const;
  return {
    name: phone,
    address: { phone },
    unused: { phone: `nobody ${randomUUID()}` },
    taken: 'phone_exists',
    needsConfirmation: auth.config.sms.enable_confirmations,
    find: (sql) => findUserByPhone(sql, phone),
    isConfirmed: (user) => user.phone_confirmed_at !== null,
    requireSignUps() {
      if (!auth.config.enable_signup) throw signUpDisabled();
    },
    async throttle() {
      requireReachableNumber(auth, phone);
      await throttle(auth, 'sms', phone);
    },
    sendConfirmation: (sql, userId) => sendCode(auth, sql, { ...code, userId }),
    sendSignIn: (sql, user, isAwaited) =>
      sendCode(auth, sql, { ...code, userId: user?.id ?? NOBODY }, isAwaited && user !== undefined),
  };
}

export function requireEmailSignUps(auth: AuthContext): void {
  if (!auth.config.enable_signup) throw signUpDisabled();
  if (!auth.config.email.enable_signup)
    throw new AuthError(400, 'email_provider_disabled', 'Email signups are disabled');
}
