import type { Context } from 'hono';

export const LOOPBACK_NAME = /^(localhost|127\.0\.0\.1|\[::1\])$/;
export const isLoopbackHost = (host: string) => /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/.test(host);

const LOOPBACK_ADDRESS = /^(127(\.\d{1,3}){3}|::1|::ffff:127(\.\d{1,3}){3})$/;

/** Headers that only proxies add. If one is present, the actual client can be on another machine. */
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
 * Returns true for a direct request from this machine that does not come from a proxy or from another
 * origin's page. Checking the Host header excludes pages whose host name resolves to this machine (DNS
 * rebinding).
 */
export function isFromThisMachine(c: Context): boolean {
  const { incoming } = (c.env ?? {}) as Bindings;
  const host = c.req.header('host');
  return (
    LOOPBACK_ADDRESS.test(incoming?.socket?.remoteAddress ?? '') &&
    // Proxies that add no headers (nginx by default) use HTTP/1.0.
    incoming?.httpVersion !== '1.0' &&
    !PROXY_HEADERS.some((name) => c.req.header(name) !== undefined) &&
    LOOPBACK_NAME.test(new URL(c.req.url).hostname) &&
    (host === undefined || LOOPBACK_NAME.test(host.replace(/:\d+$/, ''))) &&
    isRequestedBySamePage(c)
  );
}

/** Returns false for requests from other origins' pages. Such pages can link to this page but not read it. */
function isRequestedBySamePage(c: Context): boolean {
  const site = c.req.header('sec-fetch-site') ?? 'none';
  const opensPage =
    c.req.header('sec-fetch-mode') === 'navigate' && c.req.header('sec-fetch-dest') === 'document';
  return site === 'none' || site === 'same-origin' || opensPage;
}
