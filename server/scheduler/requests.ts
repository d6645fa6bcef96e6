import { type Application, createFetch } from '../functions/own-address.ts';
import type { ServerContext } from '../http/context.ts';
import { getOwnAddresses } from './secrets.ts';

type Queued = {
  id: string;
  method: string;
  url: string;
  headers: Record<string, string>;
  body: Uint8Array | null;
  timeout_milliseconds: number;
};

const MAX_UNDER_WAY = 64;
const MAX_ANSWER_CHARACTERS = 1024 * 1024;

/**
 * Sends the requests in net.http_request_queue. Each request is removed from the queue before it is sent, so
 * it is sent at most once. Responses are stored in net._http_response. Calls `wake` when more requests can be
 * sent.
 */
export function createRequests(context: ServerContext, application: Application, wake: () => void) {
  const { database, log } = context;
  const underWay = new Set<Promise<void>>();
  const closing = new AbortController();

  async function send(request: Queued, bankFetch: typeof fetch): Promise<void> {
    const answer = await fetchAnswer(request, bankFetch, closing.signal);
    await database.owner`
      insert into net._http_response (id, status_code, content_type, headers, content, timed_out, error_msg)
      values (${request.id}, ${answer.status}, ${answer.type}, ${database.owner.json(answer.headers)},
        ${answer.content}, ${answer.timedOut}, ${answer.error})`;
  }

  return {
    async sendQueued(): Promise<null> {
      const capacity = MAX_UNDER_WAY - underWay.size;
      if (capacity <= 0) return null;
      const { owner } = database;
      const bankFetch = createFetch(application, await getOwnAddresses(context));
      const queued = await owner<Queued[]>`
        delete from net.http_request_queue where id in (
          select id from net.http_request_queue order by id limit ${capacity} for update skip locked)
        returning id, method, url, headers, body, timeout_milliseconds`;
      for (const request of queued) {
        const sending = send(request, bankFetch)
          .catch((error) => log.error({ err: error }, 'failed to store the response to a queued request'))
          .finally(() => {
            underWay.delete(sending);
            if (queued.length === capacity) wake();
          });
        underWay.add(sending);
      }
      return null;
    },
    async deleteOld(): Promise<void> {
      await database.owner`delete from net._http_response where created < now() - interval '6 hours'`;
    },
    async close(): Promise<void> {
      closing.abort(new Error('The server stopped.'));
      await Promise.all(underWay);
    },
  };
}

async function fetchAnswer(request: Queued, bankFetch: typeof fetch, closing: AbortSignal) {
  const limit = AbortSignal.timeout(request.timeout_milliseconds);
  const nothing = { status: null, type: null, headers: {}, content: null };
  try {
    const response = await bankFetch(request.url, {
      method: request.method,
      headers: request.headers,
      body: request.body === null ? null : Buffer.from(request.body),
      signal: AbortSignal.any([limit, closing]),
    });
    const content = await getText(response, limit);
    const headers = Object.fromEntries(response.headers);
    const type = response.headers.get('content-type');
    return { status: response.status, type, headers, content, timedOut: false, error: null };
  } catch (error) {
    const timedOut = limit.aborted;
    if (timedOut)
      return { ...nothing, timedOut, error: `Timeout of ${request.timeout_milliseconds} ms reached.` };
    const { message, cause } = error as Error;
    return { ...nothing, timedOut, error: (cause instanceof Error && cause.message) || message };
  }
}

/** Returns the text of a response. Removes characters that PostgreSQL can't store. */
async function getText(response: Response, limit: AbortSignal): Promise<string> {
  if (response.body === null) return '';
  let text = '';
  for await (const piece of response.body.pipeThrough(new TextDecoderStream() as never, { signal: limit })) {
    text += piece;
    if (text.length > MAX_ANSWER_CHARACTERS) throw new Error('The response is larger than 1 MB.');
  }
  return text.replaceAll('\0', '');
}
