import { request } from 'node:http';
import type { FuzzedBank } from './bank.ts';
import { headerValue } from './values.ts';

/** A request that can be printed and repeated. */
export type Attempt = {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | Buffer | null;
};

export type Answer = { status: number; headers: Record<string, string | string[] | undefined>; text: string };

/** The time after which a request counts as hanging. */
const ENDLESS_MS = 60_000;
const LONGEST_SHOWN = 600;
/** The size above which the server can reject a request early. */
const LARGE_BYTES = 500_000;

/** Sends a request and returns the problem with the response, or null if there is none. */
export async function tried(bank: FuzzedBank, attempt: Attempt): Promise<string | null> {
  const isLarge = (attempt.body?.length ?? 0) > LARGE_BYTES;
  try {
    return getProblem(await sent(bank, attempt));
  } catch (error) {
    if (isLarge && /ECONNRESET|EPIPE/.test(String(error))) return null;
    return String(error);
  }
}

function getProblem({ status, headers, text }: Answer): string | null {
  if (status >= 500) return `${status} ${text.slice(0, LONGEST_SHOWN)}`;
  if (status >= 300 && headers['x-content-type-options'] !== 'nosniff') return `${status} without nosniff`;
  if (headers['set-cookie'] !== undefined) return `${status} sets a cookie`;
  if (headers['x-injected'] !== undefined) return `${status} with a header that the client injected`;
  return null;
}

export function sent(bank: FuzzedBank, { method, path, headers, body }: Attempt): Promise<Answer> {
  const clean = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, headerValue(value)] as const),
  );
  return new Promise((resolve, reject) => {
    const target = new URL(bank.url);
    const outgoing = request(
      {
        host: target.hostname,
        port: target.port,
        method,
        path: path.replace(/[^\x21-\x7e]/g, (character) => encodeURIComponent(wellFormed(character))),
        headers: { ...clean, ...(body === null ? {} : { 'content-length': Buffer.byteLength(body) }) },
        agent: bank.agent,
        timeout: ENDLESS_MS,
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk) => chunks.push(chunk));
        response.once('error', reject);
        response.once('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text: Buffer.concat(chunks).toString('utf8'),
          }),
        );
      },
    );
    outgoing.once('timeout', () => outgoing.destroy(new Error(`no answer within ${ENDLESS_MS / 1000} s`)));
    outgoing.once('error', reject);
    outgoing.end(body ?? undefined);
  });
}

const wellFormed = (character: string) => Buffer.from(character, 'utf8').toString('utf8');

/** Formats a request for a report. */
export function shown({ method, path, headers, body }: Attempt): string {
  const text =
    body === null
      ? ''
      : ` ${Buffer.isBuffer(body) ? `base64:${body.toString('base64')}` : JSON.stringify(body)}`;
  const { authorization, apikey: _, ...otherHeaders } = headers;
  const who = authorization === undefined ? '' : ' (with a token)';
  return `${method} ${path} ${JSON.stringify(otherHeaders)}${who}${text}`.slice(0, 2 * LONGEST_SHOWN);
}
