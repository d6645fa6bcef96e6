import type { Context } from 'hono';

/** The names by which a machine calls itself. */
export const LOOPBACK_NAME = /^(localhost|127\.0\.0\.1|\[::1\])$/;
const LOOPBACK_ADDRESS = /^(127(\.\d{1,3}){3}|::1|::ffff:127(\.\d{1,3}){3})$/;

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
 * Whether a request comes from this machine itself, not through a proxy on it and not from a page of another origin.
 * The Host header keeps out pages whose name was pointed at this machine (DNS rebinding).
 */
export function isFromThisMachine(c: Context): boolean {
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
