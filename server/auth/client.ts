import { isIP } from 'node:net';
import type { Context } from 'hono';

/**
 * The origin of a request. Rate limits count requests per `network`: the IPv4 address, or the /64 network of
 * an IPv6 address.
 */
export type Client = { address: string; network: string; userAgent: string };

const LONGEST_USER_AGENT = 500;
const LOOPBACK = '127.0.0.1';

/**
 * Returns the client of a request. The address is the socket's remote address. Behind a trusted proxy, it is
 * the last address in X-Forwarded-For, which the proxy added. Requests that have no socket count as loopback.
 */
export function readClient(c: Context, trustProxy: boolean): Client {
  const forwarded = trustProxy ? c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim() : undefined;
  const address = normalizeAddress(forwarded ?? getSocketAddress(c.env));
  const userAgent = (c.req.header('user-agent') ?? '').replaceAll('\0', '').slice(0, LONGEST_USER_AGENT);
  return { address, network: getNetwork(address), userAgent };
}

function getSocketAddress(env: unknown): string {
  const { incoming } = (env ?? {}) as { incoming?: { socket?: { remoteAddress?: string } } };
  return incoming?.socket?.remoteAddress ?? LOOPBACK;
}

/** Removes the zone from a link-local address and the `::ffff:` prefix from an IPv4-mapped address. */
function normalizeAddress(input: string): string {
  const address = input.replace(/%.*$/, '').replace(/^::ffff:(?=\d+\.)/i, '');
  return isIP(address) ? address : LOOPBACK;
}

/** Groups IPv6 addresses by /64 network, because one user usually controls the whole network. */
function getNetwork(address: string): string {
  if (isIP(address) !== 6) return address;
  const [head = '', tail] = address.split('::', 2);
  const before = head.split(':').filter(Boolean);
  const after = tail?.split(':').filter(Boolean) ?? [];
  const groups = [
    ...before,
    ...Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0'),
    ...after,
  ];
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}
