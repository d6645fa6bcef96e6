import type { Message } from './mails.ts';

/** A queued message, with the number of times that delivery was attempted. */
export type Carried = Message & { id: string; attempts: number; createdAt: Date; isOld: boolean };

/** Passes one message to the service that delivers it. Throws when that fails, and `Refused` when it always will. */
export type Carrier = (message: Carried) => Promise<void>;

/** The recipient's service rejects this message. Another attempt would not help. */
export class Refused extends Error {
  override name = 'Refused';
}
