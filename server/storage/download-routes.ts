import { Hono } from 'hono';
import type { Caller } from '../database/database.ts';
import { callerIfAny, type Operation, requireCaller, type StorageContext, service } from './context.ts';
import { download } from './download.ts';
import { verifyLink } from './links.ts';
import { placeAfter } from './request.ts';
import { getBucket, getObject, instant, type ObjectRow } from './rows.ts';
import { featureDisabled, missingAuthorization, noSuchBucket, noSuchKey } from './storage-error.ts';

type Place = { bucketId: string; name: string };

/** Downloads files and their metadata: with a token, from public buckets, and by links. */
export function downloadRoutes(storage: () => Promise<StorageContext>): Hono {
  const routes = new Hono();

  routes.get('/object/public/*', async (c) => {
    const place = placeAfter(c.req.raw, '/object/public/');
    return serve(await storage(), c.req.raw, () => publicObject(storage, place));
  });
  routes.get('/object/sign/*', async (c) => {
    const { bucketId, name } = placeAfter(c.req.raw, '/object/sign/');
    const open = await storage();
    const { expires } = await verifyLink(open, c.req.query('token'), 'download', `${bucketId}/${name}`);
    const find = () => getObject(open, service, 'storage.object.get_signed', bucketId, name);
    return serve(open, c.req.raw, find, expires);
  });
  routes.get('/object/info/public/*', async (c) => {
    const place = placeAfter(c.req.raw, '/object/info/public/');
    return information(await publicObject(storage, place));
  });
  for (const prefix of ['/object/info/authenticated/', '/object/info/'])
    routes.get(`${prefix}*`, async (c) => {
      const place = placeAfter(c.req.raw, prefix);
      return information(await visibleObject(storage, c.req.raw, place, 'storage.object.info'));
    });
  routes.all('/render/image/*', () => {
    throw featureDisabled();
  });
  for (const prefix of ['/object/authenticated/', '/object/'])
    routes.get(`${prefix}:bucket/:name{.+}`, async (c) => {
      const place = placeAfter(c.req.raw, prefix);
      const operation = 'storage.object.get_authenticated';
      return serve(await storage(), c.req.raw, () => visibleObject(storage, c.req.raw, place, operation));
    });
  return routes;
}

/** Returns a file. If it is replaced meanwhile, returns the new one. */
async function serve(
  storage: StorageContext,
  request: Request,
  find: () => Promise<ObjectRow | null>,
  expires?: Date,
): Promise<Response> {
  const saveAs = new URL(request.url).searchParams.get('download');
  for (let gone: string | null | undefined; ; ) {
    const object = await find();
    if (!object || object.version === gone) throw noSuchKey();
    const answer = await download(storage, request, object, { saveAs, ...(expires ? { expires } : {}) });
    if (answer) return answer;
    gone = object.version;
  }
}

/** Returns a file of a public bucket, which needs no token. */
async function publicObject(
  storage: () => Promise<StorageContext>,
  { bucketId, name }: Place,
): Promise<ObjectRow> {
  const open = await storage();
  const bucket = await getBucket(open, bucketId);
  if (!bucket.public) throw noSuchBucket();
  return found(await getObject(open, service, 'storage.object.get_public', bucketId, name));
}

/** Returns a file that the sender may read, by row-level security or because its bucket is public. */
async function visibleObject(
  storage: () => Promise<StorageContext>,
  request: Request,
  { bucketId, name }: Place,
  operation: Operation,
): Promise<ObjectRow> {
  const open = await storage();
  const caller = await callerIfAny(open, request);
  const bucket = await getBucket(open, bucketId).catch((error) => {
    if (caller) throw error;
    throw missingAuthorization();
  });
  if (!bucket.public && !caller) await requireCaller(open, request);
  const reader: Caller = bucket.public || !caller ? service : caller;
  return found(await getObject(open, reader, operation, bucketId, name));
}

function found(object: ObjectRow | null): ObjectRow {
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
    last_modified: instant(times.updated_at),
    created_at: instant(times.created_at),
  };
}
