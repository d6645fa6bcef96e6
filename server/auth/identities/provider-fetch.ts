import type { CustomFetch } from 'openid-client';

/** Seconds that another service has for each answer. */
export const PATIENCE_SECONDS = 8;

const LONGEST_ANSWER_BYTES = 1024 * 1024;

/**
 * A fetch for the addresses that a provider's own description names. It reaches the origin the operator configured and
 * public hosts by https, never an address inside the operator's network; it follows no redirect and reads no endless
 * answer. Throws for anything else.
 */
export function fetchFor(configured: URL): CustomFetch {
  return async (address, options) => {
    const url = new URL(address);
    if (url.origin !== configured.origin && !isPublic(url))
      throw new Error(
        `${url.origin} is not asked: it is neither a public https address nor the configured one`,
      );
    const signal = options.signal ?? AbortSignal.timeout(PATIENCE_SECONDS * 1000);
    const { body, ...rest } = options;
    const answer = await fetch(url, { ...rest, body: body as BodyInit | null, redirect: 'manual', signal });
    const { status, statusText, headers } = answer;
    const isEmpty = status === 204 || status === 205 || status === 304;
    return new Response(isEmpty ? null : await readLimited(answer), { status, statusText, headers });
  };
}

/** A name that has a dot and is no address: numbers and single names lead into the operator's own network. */
function isPublic({ protocol, hostname }: URL): boolean {
  return (
    protocol === 'https:' &&
    /\.[a-z][a-z0-9-]*$/i.test(hostname) &&
    !/\.(local|internal|localhost)$/i.test(hostname)
  );
}

async function readLimited(answer: Response): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  // Leaving the loop by an error cancels the stream.
  for await (const chunk of answer.body ?? []) {
    length += chunk.byteLength;
    if (length > LONGEST_ANSWER_BYTES) throw new Error('the answer is longer than 1 MB');
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}
