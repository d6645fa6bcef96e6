import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { asService, authenticate, getSubject, type StorageEnv } from './context.ts';
import { signLink, verifyLink } from './links.ts';
import { encodePath, getPlaceAfter, readJsonBody } from './request.ts';
import { getBucket, type Target } from './rows.ts';
import { requireWritable, upload } from './upload.ts';

/** The lifetime of an upload link, as on hosted Supabase. It is long enough to choose and send a file. */
const UPLOAD_LINK_SECONDS = 2 * 60 * 60;
const anything = z.looseObject({});

/** Routes for uploading files with an access token or a signed upload link. */
export const uploadRoutes = new Hono<StorageEnv>()
  .post('/object/upload/sign/*', async (c) => {
    const place = getPlaceAfter(c.req.raw, '/object/upload/sign/');
    const access = await authenticate(c);
    await readJsonBody(c.req.raw, anything);
    await getBucket(access.storage, place.bucketId);
    const owner = getSubject(access.caller);
    const upsert = wantsUpsert(c.req.raw);
    await requireWritable(
      access,
      { ...place, operation: 'storage.object.sign_upload_url', owner, upsert },
      {},
    );
    const url = `${place.bucketId}/${place.name}`;
    const link = { scope: 'upload' as const, url, upsert, ...(owner ? { owner } : {}) };
    const token = await signLink(access.storage, link, UPLOAD_LINK_SECONDS);
    return c.json({ url: `/object/upload/sign/${encodePath(url)}?token=${token}`, token });
  })
  .put('/object/upload/sign/*', async (c) => {
    const { storage } = c.var;
    const place = getPlaceAfter(c.req.raw, '/object/upload/sign/');
    const key = `${place.bucketId}/${place.name}`;
    const { owner = null, upsert = false } = await verifyLink(storage, c.req.query('token'), 'upload', key);
    // The write permission was checked when the link was created.
    const target: Target = { ...place, operation: 'storage.object.upload_signed', owner, upsert };
    return c.json({ Id: await upload(asService(storage), c.req.raw, target), Key: key });
  })
  .post('/object/:bucket/:name{.+}', (c) => uploadWithToken(c, wantsUpsert(c.req.raw)))
  .put('/object/:bucket/:name{.+}', (c) => uploadWithToken(c, true));

async function uploadWithToken(c: Context<StorageEnv>, upsert: boolean): Promise<Response> {
  const place = getPlaceAfter(c.req.raw, '/object/');
  const access = await authenticate(c);
  const operation = upsert ? 'storage.object.upload_update' : 'storage.object.upload';
  const target: Target = { ...place, operation, owner: getSubject(access.caller), upsert };
  const id = await upload(access, c.req.raw, target);
  return c.json({ Id: id, Key: `${place.bucketId}/${place.name}` });
}

const wantsUpsert = (request: Request) => request.headers.get('x-upsert') === 'true';
