import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import { z } from 'zod';
import { type Access, authenticate, getSubject, run, type StorageEnv } from './context.ts';
import { removeDiscarded } from './discarded.ts';
import { checkSize, checkType, getLimits } from './limits.ts';
import { isFileVersion, type Place, requireValidKey } from './names.ts';
import { readMetadataHeader } from './receive.ts';
import { getBucketAfter, getPlaceAfter, readJsonBody } from './request.ts';
import {
  getBucket,
  getObject,
  OBJECT_JSON,
  type ObjectRow,
  read,
  type Target,
  withInstants,
} from './rows.ts';
import { noSuchKey } from './storage-error.ts';
import { requireWritable, writeRow } from './upload.ts';

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

export const objectRoutes = new Hono<StorageEnv>()
  .post('/object/move', async (c) => {
    const access = await authenticate(c);
    const body = await readJsonBody(c.req.raw, moveSchema);
    const [source, destination] = getPlaces(body);
    if (destination.bucketId !== source.bucketId) await requireFittingSource(access, source, destination);
    // Doesn't move the file's bytes, because their key doesn't depend on the name.
    const id = await run(access, {
      operation: 'storage.object.move',
      text: `
        with moved as (
          update storage.objects o set bucket_id = ($1)[3], name = ($1)[4], updated_at = now()
          where o.bucket_id = ($1)[1] and o.name = ($1)[2] returning o.id)
        select id::text from moved`,
      parameters: [source.bucketId, source.name, destination.bucketId, destination.name],
    });
    if (!id) throw noSuchKey();
    const key = `${destination.bucketId}/${destination.name}`;
    return c.json({ message: 'Successfully moved', Id: id, Key: key });
  })
  .post('/object/copy', async (c) => {
    const access = await authenticate(c);
    const body = await readJsonBody(c.req.raw, copySchema);
    const upsert = c.req.header('x-upsert') === 'true';
    const copied = await copy(access, body, upsert, readMetadataHeader(c.req.raw.headers));
    return c.json({ Id: copied.id, Key: `${copied.bucket_id}/${copied.name}`, ...withInstants(copied) });
  })
  .delete('/object/:bucket', async (c) => {
    const access = await authenticate(c);
    const { prefixes } = await readJsonBody(c.req.raw, removeSchema);
    return c.json(await remove(access, getBucketAfter(c.req.raw, '/object/'), prefixes));
  })
  .delete('/object/:bucket/:name{.+}', async (c) => {
    const access = await authenticate(c);
    const { bucketId, name } = getPlaceAfter(c.req.raw, '/object/');
    if ((await remove(access, bucketId, [name])).length === 0) throw noSuchKey();
    return c.json({ message: 'Successfully deleted' });
  });

async function remove(access: Access, bucketId: string, names: readonly string[]) {
  const removed = await read<ObjectRow[]>(access, {
    operation: names.length === 1 ? 'storage.object.delete' : 'storage.object.delete_many',
    text: DELETE,
    parameters: [bucketId, JSON.stringify(names)],
  });
  if (removed?.length) await removeDiscarded(access.storage);
  return (removed ?? []).map(withInstants);
}

/** Returns the source and destination of a move or copy. Throws InvalidKey if a name is invalid. */
function getPlaces(request: z.infer<typeof moveSchema>): [Place, Place] {
  const { bucketId, sourceKey, destinationBucket = bucketId, destinationKey } = request;
  return [
    { bucketId, name: requireValidKey(sourceKey) },
    { bucketId: destinationBucket, name: requireValidKey(destinationKey) },
  ];
}

/**
 * Returns the source file. Throws if the caller can't read it or the destination bucket doesn't accept it.
 */
async function requireFittingSource(
  access: Access,
  place: Place,
  destination: Place,
  type?: string,
): Promise<ObjectRow> {
  const source = await getObject(access, 'storage.object.info', place);
  const bucket = await getBucket(access.storage, destination.bucketId);
  const limits = getLimits(access.storage, bucket, place.name);
  checkSize(limits, source.metadata?.size ?? 0);
  checkType(limits, type ?? source.metadata?.mimetype ?? '');
  return source;
}

async function copy(
  access: Access,
  request: z.infer<typeof copySchema>,
  upsert: boolean,
  userMetadata: Record<string, unknown> | null,
): Promise<ObjectRow> {
  const { storage, caller } = access;
  const { copyMetadata } = request;
  const [place, destination] = getPlaces(request);
  const given = copyMetadata ? {} : (request.metadata ?? {});
  const source = await requireFittingSource(access, place, destination, given.mimetype);
  if (!isFileVersion(source.version)) throw noSuchKey();
  const owner = getSubject(caller);
  const target: Target = { ...destination, operation: 'storage.object.copy', owner, upsert };
  const metadata = { ...source.metadata, ...given, lastModified: new Date().toISOString() };
  await requireWritable(access, target, metadata);
  const version = randomUUID();
  await storage.files.copy(source.version, version);
  const object = { version, metadata, userMetadata: copyMetadata ? source.user_metadata : userMetadata };
  const id = await writeRow(access, { ...target, ...object });
  const now = new Date().toISOString();
  return {
    ...source,
    id,
    bucket_id: destination.bucketId,
    name: destination.name,
    owner: null,
    owner_id: owner,
    version,
    metadata,
    user_metadata: object.userMetadata,
    created_at: now,
    updated_at: now,
    last_accessed_at: now,
  };
}
