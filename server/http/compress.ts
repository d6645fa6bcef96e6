import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { parseAccept } from 'hono/utils/accept';

export type Encoding = 'br' | 'gzip';

/** The minimum response size, in bytes, for compression. Shorter responses fit into one packet anyway. */
const SHORTEST_COMPRESSED = 1024;
/** Compression levels that save more transfer time than they cost. */
const GZIP_LEVEL = 4;
const BROTLI_QUALITY = 4;

const gzipped = promisify(gzip);
const brotlied = promisify(brotliCompress);

/** Returns the available encoding that Accept-Encoding prefers, or null. */
export function chooseEncoding(header: string | null, offered: readonly Encoding[] = ['br', 'gzip']) {
  const weights = new Map(parseAccept(header ?? '').map(({ type, q }) => [type.toLowerCase(), q]));
  const getWeight = (name: Encoding) => weights.get(name) ?? weights.get('*') ?? 0;
  const [best] = offered.toSorted((a, b) => getWeight(b) - getWeight(a));
  return best && getWeight(best) > 0 ? best : null;
}

type Answer = { status?: number; headers: Headers | Record<string, string> };

/** Compresses a long response in a worker thread if the client accepts it. */
export function respond(body: string, accepted: string | null, { status = 200, headers }: Answer) {
  if (body.length < SHORTEST_COMPRESSED) return new Response(body, { status, headers });
  const encoding = chooseEncoding(accepted);
  const all = new Headers(headers);
  all.append('Vary', 'Accept-Encoding');
  if (encoding === null || all.has('Content-Encoding')) return new Response(body, { status, headers: all });
  all.set('Content-Encoding', encoding);
  return compress(body, encoding).then(
    (bytes) => new Response(new Uint8Array(bytes), { status, headers: all }),
  );
}

function compress(body: string, encoding: Encoding): Promise<Buffer> {
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
