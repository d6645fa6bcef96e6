import { randomUUID } from 'node:crypto';
import { AuthError, invalid } from '../auth-error.ts';
import type { AuthContext } from '../context.ts';
import { type Deliver, DeliveryError } from '../mail/delivery.ts';
import type { Message } from '../mail/mails.ts';
import { recordSending, type TokenType } from '../mail/one-time-tokens.ts';
import type { Queries } from '../users.ts';
import { stripNumber } from './phone-number.ts';

export type TextChannel = 'sms' | 'whatsapp';

export type TextKind = 'sms' | 'phone_change' | 'reauthentication' | 'mfa';

export type TextRequest = { phone: string; kind: TextKind; channel: TextChannel; code: string };

/**
 * Returns the channel on which to send a code. Throws 400 if no service delivers messages on that channel.
 */
export function getChannel({ config }: AuthContext, input: string): TextChannel {
  if (input === '' || input === 'sms') return 'sms';
  if (input === 'whatsapp' && config.sms.twilio.enabled) return 'whatsapp';
  throw invalid(
    "Invalid channel, supported values are 'sms' or 'whatsapp'. 'whatsapp' is only supported if Twilio is used as the provider.",
  );
}

export function composeText({ config }: AuthContext, { phone, kind, channel, code }: TextRequest): Message {
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
 * Throws 422 `sms_send_failed` if the number can't receive codes. If there are fixed codes and no carrier,
 * only the numbers with fixed codes work, as with the Supabase CLI.
 */
export function requireReachableNumber(auth: AuthContext, phone: string): void {
  const agreed = Object.keys(auth.config.sms.test_otp).length > 0;
  if (!agreed || auth.delivery.carries('sms') || getTestCode(auth, phone) !== undefined) return;
  throw new AuthError(422, 'sms_send_failed', 'Error sending sms OTP: no SMS provider is configured');
}

/**
 * Returns the operator's fixed code for a number, if there is one. Numbers with a fixed code need no message.
 */
export function getTestCode({ config }: AuthContext, phone: string): string | undefined {
  return Object.entries(config.sms.test_otp).find(([number]) => stripNumber(number) === phone)?.[1];
}

type TextCode = Omit<TextRequest, 'code'> & { userId: string; type: TokenType };

/**
 * Creates a one-time code and queues its message in the transaction. If there is no user, does the same work
 * but sends nothing. Numbers with a fixed code (`[auth.sms.test_otp]`) get no message. If `isAwaited` is
 * true, the returned function delivers the message after the commit, or throws 422 `sms_send_failed`. In that
 * case, the response time reveals that the user exists.
 */
export async function sendCode(
  auth: AuthContext,
  sql: Queries,
  { userId, type, ...text }: TextCode,
  isAwaited = false,
): Promise<Deliver> {
  const testCode = getTestCode(auth, text.phone);
  const { code } = await auth.tokens.issue(sql, { userId, type, address: text.phone, code: testCode });
  const user = await recordSending(sql, userId, type);
  const message = composeText(auth, { ...text, code });
  if (!isAwaited || testCode !== undefined) {
    await auth.delivery.queue(sql, message, user !== undefined && testCode === undefined);
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

/**
 * Creates the receipt for a message. It has the same format in every case, so it doesn't reveal whether a
 * message was sent.
 */
export const createMessageReceipt = () => ({ message_id: randomUUID() });
