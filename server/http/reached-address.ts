import { hostname, networkInterfaces } from 'node:os';
import type { Context } from 'hono';
import type { Settings } from '../settings/settings.ts';
import { isFromThisMachine, LOOPBACK_NAME } from './this-machine.ts';

const WILDCARDS = ['0.0.0.0', '::'];
const HOST = /^[\w.-]+(:\d{1,5})?$|^\[[\da-f:.]+\](:\d{1,5})?$/i;

type AddressSettings = Pick<Settings, 'host' | 'publicUrl' | 'publicUrlIsChosen' | 'trustProxy'>;

/**
 * Returns the address at which the client reaches the bank, with no trailing slash. Uses headers only if they
 * come from a trusted proxy or name an address that the server listens on. Otherwise, an attacker could make
 * a cache return links to a different address.
 */
export function getReachedAddress(c: Context, settings: AddressSettings): string {
  if (settings.publicUrlIsChosen) return settings.publicUrl;
  if (settings.trustProxy) return getProxyAddress(c) ?? settings.publicUrl;
  const { host, hostname: name, port } = new URL(c.req.url);
  const own = new URL(settings.publicUrl);
  const isListening = port === own.port && listensOn(name, settings.host);
  return isListening || isFromThisMachine(c) ? `http://${host}` : settings.publicUrl;
}

/** Returns the host and protocol reported by the nearest proxy. */
function getProxyAddress(c: Context): string | null {
  const added = (header: string) => c.req.header(header)?.split(',').at(-1)?.trim();
  const host = added('x-forwarded-host') ?? new URL(c.req.url).host;
  const protocol = added('x-forwarded-proto') === 'https' ? 'https' : 'http';
  const address = `${protocol}://${host}`;
  return HOST.test(host) && URL.canParse(address) ? new URL(address).origin : null;
}

/** Returns true if clients can use a name to reach a server that listens on `host`. */
function listensOn(name: string, host: string): boolean {
  const isLoopback = host === 'localhost' || LOOPBACK_NAME.test(addBrackets(host));
  const isWildcard = WILDCARDS.includes(host);
  if (isLoopback || isWildcard ? LOOPBACK_NAME.test(name) : name === addBrackets(host).toLowerCase())
    return true;
  return isWildcard && getLocalNames().includes(name);
}

/**
 * Returns this machine's names and addresses. The result is not cached, because a laptop can change networks.
 */
function getLocalNames(): string[] {
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  const name = hostname().toLowerCase();
  return [name, `${name}.local`, ...addresses.map(({ address }) => addBrackets(address))];
}

const addBrackets = (host: string) => (host.includes(':') ? `[${host}]` : host);
