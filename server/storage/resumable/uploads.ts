import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { isUuid } from '../../lib/uuid.ts';
import type { Access, StorageContext } from '../context.ts';
import { type Collected, collect, deleteTemporaryFile, type Received } from '../receive.ts';
import type { Target } from '../rows.ts';
import { invalidRequest, StorageError } from '../storage-error.ts';
import { type Bytes, concatenate, getBody, getChunks } from '../streams.ts';
import { storeUpload } from '../upload.ts';

/** An unfinished upload that consists of several requests. */
export type Resumable = {
  id: string;
  /** The user who started the upload. No one else can continue it. */
  caller: string;
  bucket_id: string;
  name: string;
  upsert: boolean;
  size: number;
  received: number;
  parts: string[];
  details: Details;
  expires_at: Date;
};

/** The file's details that the client sends when it starts the upload. */
export type Details = Omit<Received, 'file'> & { owner: string | null };

const LIFETIME_SECONDS = 24 * 60 * 60;
/**
 * The maximum number of unfinished uploads per customer. Their bytes use disk space but don't count toward a
 * quota yet.
 */
const MAX_UNFINISHED = 50;
/**
 * The maximum number of parts is this number plus one per 64 KiB of the file's size. Each part is a separate
 * file.
 */
const MAX_PARTS = 100;
const BYTES_A_PART = 65_536;

const removed = () =>
  new StorageError(404, 'not_found', 'The upload does not exist or has expired', 'NoSuchUpload');
const conflict = () => new StorageError(409, 'Conflict', 'Upload-Offset conflict\n', 'InvalidUploadOffset');

type Beginning = Pick<Resumable, 'caller' | 'bucket_id' | 'name' | 'upsert' | 'size' | 'details'>;

/**
 * Starts an upload. If the customer has too many unfinished uploads, removes those that were continued least
 * recently.
 */
export async function begin(storage: StorageContext, beginning: Beginning): Promise<Resumable> {
  const { owner: sql } = storage.context.database;
  const { caller, bucket_id, name, upsert, size, details } = beginning;
  const [created] = await sql<{ id: string; expires_at: Date }[]>`
    insert into platform.resumable_uploads (caller, bucket_id, name, upsert, size, details, expires_at)
    values (${caller}, ${bucket_id}, ${name}, ${upsert}, ${size}, ${sql.json(details as never)},
      now() + ${LIFETIME_SECONDS} * interval '1 second')
    returning id, expires_at`;
  if (!created) throw removed();
  if (details.owner !== null) await abandonOldest(storage, caller);
  return { ...beginning, ...created, received: 0, parts: [] };
}

async function abandonOldest(storage: StorageContext, caller: string): Promise<void> {
  const surplus = await storage.context.database.owner<{ id: string }[]>`
    select id from platform.resumable_uploads where caller = ${caller}
    order by expires_at desc, id offset ${MAX_UNFINISHED}`;
  for (const upload of surplus) await abandon(storage, upload);
}

/** Returns an upload by id. Throws 404 if it doesn't exist, has expired, or belongs to another user. */
export async function find({ context }: StorageContext, id: string, caller: string | null) {
  if (!isUuid(id)) throw removed();
  const [match] = await context.database.owner<Resumable[]>`
    select id, caller, bucket_id, name, upsert, size::float8 as size, received::float8 as received, parts, details,
      expires_at
    from platform.resumable_uploads where id = ${id} and expires_at > now()`;
  if (!match || (caller !== null && match.caller !== caller)) throw removed();
  return match;
}

/**
 * Receives the bytes after `offset`. If the connection breaks, keeps the bytes received so far. The last byte
 * completes the file. Returns the total number of bytes. Throws 409 if the offset is wrong, and 400 if there
 * are too many parts.
 */
export async function append(access: Access, upload: Resumable, offset: number, body: Bytes | null) {
  const { storage } = access;
  if (offset !== upload.received) throw conflict();
  const rest = { size: upload.size - offset, types: null };
  const part = await collect(storage, readUntilBroken(body), rest);
  try {
    if (part.size === rest.size) {
      await finish(access, upload, part);
      return upload.size;
    }
    if (part.size === 0) return offset;
    if (upload.parts.length >= MAX_PARTS + Math.floor(upload.size / BYTES_A_PART))
      throw invalidRequest('The upload has too many parts. Send larger parts.');
    return await keepPart(storage, upload, part);
  } finally {
    await deleteTemporaryFile(part);
  }
}

async function keepPart(storage: StorageContext, { id, received }: Resumable, part: Collected) {
  const key = randomUUID();
  await storage.files.put(key, part.path, part.size);
  const { owner } = storage.context.database;
  const [row] = await owner`
    update platform.resumable_uploads set received = received + ${part.size}, parts = parts || ${key}::text,
      expires_at = now() + ${LIFETIME_SECONDS} * interval '1 second'
    where id = ${id} and received = ${received} returning received::float8 as received`;
  if (row) return row.received;
  // Another request has already written the same bytes.
  await storage.files.remove([key]);
  throw conflict();
}

/**
 * Joins all parts into one file. If this fails, the client can send the last part again, because the server
 * hasn't counted that part yet.
 */
async function finish(access: Access, upload: Resumable, last: Collected): Promise<void> {
  const { storage } = access;
  const { parts, size, details } = upload;
  const earlier = parts.map((key) => async () => {
    const body = await storage.files.read(key);
    if (!body) throw removed();
    return body;
  });
  const whole = concatenate([...earlier, async () => getBody(createReadStream(last.path))]);
  const file = await collect(storage, getChunks(whole), { size, types: null });
  const { type, cacheControl, userMetadata } = details;
  try {
    await storeUpload(access, getTarget(upload), { file, type, cacheControl, userMetadata });
  } catch (error) {
    if (error instanceof Error && error.name === 'PostgresError') await abandon(storage, upload);
    throw error;
  }
  await abandon(storage, upload);
}

/** Returns the location and owner of an upload's file. */
export function getTarget({ bucket_id: bucketId, name, upsert, details }: Beginning): Target {
  return { operation: 'storage.tus.upload', bucketId, name, owner: details.owner, upsert };
}

/** Ends an upload and removes its parts. */
export async function abandon({ context, files }: StorageContext, { id }: Pick<Resumable, 'id'>) {
  const [row] = await context.database.owner`
    delete from platform.resumable_uploads where id = ${id} returning parts`;
  if (row) await files.remove(row.parts);
}

/** Reads the body. If the connection breaks, keeps the bytes received so far. */
async function* readUntilBroken(body: Bytes | null): AsyncIterable<Uint8Array> {
  if (!body) return;
  try {
    yield* getChunks(body);
  } catch {
    return;
  }
}
