import { createHash, randomUUID } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy';
import { isRecord, parseJson } from '../lib/json.ts';
import type { StorageContext } from './context.ts';
import { checkSize, checkType, type Limits } from './limits.ts';
import { invalidRequest, malformed, StorageError } from './storage-error.ts';
import { type Bytes, getChunks } from './streams.ts';

/** A complete upload in a temporary file. */
export type Collected = { path: string; size: number; md5: string };

/** A received upload: its file, type, cache control, and custom metadata. */
export type Received = {
  file: Collected;
  type: string;
  cacheControl: string;
  userMetadata: Record<string, unknown> | null;
};

const UNTYPED = 'application/octet-stream';
const UNCACHED = 'no-cache';
const MAX_FIELD_BYTES = 1024 * 1024;
const MAX_FIELDS = 20;

/** Writes a stream to a file and counts and hashes its bytes. Removes the file if an error occurs. */
export async function collect(storage: StorageContext, chunks: AsyncIterable<Uint8Array>, limits: Limits) {
  const path = join(storage.incomingFolder, randomUUID());
  const hash = createHash('md5');
  let size = 0;
  const file = await open(path, 'wx', 0o600);
  try {
    for await (const chunk of chunks) {
      size += chunk.byteLength;
      checkSize(limits, size);
      hash.update(chunk);
      await file.writeFile(chunk);
    }
    await file.close();
    return { path, size, md5: hash.digest('hex') };
  } catch (error) {
    await file.close();
    await deleteTemporaryFile({ path });
    throw error;
  }
}

export const deleteTemporaryFile = ({ path }: Pick<Collected, 'path'>) => rm(path, { force: true });

/** Returns true if the body is a form that contains the file. */
export const isForm = (headers: Headers) =>
  /^multipart\/form-data\b/i.test(headers.get('content-type') ?? '');

/**
 * Receives an upload, which is the file itself or a form that contains it. Throws if it exceeds the limits.
 */
export const receive = (storage: StorageContext, request: Request, limits: Limits): Promise<Received> =>
  isForm(request.headers) ? receiveForm(storage, request, limits) : receiveBytes(storage, request, limits);

async function receiveBytes(storage: StorageContext, { headers, body }: Request, limits: Limits) {
  const type = toPrintable(headers.get('content-type')) ?? UNTYPED;
  checkType(limits, type);
  const userMetadata = readMetadataHeader(headers);
  const file = await collect(storage, readFromClient(body), limits);
  return { file, type, cacheControl: toPrintable(headers.get('cache-control')) ?? UNCACHED, userMetadata };
}

async function receiveForm(storage: StorageContext, request: Request, limits: Limits): Promise<Received> {
  if (!request.body) throw malformed('Unexpected empty file received');
  const { fields, file, type } = await readForm(storage, request.headers, request.body, limits);
  if (!file) throw malformed('Unexpected empty file received');
  try {
    const cacheControl = toCacheControl(fields.get('cacheControl'));
    const metadata = fields.get('metadata');
    const userMetadata = metadata ? jsonObject(metadata) : readMetadataHeader(request.headers);
    return { file, type, cacheControl, userMetadata };
  } catch (error) {
    await deleteTemporaryFile(file);
    throw error;
  }
}

/**
 * Reads a form completely, because fields can come before and after the file. The file's field name doesn't
 * matter.
 */
async function readForm(storage: StorageContext, headers: Headers, body: Bytes, limits: Limits) {
  const fields = new Map<string, string>();
  const stopped = new AbortController();
  let type = UNTYPED;
  let part: BusboyFileStream | null = null;
  let collecting: Promise<Collected> | null = null;
  const parser = getParser(headers.get('content-type') ?? '');
  parser.on('field', (name, value) => void fields.set(name, value));
  // The parser emits two errors for an incomplete form. Without this listener, the second would be uncaught.
  parser.on('error', ignore);
  parser.on('file', (_name, stream, _fileName, _encoding, partType) => {
    stream.on('error', ignore);
    if (collecting) return void stream.resume();
    part = stream;
    type = toPrintable(fields.get('contentType') ?? partType) ?? UNTYPED;
    collecting = checkTypeAsync(limits, type).then(() => collect(storage, stream, limits));
    collecting.catch((error) => stopped.abort(error));
  });
  try {
    await pipeline(readFromClient(body), parser, { signal: stopped.signal });
    return { fields, type, file: await (collecting as Promise<Collected> | null) };
  } catch (error) {
    const reason = stopped.signal.aborted ? stopped.signal.reason : error;
    parser.destroy();
    (part as BusboyFileStream | null)?.destroy();
    const file = await (collecting as Promise<Collected> | null)?.catch(() => null);
    if (file) await deleteTemporaryFile(file);
    throw toFormRefusal(reason);
  }
}

function getParser(contentType: string): BusboyInstance {
  const limits = { files: 2, fields: MAX_FIELDS, fieldSize: MAX_FIELD_BYTES, headerPairs: 50 };
  try {
    return new Busboy({ headers: { 'content-type': contentType }, limits });
  } catch (error) {
    throw toFormRefusal(error);
  }
}

const ignore = () => {};

const checkTypeAsync = async (limits: Limits, type: string) => checkType(limits, type);

/** Converts a form parser's error to a refusal, because the client caused the error. */
function toFormRefusal(error: unknown): unknown {
  const text = error instanceof Error ? error.message : '';
  if (error instanceof StorageError) return error;
  return /multipart|boundary|Part terminated|Unexpected end/i.test(text) ? invalidRequest(text) : error;
}

/** Parses `x-metadata`, a base64-encoded JSON object. */
export function readMetadataHeader(headers: Headers): Record<string, unknown> | null {
  const text = headers.get('x-metadata');
  return text ? jsonObject(Buffer.from(text, 'base64').toString('utf8')) : null;
}

/** Parses a JSON object. Throws InvalidRequest for other text. */
export function jsonObject(text: string): Record<string, unknown> {
  const value = parseJson(text);
  if (!isRecord(value)) throw invalidRequest('The metadata is not a JSON object');
  return value;
}

/** Returns the Cache-Control header for a form's value, which is a number of seconds or the header itself. */
export function toCacheControl(value: string | undefined): string {
  const text = toPrintable(value ?? null) ?? UNCACHED;
  return /^\d+$/.test(text) ? `max-age=${text}` : text;
}

/** Returns the text, or null if it isn't valid in a header. */
export const toPrintable = (text: string | null) => (text && /^[\x20-\x7e]+$/.test(text) ? text : null);

/** Reads the client's bytes. Doesn't report a disconnect as a server failure. */
async function* readFromClient(body: Bytes | null): AsyncIterable<Uint8Array> {
  try {
    if (body) yield* getChunks(body);
  } catch {
    throw malformed('The upload was interrupted');
  }
}
