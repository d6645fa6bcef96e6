import { TooManyRequests } from '../auth-error.ts';
import type { AuthContext } from '../context.ts';
import type { Limit } from '../rate-limits.ts';
import type { Message } from './mails.ts';

type Channel = Message['channel'];

/**
 * The limits of each channel: one for messages to a recipient, and one for all of the operator's messages.
 */
const LIMITS = {
  mail: { recipient: 'mail', everybody: 'mails-sent', name: 'email' },
  sms: { recipient: 'text', everybody: 'texts-sent', name: 'sms' },
} as const;

/**
 * Throws 429 if a message to this recipient was requested too recently, whether or not the recipient is a
 * user.
 */
export async function throttle(auth: AuthContext, channel: Channel, recipient: string, limit?: Limit) {
  const seconds = await getPause(auth, channel, recipient, limit);
  if (seconds > 0) {
    const message = `For security purposes, you can only request this after ${seconds} seconds.`;
    throw new TooManyRequests(seconds, `over_${LIMITS[channel].name}_send_rate_limit`, message);
  }
  await countMessage(auth, channel);
}

/**
 * Counts a message to a recipient. Returns the number of seconds until it can be sent, or 0 if it can be sent
 * now.
 */
export const getPause = (auth: AuthContext, channel: Channel, recipient: string, limit?: Limit) =>
  auth.limits.wait(LIMITS[channel].recipient, recipient, limit);

/** Counts a message toward the operator's limit. Throws 429 if the limit is reached. */
export async function countMessage(auth: AuthContext, channel: Channel): Promise<void> {
  // The operator's carriers have limits. The outbox has none.
  if (!auth.delivery.carries(channel)) return;
  const { everybody, name } = LIMITS[channel];
  const seconds = await auth.limits.wait(everybody, 'everybody');
  if (seconds > 0)
    throw new TooManyRequests(seconds, `over_${name}_send_rate_limit`, `${name} rate limit exceeded`);
}
