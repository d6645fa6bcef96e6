import type { CustomFetch } from 'openid-client';
import { readLimited } from '../../lib/read-limited.ts';
import { AuthError } from '../auth-error.ts';
import type { AuthContext } from '../context.ts';
import type { Provider } from './provider-types.ts';

/** The timeout for each response, in seconds. */
export const PATIENCE_SECONDS = 8;

const LONGEST_ANSWER_BYTES = 1024 * 1024;

/**
 * Returns a function that fetches the URLs in a provider's discovery document. It reaches only the configured
 * origin and public https hosts, never the operator's network. It follows no redirects and limits the
 * response size. It throws for all other requests.
 */
export function createProviderFetch(configured: URL): CustomFetch {
  return async (address, options) => {
    const url = new URL(address);
    if (url.origin !== configured.origin && !isPublic(url))
      throw new Error(
        `${url.origin} is not allowed: it is neither a public https URL nor the configured URL`,
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
 * Returns true for host names with a dot. IP addresses and single-label names can point into the operator's
 * network.
 */
const isPublic = ({ protocol, hostname }: URL): boolean =>
  protocol === 'https:' &&
  /\.[a-z][a-z0-9-]*$/i.test(hostname) &&
  !/\.(local|internal|localhost)$/i.test(hostname);

/** Logs why a provider can't be reached, and returns the refusal for the client. */
export function reportUnreachable({ context }: AuthContext, { name }: Provider, err: unknown): AuthError {
  context.log.warn({ err, provider: name }, 'failed to reach a sign-in provider');
  return new AuthError(503, 'unexpected_failure', `Unable to reach the provider ${name}`);
}
