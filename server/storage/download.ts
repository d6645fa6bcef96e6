import { matchesETag } from '../http/etag.ts';
import type { StorageContext } from './context.ts';
import { getEssence } from './limits.ts';
import { isFileVersion } from './names.ts';
import { toPrintable } from './receive.ts';
import type { FileMetadata, ObjectRow } from './rows.ts';
import { StorageError } from './storage-error.ts';
import type { ByteRange } from './stores/file-store.ts';

/** The types that a browser would run as a page of this origin. They are sent as plain text. */
const PAGES = new Set(['text/html', 'application/xhtml+xml']);
/**
 * Matches images and documents that can contain scripts. They are displayed inside pages but downloaded if
 * opened directly.
 */
const SCRIPTABLE = /^(?:[\w.+-]+\/(?:[\w.+-]+\+)?xml|text\/xsl)$/;
/**
 * Matches content that is sent without a content security policy. Either the content can't contain scripts,
 * or the browser's viewer would not show it with a policy.
 */
const INERT = /^(?:image\/(?!svg)|audio\/|video\/|application\/pdf$)/;
const SANDBOX = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

type Options = {
  /** The file name for a download. If it is empty, the stored name is used. Null if the file is displayed. */
  saveAs: string | null;
  /** The expiration time of the link that was used to request the file, if any. */
  expires?: Date | undefined;
};

/**
 * Returns a response with the file, a part of the file, or status 304. Returns null if the file's bytes are
 * missing, for example because the file was just replaced.
 */
export async function download(storage: StorageContext, request: Request, row: ObjectRow, options: Options) {
  const metadata = row.metadata ?? {};
  const headers = getHeaders(row, options);
  if (isUnchanged(request.headers, metadata)) return new Response(null, { status: 304, headers });
  const size = metadata.size ?? 0;
  const range = getRange(request.headers, metadata, size);
  headers.set('Content-Length', String(range ? range.last - range.first + 1 : size));
  if (range) headers.set('Content-Range', `bytes ${range.first}-${range.last}/${size}`);
  const status = range ? 206 : 200;
  if (request.method === 'HEAD') return new Response(null, { status, headers });
  const body = isFileVersion(row.version) && (await storage.files.read(row.version, range ?? undefined));
  return body ? new Response(body, { status, headers }) : null;
}

function getHeaders({ metadata, updated_at }: ObjectRow, { saveAs, expires }: Options): Headers {
  const type = toPrintable(metadata?.mimetype ?? null) ?? 'application/octet-stream';
  const kind = getEssence(type);
  const headers = new Headers({
    'Content-Type': PAGES.has(kind) ? 'text/plain' : type,
    'Cache-Control': toPrintable(metadata?.cacheControl ?? null) ?? 'no-cache',
    'Last-Modified': new Date(metadata?.lastModified ?? updated_at).toUTCString(),
    'Accept-Ranges': 'bytes',
    'X-Robots-Tag': toPrintable(metadata?.xRobotsTag ?? null) ?? 'none',
    'X-Content-Type-Options': 'nosniff',
  });
  if (metadata?.eTag) headers.set('ETag', metadata.eTag);
  if (!INERT.test(kind)) headers.set('Content-Security-Policy', SANDBOX);
  if (expires) headers.set('Expires', expires.toUTCString());
  const saved = saveAs ?? (SCRIPTABLE.test(kind) && !PAGES.has(kind) ? '' : null);
  if (saved !== null) headers.set('Content-Disposition', disposition(saved));
  return headers;
}

function disposition(name: string): string {
  if (name === '') return 'attachment;';
  const encoded = encodeURIComponent(Buffer.from(name, 'utf8').toString('utf8'));
  return `attachment; filename=${encoded}; filename*=UTF-8''${encoded}`;
}

/** Returns true if the client's copy is current. A hash takes precedence over a time. */
function isUnchanged(headers: Headers, { eTag, lastModified }: Partial<FileMetadata>): boolean {
  const tags = headers.get('if-none-match');
  if (tags !== null) return matchesETag(tags, eTag);
  const since = Date.parse(headers.get('if-modified-since') ?? '');
  return lastModified !== undefined && seconds(lastModified) * 1000 <= since;
}

/** Returns a time in whole seconds, because HTTP dates have no fractions. */
const seconds = (instant: string) => Math.floor(Date.parse(instant) / 1000);

/** Returns the requested range, or null for the whole file. Throws 416 if the file has no such range. */
function getRange(headers: Headers, { eTag, lastModified }: Partial<FileMetadata>, size: number) {
  const condition = headers.get('if-range');
  if (condition !== null && condition !== eTag)
    if (!lastModified || Date.parse(condition) !== seconds(lastModified) * 1000) return null;
  // The response to a request for multiple ranges can be the whole file.
  const [, from, to] = /^\s*bytes\s*=\s*(\d*)\s*-\s*(\d*)\s*$/i.exec(headers.get('range') ?? '') ?? [];
  if (from === undefined || to === undefined || (from === '' && to === '')) return null;
  const range: ByteRange =
    from === ''
      ? { first: Math.max(0, size - Number(to)), last: size - 1 }
      : { first: Number(from), last: to === '' ? size - 1 : Math.min(Number(to), size - 1) };
  if (to !== '' && from !== '' && Number(to) < Number(from)) return null;
  if (range.first <= range.last) return range;
  throw new StorageError(416, 'InvalidRange', 'The requested range is not satisfiable', 'InvalidRange', {
    'Content-Range': `bytes */${size}`,
  });
}
