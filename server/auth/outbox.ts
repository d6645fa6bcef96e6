import { type Context, Hono } from 'hono';
import type { ServerContext } from '../context.ts';
import { documentHeaders } from '../headers.ts';
import type { Delivery } from './mail-delivery.ts';
import { type OutboxMessage, outboxPage, outboxPolicy } from './outbox-page.ts';

const SHOWN = 100;
const LOOPBACK_NAME = /^(localhost|127\.0\.0\.1|\[::1\])$/;
const LOOPBACK_ADDRESS = /^(127(\.\d{1,3}){3}|::1|::ffff:127(\.\d{1,3}){3})$/;
const LISTENS_ON_LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1)$/;

/** What only proxies add: somebody else may be behind them. */
const PROXY_HEADERS = [
  'forwarded',
  'via',
  'x-real-ip',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
];

type Socket = { remoteAddress?: string };
type Bindings = { incoming?: { socket?: Socket; httpVersion?: string } };

/**
 * Every mail and text message, readable without a password: for developers at the machine itself, while nobody
 * carries messages away. To everybody else there is no such page.
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
    LISTENS_ON_LOOPBACK.test(settings.host) &&
    LOOPBACK_NAME.test(new URL(settings.publicUrl).hostname) &&
    !delivery.carries('mail') &&
    !delivery.carries('sms')
  );
}

/** The Host header keeps out pages whose name was pointed at this machine (DNS rebinding). */
function isFromThisMachine(c: Context): boolean {
  const { incoming } = (c.env ?? {}) as Bindings;
  const host = c.req.header('host');
  return (
    LOOPBACK_ADDRESS.test(incoming?.socket?.remoteAddress ?? '') &&
    // Proxies that add no header at all (nginx as it is delivered) speak the older version.
    incoming?.httpVersion !== '1.0' &&
    !PROXY_HEADERS.some((name) => c.req.header(name) !== undefined) &&
    LOOPBACK_NAME.test(new URL(c.req.url).hostname) &&
    (host === undefined || LOOPBACK_NAME.test(host.replace(/:\d+$/, ''))) &&
    isAskedForByItself(c)
  );
}

/** Pages of other origins may lead here, and may not read here. */
function isAskedForByItself(c: Context): boolean {
  const site = c.req.header('sec-fetch-site') ?? 'none';
  const opensPage =
    c.req.header('sec-fetch-mode') === 'navigate' && c.req.header('sec-fetch-dest') === 'document';
  return site === 'none' || site === 'same-origin' || opensPage;
}
