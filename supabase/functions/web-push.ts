import type { Environment } from './environment.ts';
import { encrypt } from './web-push-encryption.ts';
import { getPoint, signAuthorization } from './web-push-sender.ts';

/** The keys that identify the bank to push services (RFC 8292). */
export type Keys = { privateKey: JsonWebKey; publicKey: string; contact: string };
export type Subscription = { endpoint: string; p256dh: string; auth: string };
export type Message = { title: string; body: string; path: string };
export type Outcome = 'sent' | 'gone' | 'failed';

/** The number of seconds that a push service keeps an undelivered message. */
const TTL_SECONDS = 86_400;
const TIMEOUT_MS = 10_000;
/** The statuses for an expired subscription (RFC 8030, section 7.3). */
const EXPIRED_STATUSES = [404, 410];

/**
 * The push services of browsers. Endpoints come from web pages, so an endpoint with another host could point
 * to a machine in the operator's network. `bank.is_push_endpoint` refuses the same hosts when a browser
 * subscribes. One test checks both lists.
 */
const PUSH_SERVICES = [
  /^fcm\.googleapis\.com$/,
  /^(?:[\w-]+\.)*push\.services\.mozilla\.com$/,
  /^(?:[\w-]+\.)*notify\.windows\.com$/,
  /^(?:[\w-]+\.)*push\.apple\.com$/,
];

/**
 * Returns the bank's push keys; null if either variable is missing, which disables push notifications.
 * SANDBANK_PUSH_KEY is a private P-256 JWK. SANDBANK_PUSH_CONTACT is the operator's mailto: or https: address
 * for push services.
 */
export function getKeys(environment: Environment): Keys | null {
  const text = environment.get('SANDBANK_PUSH_KEY');
  const contact = environment.get('SANDBANK_PUSH_CONTACT');
  if (!text || !contact) return null;
  const privateKey = JSON.parse(text) as JsonWebKey;
  const { x, y, d, crv } = privateKey;
  if (crv !== 'P-256' || !x || !y || !d) throw new Error("SANDBANK_PUSH_KEY isn't a private P-256 key.");
  return { privateKey, contact, publicKey: getPoint(x, y) };
}

/** Sends an encrypted message (RFC 8291) and returns the result. Never throws. */
export async function send(
  environment: Environment,
  { privateKey, publicKey, contact }: Keys,
  { endpoint, p256dh, auth }: Subscription,
  message: Message,
): Promise<Outcome> {
  if (!isPushService(endpoint)) return 'gone';
  try {
    const response = await environment.fetch(getRequestUrl(environment, endpoint), {
      method: 'POST',
      headers: {
        authorization: signAuthorization(privateKey, publicKey, {
          audience: new URL(endpoint).origin,
          contact,
        }),
        'content-encoding': 'aes128gcm',
        'content-type': 'application/octet-stream',
        ttl: String(TTL_SECONDS),
      },
      body: encrypt(JSON.stringify(message), { p256dh, auth }),
      // Push services never redirect. Following a redirect would send the message to another server.
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.body?.cancel();
    if (EXPIRED_STATUSES.includes(response.status)) return 'gone';
    return response.ok ? 'sent' : 'failed';
  } catch {
    return 'failed';
  }
}

/** Returns true if an endpoint belongs to a push service that browsers use. */
export function isPushService(endpoint: string): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, hostname, port } = new URL(endpoint);
  return protocol === 'https:' && port === '' && PUSH_SERVICES.some((service) => service.test(hostname));
}

/**
 * Returns the URL for a request to an endpoint. If the bank has no internet access, SANDBANK_PUSH_RELAY is
 * the URL of a proxy. The path of a request to the proxy is /host/path.
 */
function getRequestUrl(environment: Environment, endpoint: string): string {
  const relay = environment.get('SANDBANK_PUSH_RELAY');
  const { hostname, pathname, search } = new URL(endpoint);
  return relay ? `${relay}/${hostname}${pathname}${search}` : endpoint;
}
