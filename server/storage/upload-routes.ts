import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { authenticate, getSubject, type StorageEnv, service } from './context.ts';
import { signLink, verifyLink } from './links.ts';
import { encodePath, getPlaceAfter, readJsonBody } from './request.ts';
import { getBucket } from './rows.ts';
import { requireWritable, upload } from './upload.ts';

/** As on hosted Supabase: long enough to choose and send a file. */
const UPLOAD_LINK_SECONDS = 2 * 60 * 60;
const anything = z.looseObject({});

/** Uploads files: with a token, and by links. */
export const uploadRoutes = new Hono<StorageEnv>()
  .post('/object/upload/sign/*', async (c) => {
    const { bucketId, name } = getPlaceAfter(c.req.raw, '/object/upload/sign/');
    const { storage, caller } = await authenticate(c);
    await readJsonBody(c.req.raw, anything);
    await getBucket(storage, bucketId);
    const owner = getSubject(caller);
    const upsert = wantsUpsert(c.req.raw);
    const operation = 'storage.object.sign_upload_url';
    await requireWritable(storage, { caller, operation, bucketId, name, owner, upsert }, {});
    const url = `${bucketId}/${name}`;
    const link = { scope: 'upload' as const, url, upsert, ...(owner ? { owner } : {}) };
    const token = await signLink(storage, link, UPLOAD_LINK_SECONDS);
    return c.json({ url: `/object/upload/sign/${encodePath(url)}?token=${token}`, token });
  })
  .put('/object/upload/sign/*', async (c) => {
    const { storage } = c.var;
    const { bucketId, name } = getPlaceAfter(c.req.raw, '/object/upload/sign/');
    const link = await verifyLink(storage, c.req.query('token'), 'upload', `${bucketId}/${name}`);
    // The permission to write was checked when the link was created.
    const id = await upload(storage, c.req.raw, {
      caller: service,
      operation: 'storage.object.upload_signed',
      bucketId,
      name,
      owner: link.owner ?? null,
      upsert: link.upsert === true,
    });
    return c.json({ Id: id, Key: `${bucketId}/${name}` });
  })
  .post('/object/:bucket/:name{.+}', (c) => uploadWithToken(c, wantsUpsert(c.req.raw)))
  .put('/object/:bucket/:name{.+}', (c) => uploadWithToken(c, true));

async function uploadWithToken(c: Context<StorageEnv>, upsert: boolean): Promise<Response> {
  const { bucketId, name } = getPlaceAfter(c.req.raw, '/object/');
  const { storage, caller } = await authenticate(c);
  const operation = upsert ? 'storage.object.upload_update' : 'storage.object.upload';
  const target = { caller, operation, bucketId, name, owner: getSubject(caller), upsert } as const;
  return c.json({ Id: await upload(storage, c.req.raw, target), Key: `${bucketId}/${name}` });
}

const wantsUpsert = (request: Request) => request.headers.get('x-upsert') === 'true';
