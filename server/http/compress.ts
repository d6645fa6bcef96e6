import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

export type Encoding = 'br' | 'gzip';

/** Shorter responses fit into one packet anyway. */
const SHORTEST_COMPRESSED = 1024;
/** Levels that save more time in transfer than they cost. */
const GZIP_LEVEL = 4;
const BROTLI_QUALITY = 4;

const gzipped = promisify(gzip);
const brotlied = promisify(brotliCompress);

/** Returns the client's preferred encoding among ours by Accept-Encoding; null for none. */
export function encodingFor(header: string | null): Encoding | null {
  if (header === null) return null;
  const accepted = new Map(
    header.split(',').map((part) => {
      const [name = '', weight] = part
        .trim()
        .toLowerCase()
        .split(/\s*;\s*q=/);
      return [name, weight === undefined ? 1 : Number(weight)] as const;
    }),
  );
  const getWeight = (name: Encoding) => accepted.get(name) ?? accepted.get('*') ?? 0;
  const [br, gz] = [getWeight('br'), getWeight('gzip')];
  if (br > 0 && br >= gz) return 'br';
  return gz > 0 ? 'gzip' : null;
}

type Answer = { status?: number; headers: Headers | Record<string, string> };

/** Compresses a long response in a worker thread if the client accepts it. */
export function respond(
  body: string,
  accepted: string | null,
  { status = 200, headers }: Answer,
): Response | Promise<Response> {
  if (body.length < SHORTEST_COMPRESSED) return new Response(body, { status, headers });
  const encoding = encodingFor(accepted);
  if (encoding === null) return new Response(body, { status, headers: varying(headers) });
  const all = new Headers(varying(headers));
  if (all.has('Content-Encoding')) return new Response(body, { status, headers: all });
  all.set('Content-Encoding', encoding);
  return compressed(body, encoding).then(
    (bytes) => new Response(new Uint8Array(bytes), { status, headers: all }),
  );
}

/** Adds the Vary header for encodings. */
function varying(headers: Headers | Record<string, string>): Headers | Record<string, string> {
  if (!(headers instanceof Headers))
    return { ...headers, Vary: headers.Vary ? `${headers.Vary}, ${ENCODING}` : ENCODING };
  const all = new Headers(headers);
  all.append('Vary', ENCODING);
  return all;
}

const ENCODING = 'Accept-Encoding';

function compressed(body: string, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'gzip') return gzipped(body, { level: GZIP_LEVEL });
  const length = Buffer.byteLength(body);
  return brotlied(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: length,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    },
  });
}
