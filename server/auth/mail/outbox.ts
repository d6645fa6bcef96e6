import { Hono } from 'hono';
import type { ServerContext } from '../../http/context.ts';
import { documentHeaders } from '../../http/headers.ts';
import { isFromThisMachine, isLoopbackHost, LOOPBACK_NAME } from '../../http/this-machine.ts';
import type { Delivery } from './delivery.ts';
import { type OutboxMessage, outboxPage, outboxPolicy } from './outbox-page.ts';

const SHOWN = 100;

/**
 * Serves a page with all emails and text messages to developers on this machine. It needs no password and
 * exists only if no carrier delivers the messages. Other clients get a 404 response.
 */
export function outboxRoutes(context: ServerContext, delivery: Delivery): Hono {
  return new Hono().get('/outbox', async (c, next) => {
    if (!isDevelopersMachine(context, delivery) || !isFromThisMachine(c)) return next();
    const messages = await context.database.auth<OutboxMessage[]>`
      select id, created_at as "createdAt", channel, kind, recipient, subject, body, code, link
      from platform.mails order by id desc limit ${SHOWN}`;
    const headers = { ...Object.fromEntries(documentHeaders), ETag: `"${messages[0]?.id ?? 0}"` };
    return c.html(outboxPage(messages), 200, {
      ...headers,
      'Content-Security-Policy': outboxPolicy,
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'no-referrer',
    });
  });
}

function isDevelopersMachine({ settings }: ServerContext, delivery: Delivery): boolean {
  return (
    process.env.NODE_ENV !== 'production' &&
    isLoopbackHost(settings.host) &&
    LOOPBACK_NAME.test(new URL(settings.publicUrl).hostname) &&
    !delivery.carries('mail') &&
    !delivery.carries('sms')
  );
}
