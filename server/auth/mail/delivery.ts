import type { Logger } from 'pino';
import type { ServerContext } from '../../http/context.ts';
import { withTimeout } from '../../lib/timing.ts';
import { createWorkLoop } from '../../lib/work-loop.ts';
import { twilioCarrier } from '../phone/sms-twilio.ts';
import type { Queries } from '../users.ts';
import { type Carrier, type QueuedMessage, RejectedMessage } from './carrier.ts';
import type { Message } from './mails.ts';
import { smtpCarrier } from './smtp.ts';

type Carriers = Partial<Record<Message['channel'], Carrier>>;

/**
 * Delivers a message after the commit. If the message is rejected, throws DeliveryError and doesn't retry.
 */
export type Deliver = () => Promise<void>;

/** Thrown if a message wasn't accepted for delivery. `message` is the reason and can be shown to anyone. */
export class DeliveryError extends Error {
  override name = 'DeliveryError';
}

export type Delivery = ReturnType<typeof startDelivery>;

const POLL_MS = 5_000;
/** The time after which another process takes over a message whose delivery hasn't finished. */
const LEASE_SECONDS = 180;
const FIRST_PAUSE_SECONDS = 5;
const LONGEST_PAUSE_SECONDS = 900;
/** The time after which an undelivered message is dropped. Mail servers can be down for a day. */
const GIVE_UP_SECONDS = 86_400;
const CLOSE_TIMEOUT_MS = 3_000;
/** The longest time that a transaction takes to commit after it has queued a message. */
const RECENT_MS = 30_000;

/**
 * Starts the delivery of queued messages. Messages are stored in the database, so that none is lost if a
 * process or mail server fails. All processes share the work, and each claims a message with one statement.
 */
export function startDelivery(context: ServerContext) {
  const { log } = context;
  const { email, sms } = context.settings.config.auth;
  const sql = context.database.auth;
  const carriers: Carriers = {
    ...(email.smtp?.enabled && { mail: smtpCarrier(email.smtp) }),
    ...(sms.twilio.enabled && { sms: twilioCarrier(sms.twilio) }),
  };
  const channels = Object.keys(carriers);
  let queuedAt = 0;
  let closed = false;
  const sendDue = async () => {
    for (let message = await claim(sql, channels); message; message = await claim(sql, channels)) {
      await deliver(sql, carriers, message, log);
      if (closed) break;
    }
    return null;
  };
  const sending = createWorkLoop(POLL_MS, sendDue, (error) =>
    log.warn({ err: error }, 'failed to send messages'),
  );
  if (channels.length > 0) sending.wake();
  return {
    /**
     * Returns true if a carrier delivers this channel's messages. Messages on other channels stay in the
     * outbox.
     */
    carries: (channel: Message['channel']) => channels.includes(channel),
    /**
     * Queues a message in a transaction. If the transaction fails, nothing is sent. If `isRequested` is
     * false, does the same work but queues no message.
     */
    async queue(transaction: Queries, message: Message, isRequested = true): Promise<void> {
      const isCarried = channels.includes(message.channel);
      await insert(transaction, message, isCarried ? 'due' : 'kept', isRequested);
      if (!isRequested) return;
      if (isCarried) queuedAt = Date.now();
      else log.info({ kind: message.kind, recipient: message.recipient }, 'message stored in the outbox');
    },
    /**
     * Queues a message that the request itself delivers before it responds. If this process ends first,
     * another process sends the message.
     */
    async reserve(transaction: Queries, message: Message): Promise<Deliver> {
      if (!channels.includes(message.channel)) {
        await this.queue(transaction, message);
        return async () => {};
      }
      const held = await insert(transaction, message, 'held', true);
      return async () => {
        const failure = held && (await deliver(sql, carriers, { ...held, isOld: true }, log));
        if (failure)
          throw new DeliveryError(
            failure instanceof RejectedMessage ? failure.message : 'the service cannot be reached',
          );
      };
    },
    /** Sends due messages in the background. */
    wake(): void {
      if (Date.now() - queuedAt < RECENT_MS) sending.wake();
    },
    /** Stops delivery after the current message. */
    async close(): Promise<void> {
      closed = true;
      await withTimeout(sending.close(), CLOSE_TIMEOUT_MS, () => {});
    },
  };
}

