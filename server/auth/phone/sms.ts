import { randomUUID } from 'node:crypto';
import { AuthError, invalid, TooManyRequests } from '../auth-error.ts';
import type { AuthContext } from '../context.ts';
import { type Deliver, DeliveryError } from '../mail/delivery.ts';
import type { Message } from '../mail/mails.ts';
import type { TokenType } from '../mail/one-time-tokens.ts';
import { tooSoon } from '../mail/token.ts';
import type { Limit } from '../rate-limits.ts';
import type { Queries } from '../users.ts';
import { stripNumber } from './phone-number.ts';

export type TextChannel = 'sms' | 'whatsapp';

/** The purpose of a text message. */
export type TextKind = 'sms' | 'phone_change' | 'reauthentication' | 'mfa';

export type TextRequest = { phone: string; kind: TextKind; channel: TextChannel; code: string };

/** Returns the channel of a code. Throws 400 if nothing delivers it. */
export function getChannel({ config }: AuthContext, input: string): TextChannel {
  if (input === '' || input === 'sms') return 'sms';
  if (input === 'whatsapp' && config.sms.twilio.enabled) return 'whatsapp';
  throw invalid(
    "Invalid channel, supported values are 'sms' or 'whatsapp'. 'whatsapp' is only supported if Twilio is used as the provider.",
  );
}

/**
 * Sends a code as part of a transaction. Numbers with a fixed code (`[auth.sms.test_otp]`) get no message.
 */
export async function sendText(
  auth: AuthContext,
  sql: Queries,
  { phone, kind, channel, code }: TextRequest,
  isEnabled = true,
): Promise<void> {
  const message = getMessage(auth, { phone, kind, channel, code });
  await auth.delivery.queue(sql, message, isEnabled && getTestCode(auth, phone) === undefined);
}

/**
 * Like sendText, but returns a function that delivers the message after the commit, or throws 422
 * `sms_send_failed`.
 */
async function prepareText(auth: AuthContext, sql: Queries, text: TextRequest): Promise<Deliver> {
  const message = getMessage(auth, text);
  if (getTestCode(auth, text.phone) !== undefined) {
    await auth.delivery.queue(sql, message, false);
    return async () => {};
  }
  const deliver = await auth.delivery.reserve(sql, message);
  const about = text.kind === 'reauthentication' ? text.kind : 'confirmation';
  return () =>
    deliver().catch((error) => {
      if (!(error instanceof DeliveryError)) throw error;
      throw new AuthError(422, 'sms_send_failed', `Error sending ${about} OTP to provider: ${error.message}`);
    });
}

function getMessage({ config }: AuthContext, { phone, kind, channel, code }: TextRequest): Message {
  const { sms, mfa } = config;
  const { template } = kind === 'mfa' ? mfa.phone : sms;
  const body = template.replace(/\{\{-?\s*\.(Code|Token)\s*-?\}\}/g, () => code);
  return {
    channel: 'sms',
    kind: channel === 'sms' ? kind : `${kind}:${channel}`,
    recipient: phone,
    subject: '',
    body,
    html: null,
    code,
    link: null,
  };
}

/**
 * With fixed codes and no carrier, only those numbers work, as with the Supabase CLI. Throws 422
 * `sms_send_failed` for others.
 */
export function requireReachableNumber(auth: AuthContext, phone: string): void {
  const agreed = Object.keys(auth.config.sms.test_otp).length > 0;
  if (!agreed || auth.delivery.carries('sms') || getTestCode(auth, phone) !== undefined) return;
  throw new AuthError(422, 'sms_send_failed', 'Error sending sms OTP: no SMS provider is configured');
}

/** The operator's fixed code for a number, for trials without messages. */
export function getTestCode({ config }: AuthContext, phone: string): string | undefined {
  return Object.entries(config.sms.test_otp).find(([number]) => stripNumber(number) === phone)?.[1];
}

const SENT_AT = {
  confirmation_token: 'confirmation_sent_at',
  phone_change_token: 'phone_change_sent_at',
  reauthentication_token: 'reauthentication_sent_at',
} as const satisfies Partial<Record<TokenType, string>>;

type TextCode = Omit<TextRequest, 'code'> & { userId: string; type: keyof typeof SENT_AT };

/** Creates a one-time code and sends it. Without a user, does the same work and sends nothing. */
export async function sendCode(auth: AuthContext, sql: Queries, request: TextCode): Promise<void> {
  const { code, isWanted } = await issueCode(auth, sql, request);
  await sendText(auth, sql, { ...request, code }, isWanted);
}

/**
 * Creates a one-time code for a known user, whose delivery before the response reveals nothing. Returns a
 * function that delivers it after the commit, or throws 422 `sms_send_failed`.
 */
export async function prepareCode(auth: AuthContext, sql: Queries, request: TextCode): Promise<Deliver> {
  const { code } = await issueCode(auth, sql, request);
  return prepareText(auth, sql, { ...request, code });
}

async function issueCode(auth: AuthContext, sql: Queries, { userId, type, phone }: TextCode) {
  const { code } = await auth.tokens.issue(sql, {
    userId,
    type,
    address: phone,
    code: getTestCode(auth, phone),
  });
  const changed = await sql`
    update auth.users set ${sql({ [SENT_AT[type]]: new Date() })} where id = ${userId} returning id`;
  return { code, isWanted: changed.length > 0 };
}

/** Throws 429 if a message to this number was requested a moment ago, whether or not it belongs to a user. */
export async function throttleText(auth: AuthContext, phone: string, limit?: Limit): Promise<void> {
  const pause = await auth.limits.wait('text', phone, limit);
  if (pause > 0) throw tooSoon(pause, 'over_sms_send_rate_limit');
  await countText(auth);
}

/** Counts a message toward the operator's limit. Throws 429 if none is left. */
export async function countText(auth: AuthContext): Promise<void> {
  if (!auth.delivery.carries('sms')) return;
  const seconds = await auth.limits.wait('texts-sent', 'everybody');
  if (seconds === 0) return;
  throw new TooManyRequests(seconds, 'over_sms_send_rate_limit', 'sms rate limit exceeded');
}

/** The same format for everyone, so that it doesn't reveal whether a message was sent. */
export const createMessageReceipt = () => ({ message_id: randomUUID() });
