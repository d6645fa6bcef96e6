import type { CustomFetch } from 'openid-client';
import { readLimited } from '../../lib/read-limited.ts';

/** The timeout for each response, in seconds. */
export const PATIENCE_SECONDS = 8;

const LONGEST_ANSWER_BYTES = 1024 * 1024;

/**
 * Fetches the addresses in a provider's discovery document. Reaches only the configured origin and public
 * hosts by https, never addresses inside the operator's network. Follows no redirects and limits the
 * response. Throws otherwise.
 */
export function createProviderFetch(configured: URL): CustomFetch {
  return async (address, options) => {
    const url = new URL(address);
    if (url.origin !== configured.origin && !isPublic(url))
      throw new Error(
        `${url.origin} is not allowed: it is neither a public https address nor the configured one`,
      );
    const signal = options.signal ?? AbortSignal.timeout(PATIENCE_SECONDS * 1000);
    const init = { ...options, body: options.body as BodyInit | null, redirect: 'manual', signal } as const;
    const { status, statusText, headers, body } = await fetch(url, init);
    const content = await readLimited(body, LONGEST_ANSWER_BYTES);
    if (content === null) throw new Error('the response is larger than 1 MB');
    const isEmpty = status === 204 || status === 205 || status === 304;
    return new Response(isEmpty ? null : content, { status, statusText, headers });
  };
}

/**
 * Accepts names with a dot that aren't addresses, because IP addresses and single names may lead into the
 * operator's network.
 */
function isPublic({ protocol, hostname }: URL): boolean {
  return (
    protocol === 'https:' &&
    /\.[a-z][a-z0-9-]*$/i.test(hostname) &&
    !/\.(local|internal|localhost)$/i.test(hostname)
  );
}
