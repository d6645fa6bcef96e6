/** The whole application, which handles requests to its own address. */
export type Application = (request: Request) => Response | Promise<Response>;

/**
 * Returns a `fetch` that handles requests to the server's own addresses in this process and sends all other
 * requests over the network. Aborting works as usual.
 */
export function createFetch(
  application: Application | undefined,
  addresses: readonly string[],
): typeof fetch {
  const own = new Set(addresses.map((address) => new URL(address).origin));
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    if (application === undefined || !own.has(url.origin)) return fetch(input, init);
    const request = new Request(input, init);
    request.signal.throwIfAborted();
    return rejectOnAbort(Promise.resolve(application(request)), request.signal);
  };
}

async function rejectOnAbort<T>(answer: Promise<T>, signal: AbortSignal): Promise<T> {
  let abort: (() => void) | undefined;
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
  });
  try {
    return await Promise.race([answer, aborted]);
  } finally {
    if (abort) signal.removeEventListener('abort', abort);
  }
}
