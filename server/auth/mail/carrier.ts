import type { Message } from './mails.ts';

/** A queued message and its number of delivery attempts. */
export type QueuedMessage = Message & { id: string; attempts: number; createdAt: Date; isOld: boolean };

/**
 * Sends a message to the delivery service. Throws on failure, and throws `RejectedMessage` on permanent
 * failure.
 */
export type Carrier = (message: QueuedMessage) => Promise<void>;

/** The recipient's service rejected this message, so retrying would not help. */
export class RejectedMessage extends Error {
  override name = 'RejectedMessage';
}
