import type { Message } from './mails.ts';

/** A queued message and its number of delivery attempts. */
export type Carried = Message & { id: string; attempts: number; createdAt: Date; isOld: boolean };

/** Passes a message to the delivery service. Throws on failure, and `Refused` on permanent failure. */
export type Carrier = (message: Carried) => Promise<void>;

/** The recipient's service rejects this message. Another attempt would not help. */
export class Refused extends Error {
  override name = 'Refused';
}
