import { type Context, Hono } from 'hono';
import type { Caller } from '../database/database.ts';
import {
  getCallerIfAny,
  type Operation,
  requireCaller,
  type StorageContext,
  type StorageEnv,
  service,
} from './context.ts';
import { download } from './download.ts';
import { verifyLink } from './links.ts';
import { getPlaceAfter } from './request.ts';
import { formatInstant, getBucket, getObject, type ObjectRow } from './rows.ts';
import { featureDisabled, missingAuthorization, noSuchBucket, noSuchKey } from './storage-error.ts';

type StorageRequest = Context<StorageEnv>;
type Place = { bucketId: string; name: string };

/** Downloads files and their metadata: with a token, from public buckets, and by links. */
export const downloadRoutes = new Hono<StorageEnv>()
  .get('/object/public/*', (c) => {
    const place = getPlaceAfter(c.req.raw, '/object/public/');
    return serve(c, () => getPublicObject(c.var.storage, place));
  })
  .get('/object/sign/*', async (c) => {
    const { bucketId, name } = getPlaceAfter(c.req.raw, '/object/sign/');
    const { storage } = c.var;
    const { expires } = await verifyLink(storage, c.req.query('token'), 'download', `${bucketId}/${name}`);
    return serve(c, () => getObject(storage, service, 'storage.object.get_signed', bucketId, name), expires);
  })
  .get('/object/info/public/*', async (c) => {
    const place = getPlaceAfter(c.req.raw, '/object/info/public/');
    return information(await getPublicObject(c.var.storage, place));
  })
  .all('/render/image/*', () => {
    throw featureDisabled();
  });

for (const prefix of ['/object/info/authenticated/', '/object/info/'])
  downloadRoutes.get(`${prefix}*`, async (c) =>
    information(await getVisibleObject(c, getPlaceAfter(c.req.raw, prefix), 'storage.object.info')),
  );
for (const prefix of ['/object/authenticated/', '/object/'])
  downloadRoutes.get(`${prefix}:bucket/:name{.+}`, (c) => {
    const place = getPlaceAfter(c.req.raw, prefix);
    return serve(c, () => getVisibleObject(c, place, 'storage.object.get_authenticated'));
  });

/** Returns a file. If it is replaced meanwhile, returns the new one. */
async function serve(
  c: StorageRequest,
  find: () => Promise<ObjectRow | null>,
  expires?: Date,
): Promise<Response> {
  const saveAs = c.req.query('download') ?? null;
  for (let removed: string | null | undefined; ; ) {
    const object = await find();
    if (!object || object.version === removed) throw noSuchKey();
    const answer = await download(c.var.storage, c.req.raw, object, { saveAs, expires });
    if (answer) return answer;
    removed = object.version;
  }
}

/** Returns a file of a public bucket, which needs no token. */
async function getPublicObject(storage: StorageContext, { bucketId, name }: Place): Promise<ObjectRow> {
  const bucket = await getBucket(storage, bucketId);
  if (!bucket.public) throw noSuchBucket();
  return requireObject(await getObject(storage, service, 'storage.object.get_public', bucketId, name));
}

/** Returns a file that the sender may read, by row-level security or because its bucket is public. */
async function getVisibleObject(
  c: StorageRequest,
  { bucketId, name }: Place,
  operation: Operation,
): Promise<ObjectRow> {
  const { storage } = c.var;
  const caller = await getCallerIfAny(storage, c.req.raw);
  const bucket = await getBucket(storage, bucketId).catch((error) => {
    if (caller) throw error;
    throw missingAuthorization();
  });
  if (!bucket.public && !caller) await requireCaller(storage, c.req.raw);
  const reader: Caller = bucket.public || !caller ? service : caller;
  return requireObject(await getObject(storage, reader, operation, bucketId, name));
}

function requireObject(object: ObjectRow | null): ObjectRow {
  if (!object) throw noSuchKey();
  return object;
}

/** The metadata response. HEAD has only headers, which clients use to compare versions. */
function information(object: ObjectRow): Response {
  const headers = new Headers({ 'Cache-Control': 'no-cache' });
  const { metadata, updated_at } = object;
  headers.set('Last-Modified', new Date(metadata?.lastModified ?? updated_at).toUTCString());
  if (metadata?.eTag) headers.set('ETag', metadata.eTag);
  return Response.json(getInformation(object), { headers });
}

function getInformation({ id, name, version, bucket_id, metadata, user_metadata, ...times }: ObjectRow) {
  return {
    id,
    name,
    version,
    bucket_id,
    size: metadata?.size ?? null,
    content_type: metadata?.mimetype ?? null,
    cache_control: metadata?.cacheControl ?? null,
    etag: metadata?.eTag ?? null,
    metadata: user_metadata ?? {},
    last_modified: formatInstant(times.updated_at),
    created_at: formatInstant(times.created_at),
  };
}
