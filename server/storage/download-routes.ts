import { type Context, Hono } from 'hono';
import {
  asService,
  authenticate,
  hasToken,
  type Operation,
  type StorageContext,
  type StorageEnv,
} from './context.ts';
import { download } from './download.ts';
import { verifyLink } from './links.ts';
import type { Place } from './names.ts';
import { getPlaceAfter } from './request.ts';
import { formatInstant, getBucket, getObject, type ObjectRow } from './rows.ts';
import { featureDisabled, missingAuthorization, noSuchBucket, noSuchKey } from './storage-error.ts';

type StorageRequest = Context<StorageEnv>;

/** The routes that download files and their metadata. Access requires a token, a public bucket, or a link. */
export const downloadRoutes = new Hono<StorageEnv>()
  .get('/object/public/*', (c) => {
    const place = getPlaceAfter(c.req.raw, '/object/public/');
    return serve(c, () => getPublicObject(c.var.storage, place));
  })
  .get('/object/sign/*', async (c) => {
    const place = getPlaceAfter(c.req.raw, '/object/sign/');
    const { storage } = c.var;
    const url = `${place.bucketId}/${place.name}`;
    const { expires } = await verifyLink(storage, c.req.query('token'), 'download', url);
    return serve(c, () => getObject(asService(storage), 'storage.object.get_signed', place), expires);
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

/** Returns a file. If the file is replaced during the request, returns the new version. */
async function serve(c: StorageRequest, find: () => Promise<ObjectRow>, expires?: Date): Promise<Response> {
  const saveAs = c.req.query('download') ?? null;
  for (let removed: string | null | undefined; ; ) {
    const object = await find();
    if (object.version === removed) throw noSuchKey();
    const answer = await download(c.var.storage, c.req.raw, object, { saveAs, expires });
    if (answer) return answer;
    removed = object.version;
  }
}

/** Returns a file in a public bucket, which requires no token. */
async function getPublicObject(storage: StorageContext, place: Place): Promise<ObjectRow> {
  const bucket = await getBucket(storage, place.bucketId);
  if (!bucket.public) throw noSuchBucket();
  return getObject(asService(storage), 'storage.object.get_public', place);
}

/** Returns a file if row-level security lets the sender read it or its bucket is public. */
async function getVisibleObject(c: StorageRequest, place: Place, operation: Operation): Promise<ObjectRow> {
  const { storage } = c.var;
  const access = hasToken(c.req.raw) ? await authenticate(c) : null;
  const bucket = await getBucket(storage, place.bucketId).catch((error) => {
    throw access ? error : missingAuthorization();
  });
  if (!bucket.public && !access) throw missingAuthorization();
  const reader = bucket.public || !access ? asService(storage) : access;
  return getObject(reader, operation, place);
}

/**
 * Returns the response with a file's metadata. The response to a HEAD request contains only headers, which
 * clients use to compare versions.
 */
function information(object: ObjectRow): Response {
  const headers = new Headers({ 'Cache-Control': 'no-cache' });
  const { metadata, updated_at } = object;
  headers.set('Last-Modified', new Date(metadata?.lastModified ?? updated_at).toUTCString());
  if (metadata?.eTag) headers.set('ETag', metadata.eTag);
  return Response.json(getInformation(object), { headers });
}

const getInformation = ({ id, name, version, bucket_id, metadata, user_metadata, ...times }: ObjectRow) => ({
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
});