/** Delivers a message. Returns the reason if the message was rejected, or null if it was accepted. */
async function deliver(sql: Queries, carriers: Carriers, message: QueuedMessage, log: Logger) {
  const { id, kind, attempts } = message;
  try {
    await carriers[message.channel]?.(message);
  } catch (error) {
    const isFinal = error instanceof RejectedMessage || message.isOld || isRefusedRecipient(error);
    await postpone(sql, message, getReason(error), isFinal);
    const event = isFinal
      ? 'failed to deliver a message'
      : 'failed to deliver a message; the server will retry';
    log[isFinal ? 'error' : 'warn']({ err: error, id, kind, attempts }, event);
    return error;
  }
  await markDone(sql, message, null);
  return null;
}

/**
 * Inserts a message for the outbox only (`kept`), for delivery by any process (`due`), or for delivery by
 * this request (`held`).
 */
async function insert(sql: Queries, message: Message, state: 'kept' | 'due' | 'held', isEnabled: boolean) {
  const { channel, kind, recipient, subject, body, html, code, link } = message;
  const wait = state === 'held' ? LEASE_SECONDS : 0;
  const [row] = await sql<QueuedMessage[]>`
    insert into platform.mails (channel, kind, recipient, subject, body, html, code, link, due_at, attempts)
    select ${channel}, ${kind}, ${recipient}, ${subject}, ${body}, ${html}, ${code}, ${link},
      case when ${state !== 'kept'} then now() + make_interval(secs => ${wait}) end, ${state === 'held' ? 1 : 0}
    where ${isEnabled}
    returning ${returnedColumns(sql)}`;
  return row;
}

const returnedColumns = (sql: Queries) => sql`
  id, channel, kind, recipient, subject, body, html, code, link, attempts, created_at as "createdAt",
  created_at < now() - make_interval(secs => ${GIVE_UP_SECONDS}) as "isOld"`;

async function claim(sql: Queries, channels: string[]): Promise<QueuedMessage | undefined> {
  const [message] = await sql<QueuedMessage[]>`
    update platform.mails m
    set attempts = attempts + 1, due_at = now() + make_interval(secs => ${LEASE_SECONDS})
    where id = (
      select id from platform.mails where due_at <= now() and channel = any(${channels})
      order by due_at, id limit 1 for update skip locked
    )
    returning ${returnedColumns(sql)}`;
  return message;
}

/** Marks a message as finished and deletes its content. */
async function markDone(sql: Queries, { id, attempts }: QueuedMessage, failure: string | null) {
  await sql`
    update platform.mails
    set due_at = null, body = '', html = null, code = null, link = null, failure = ${failure}
    where id = ${id} and attempts = ${attempts}`;
}

async function postpone(sql: Queries, message: QueuedMessage, failure: string, isFinal: boolean) {
  if (isFinal) return markDone(sql, message, failure);
  const { id, attempts } = message;
  const pause = Math.min(FIRST_PAUSE_SECONDS * 2 ** (attempts - 1), LONGEST_PAUSE_SECONDS);
  await sql`
    update platform.mails set due_at = now() + make_interval(secs => ${pause}), failure = ${failure}
    where id = ${id} and attempts = ${attempts}`;
}

/** Returns true if the mail server rejected the recipient (RFC 5321: 5yz is permanent). */
function isRefusedRecipient(error: unknown): boolean {
  const { code, responseCode = 0 } = error as { code?: string; responseCode?: number };
  return code === 'EENVELOPE' && responseCode >= 500;
}

const getReason = (error: unknown) =>
  (error instanceof Error ? error.message : String(error)).replaceAll('\0', '').slice(0, 500);
