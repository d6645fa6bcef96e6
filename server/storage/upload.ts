import { randomUUID } from 'node:crypto';
import { type Access, run } from './context.ts';
import { removeDiscarded } from './discarded.ts';
import { checkSize, checkType, getLimits, type Limits } from './limits.ts';
import { type Collected, deleteTemporaryFile, isForm, type Received, receive } from './receive.ts';
import { parseRobotsRules } from './robots.ts';
import { type FileMetadata, getBucket, getWriteStatement, type NewObject, type Target } from './rows.ts';

/**
 * Bodies up to this size are received before the permission check, because checking twice would cost more.
 */
const SMALL_BODY_BYTES = 256 * 1024;

/** Receives a file and writes its row. Completes both or neither, and returns the row's id. */
export async function upload(access: Access, request: Request, target: Target): Promise<string> {
  const { storage } = access;
  const limits = getLimits(storage, await getBucket(storage, target.bucketId), target.name);
  const robots = parseRobotsRules(request.headers.get('x-robots-tag'));
  await checkBeforeReading(access, request, target, limits);
  const received = await receive(storage, request, limits);
  return storeUpload(access, target, received, robots);
}

/** Checks the headers first, so that clients don't send a large file that would be refused. */
async function checkBeforeReading(access: Access, request: Request, target: Target, limits: Limits) {
  const { headers } = request;
  const length = headers.get('content-length');
  const declared = length === null ? null : Number(length);
  const raw = !isForm(headers);
  const mimetype = raw ? (headers.get('content-type') ?? undefined) : undefined;
  if (mimetype) checkType(limits, mimetype);
  if (raw && declared !== null) checkSize(limits, declared);
  if (declared !== null && declared <= SMALL_BODY_BYTES) return;
  const size = declared ?? 0;
  await requireWritable(access, target, { mimetype, size, contentLength: size });
}

/** Throws if row-level security refuses the write. Changes nothing. */
export async function requireWritable(access: Access, target: Target, metadata: Partial<FileMetadata>) {
  const object = { ...target, version: randomUUID(), metadata, userMetadata: null };
  await run(access, getWriteStatement(object, true));
}

/** Stores a received upload as a file in the bucket. Returns its row's id. */
export async function storeUpload(
  access: Access,
  target: Target,
  { file, type, cacheControl, userMetadata }: Received,
  robots: string | null = null,
): Promise<string> {
  const version = randomUUID();
  const metadata = { ...getMetadata(file, type, cacheControl), ...(robots ? { xRobotsTag: robots } : {}) };
  await access.storage.files.put(version, file.path, file.size).catch(async (error) => {
    await deleteTemporaryFile(file);
    throw error;
  });
  return writeRow(access, { ...target, version, metadata, userMetadata });
}

/**
 * Writes the row of a stored file and returns its id. If the row is refused, removes the file. If the
 * connection breaks, keeps the file, because the row may exist. The sweep later removes the file if it has no
 * row.
 */
export async function writeRow(access: Access, object: NewObject): Promise<string> {
  const { storage } = access;
  const id = await run(access, getWriteStatement(object)).catch(async (error) => {
    if (error instanceof Error && error.name === 'PostgresError')
      await storage.files.remove([object.version]);
    throw error;
  });
  if (object.upsert) await removeDiscarded(storage);
  return id ?? '';
}

const getMetadata = ({ size, md5 }: Collected, mimetype: string, cacheControl: string): FileMetadata => ({
  eTag: `"${md5}"`,
  size,
  mimetype,
  cacheControl,
  lastModified: new Date().toISOString(),
  contentLength: size,
  httpStatusCode: 200,
});
