import type { Message } from './mails.ts';

/** A queued message and its number of delivery attempts. */
export type QueuedMessage = Message & { id: string; attempts: number; createdAt: Date; isOld: boolean };

/** Passes a message to the delivery service. Throws on failure, and `RejectedMessage` on permanent failure. */
export type Carrier = (message: QueuedMessage) => Promise<void>;

/** The recipient's service rejects this message. Another attempt would not help. */
export class RejectedMessage extends Error {
  override name = 'RejectedMessage';
}
