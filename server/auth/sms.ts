import { randomUUID } from 'node:crypto';
import { AuthError, invalid, TooManyRequests } from './auth-error.ts';
import { tooSoon } from './mail-token.ts';
import type { Message } from './mails.ts';
import type { TokenType } from './one-time-tokens.ts';
import { bareNumber } from './phone-number.ts';
import type { Room } from './room.ts';
import type { Queries } from './users.ts';

export type TextChannel = 'sms' | 'whatsapp';

/** What a text message is about. */
export type TextKind = 'sms' | 'phone_change' | 'reauthentication' | 'mfa';

export type WantedText = { phone: string; kind: TextKind; channel: TextChannel; code: string };

/** By what a code goes out. Throws 400 for a channel that nobody carries. */
export function channelOf({ config }: Room, written: string): TextChannel {
  if (written === '' || written === 'sms') return 'sms';
  if (written === 'whatsapp' && config.sms.twilio.enabled) return 'whatsapp';
  throw invalid(
    "Invalid channel, supported values are 'sms' or 'whatsapp'. 'whatsapp' is only supported if Twilio is used as the provider.",
  );
}

/** Sends a code as part of a transaction. A number with an agreed code (`[auth.sms.test_otp]`) gets no message. */
export async function sendText(
  room: Room,
  sql: Queries,
  { phone, kind, channel, code }: WantedText,
  isWanted = true,
): Promise<void> {
  const { sms, mfa } = room.config;
  const { template } = kind === 'mfa' ? mfa.phone : sms;
  const body = template.replace(/\{\{-?\s*\.(Code|Token)\s*-?\}\}/g, () => code);
  const message: Message = {
    channel: 'sms',
    kind: channel === 'sms' ? kind : `${kind}:${channel}`,
    recipient: phone,
    subject: '',
    body,
    html: null,
    code,
    link: null,
  };
  await room.delivery.queue(sql, message, isWanted && agreedCode(room, phone) === undefined);
}

/**
 * Where codes are agreed on and nobody carries messages, the agreed numbers are the only ones that work, as with the
 * Supabase CLI. Throws 422 `sms_send_failed` for any other.
 */
export function refuseUnreachable(room: Room, phone: string): void {
  const agreed = Object.keys(room.config.sms.test_otp).length > 0;
  if (!agreed || room.delivery.carries('sms') || agreedCode(room, phone) !== undefined) return;
  throw new AuthError(422, 'sms_send_failed', 'Error sending sms OTP: no SMS provider is configured');
}

/** The code that the operator has fixed for a number, for trials without messages. */
export function agreedCode({ config }: Room, phone: string): string | undefined {
  return Object.entries(config.sms.test_otp).find(([number]) => bareNumber(number) === phone)?.[1];
}

const SENT_AT = {
  confirmation_token: 'confirmation_sent_at',
  phone_change_token: 'phone_change_sent_at',
  reauthentication_token: 'reauthentication_sent_at',
} as const satisfies Partial<Record<TokenType, string>>;

type WantedCode = Omit<WantedText, 'code'> & { userId: string; type: keyof typeof SENT_AT };

/** Makes a one-time code for a user and sends it to a number; for nobody's id the same work is done, and nothing sent. */
export async function textCode(room: Room, sql: Queries, wanted: WantedCode): Promise<void> {
  const { userId, type, phone } = wanted;
  const { code } = await room.tokens.issue(sql, {
    userId,
    type,
    address: phone,
    code: agreedCode(room, phone),
  });
  const changed = await sql`
    update auth.users set ${sql({ [SENT_AT[type]]: new Date() })} where id = ${userId} returning id`;
  await sendText(room, sql, { ...wanted, code }, changed.length > 0);
}

/** Throws 429 when a message to this number was asked for a moment ago, whether or not anybody has it. */
export async function throttleText(room: Room, phone: string, window = room.windows.text): Promise<void> {
  if (window.seconds > 0) {
    const seconds = Math.ceil(await room.limits.wait('text', phone, window));
    if (seconds > 0) throw tooSoon(seconds, 'over_sms_send_rate_limit');
  }
  if (!room.delivery.carries('sms')) return;
  const seconds = await room.limits.wait('texts-sent', 'everybody', room.windows.textsSent);
  if (seconds === 0) return;
  throw new TooManyRequests(seconds, 'over_sms_send_rate_limit', 'sms rate limit exceeded');
}

/** The same form for everybody, so that it does not tell whether a message went out. */
export const messageReceipt = () => ({ message_id: randomUUID() });
