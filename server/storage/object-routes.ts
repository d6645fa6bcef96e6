import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import { z } from 'zod';
import type { Caller } from '../database/database.ts';
import { authenticate, getSubject, run, type StorageContext, type StorageEnv } from './context.ts';
import { removeDiscarded } from './discarded.ts';
import { checkSize, checkType, getLimits } from './limits.ts';
import { isFileVersion, requireValidKey } from './names.ts';
import { readMetadataHeader } from './receive.ts';
import { getBucketAfter, getPlaceAfter, readJsonBody } from './request.ts';
import {
  getBucket,
  getObject,
  getWriteStatement,
  OBJECT_JSON,
  type ObjectRow,
  read,
  withInstants,
} from './rows.ts';
import { noSuchKey } from './storage-error.ts';
import { removeIfRefused, requireWritable } from './upload.ts';

const moveSchema = z.looseObject({
  bucketId: z.string(),
  sourceKey: z.string(),
  destinationBucket: z.string().optional(),
  destinationKey: z.string(),
});
const copySchema = moveSchema.extend({
  copyMetadata: z.boolean().default(true),
  metadata: z
    .looseObject({ cacheControl: z.string().optional(), mimetype: z.string().optional() })
    .optional(),
});
const removeSchema = z.looseObject({ prefixes: z.array(z.string()).min(1) });

const DELETE = `
  with gone as (
    delete from storage.objects o
    where o.bucket_id = ($1)[1] and o.name in (select jsonb_array_elements_text(($1)[2]::jsonb))
    returning o.*)
  select coalesce(jsonb_agg(${OBJECT_JSON}), '[]')::text from gone o`;

/** Moves, copies, and removes files. */
export const objectRoutes = new Hono<StorageEnv>()
  .post('/object/move', async (c) => {
    const { storage, caller } = await authenticate(c);
    const {
      bucketId,
      sourceKey,
      destinationBucket = bucketId,
      destinationKey,
    } = await readJsonBody(c.req.raw, moveSchema);
    requireValidKey(sourceKey);
    requireValidKey(destinationKey);
    if (destinationBucket !== bucketId)
      await requireFittingSource(storage, caller, bucketId, sourceKey, destinationBucket);
    // The bytes stay in place, because their key doesn't depend on the name.
    const id = await run(storage, caller, {
      operation: 'storage.object.move',
      text: `
        with moved as (
          update storage.objects o set bucket_id = ($1)[3], name = ($1)[4], updated_at = now()
          where o.bucket_id = ($1)[1] and o.name = ($1)[2] returning o.id)
        select id::text from moved`,
      parameters: [bucketId, sourceKey, destinationBucket, destinationKey],
    });
    if (!id) throw noSuchKey();
    return c.json({ message: 'Successfully moved', Id: id, Key: `${destinationBucket}/${destinationKey}` });
  })
  .post('/object/copy', async (c) => {
    const { storage, caller } = await authenticate(c);
    const body = await readJsonBody(c.req.raw, copySchema);
    const upsert = c.req.header('x-upsert') === 'true';
    const copied = await copy(storage, caller, body, upsert, readMetadataHeader(c.req.raw.headers));
    return c.json({ Id: copied.id, Key: `${copied.bucket_id}/${copied.name}`, ...withInstants(copied) });
  })
  .delete('/object/:bucket', async (c) => {
    const { storage, caller } = await authenticate(c);
    const { prefixes } = await readJsonBody(c.req.raw, removeSchema);
    return c.json(await remove(storage, caller, getBucketAfter(c.req.raw, '/object/'), prefixes));
  })
  .delete('/object/:bucket/:name{.+}', async (c) => {
    const { storage, caller } = await authenticate(c);
    const { bucketId, name } = getPlaceAfter(c.req.raw, '/object/');
    if ((await remove(storage, caller, bucketId, [name])).length === 0) throw noSuchKey();
    return c.json({ message: 'Successfully deleted' });
  });

async function remove(storage: StorageContext, caller: Caller, bucketId: string, names: readonly string[]) {
  const removed = await read<ObjectRow[]>(storage, caller, {
    operation: names.length === 1 ? 'storage.object.delete' : 'storage.object.delete_many',
    text: DELETE,
    parameters: [bucketId, JSON.stringify(names)],
  });
  if (removed?.length) await removeDiscarded(storage);
  return (removed ?? []).map(withInstants);
}

/** A file that the caller may read and the other bucket accepts. */
async function requireFittingSource(
  storage: StorageContext,
  caller: Caller,
  bucketId: string,
  name: string,
  destination: string,
  type?: string,
): Promise<ObjectRow> {
  const source = await getObject(storage, caller, 'storage.object.info', bucketId, name);
  if (!source) throw noSuchKey();
  const limits = getLimits(storage, await getBucket(storage, destination), name);
  checkSize(limits, source.metadata?.size ?? 0);
  checkType(limits, type ?? source.metadata?.mimetype ?? '');
  return source;
}

async function copy(
  storage: StorageContext,
  caller: Caller,
  request: z.infer<typeof copySchema>,
  upsert: boolean,
  userMetadata: Record<string, unknown> | null,
): Promise<ObjectRow> {
  const { bucketId, sourceKey, destinationBucket = bucketId, destinationKey, copyMetadata } = request;
  requireValidKey(sourceKey);
  requireValidKey(destinationKey);
  const given = copyMetadata ? {} : (request.metadata ?? {});
  const source = await requireFittingSource(
    storage,
    caller,
    bucketId,
    sourceKey,
    destinationBucket,
    given.mimetype,
  );
  if (!isFileVersion(source.version)) throw noSuchKey();
  const target = {
    caller,
    operation: 'storage.object.copy',
    bucketId: destinationBucket,
    name: destinationKey,
    owner: getSubject(caller),
    upsert,
  } as const;
  const metadata = { ...source.metadata, ...given, lastModified: new Date().toISOString() };
  await requireWritable(storage, target, metadata);
  const version = randomUUID();
  await storage.files.copy(source.version, version);
  const object = {
    ...target,
    version,
    metadata,
    userMetadata: copyMetadata ? source.user_metadata : userMetadata,
  };
  const id = await run(storage, caller, getWriteStatement(target.operation, object)).catch(async (error) => {
    await removeIfRefused(storage, version, error);
    throw error;
  });
  if (upsert) await removeDiscarded(storage);
  const now = new Date().toISOString();
  return {
    ...source,
    id: id ?? '',
    bucket_id: destinationBucket,
    name: destinationKey,
    owner: null,
    owner_id: target.owner,
    version,
    metadata,
    user_metadata: object.userMetadata,
    created_at: now,
    updated_at: now,
    last_accessed_at: now,
  };
}
