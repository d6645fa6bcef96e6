import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { getSubject, requireCaller, type StorageContext, service } from './context.ts';
import { signLink, verifyLink } from './links.ts';
import { encodedPath, jsonBody, placeAfter } from './request.ts';
import { getBucket } from './rows.ts';
import { tryWriting, upload } from './upload.ts';

/** As on hosted Supabase: long enough to choose and send a file. */
const UPLOAD_LINK_SECONDS = 2 * 60 * 60;
const anything = z.looseObject({});

/** Uploads files: with a token, and by links. */
export function uploadRoutes(storage: () => Promise<StorageContext>): Hono {
  const routes = new Hono();

  routes.post('/object/upload/sign/*', async (c) => {
    const open = await storage();
    const request = c.req.raw;
    const { bucketId, name } = placeAfter(request, '/object/upload/sign/');
    const caller = await requireCaller(open, request);
    await jsonBody(request, anything);
    await getBucket(open, bucketId);
    const owner = getSubject(caller);
    const upsert = wantsUpsert(request);
    const operation = 'storage.object.sign_upload_url';
    await tryWriting(open, { caller, operation, bucketId, name, owner, upsert }, {});
    const url = `${bucketId}/${name}`;
    const link = { scope: 'upload' as const, url, upsert, ...(owner ? { owner } : {}) };
    const token = await signLink(open, link, UPLOAD_LINK_SECONDS);
    return c.json({ url: `/object/upload/sign/${encodedPath(url)}?token=${token}`, token });
  });
  routes.put('/object/upload/sign/*', async (c) => {
    const open = await storage();
    const { bucketId, name } = placeAfter(c.req.raw, '/object/upload/sign/');
    const link = await verifyLink(open, c.req.query('token'), 'upload', `${bucketId}/${name}`);
    // The permission to write was checked when the link was created.
    const id = await upload(open, c.req.raw, {
      caller: service,
      operation: 'storage.object.upload_signed',
      bucketId,
      name,
      owner: link.owner ?? null,
      upsert: link.upsert === true,
    });
    return c.json({ Id: id, Key: `${bucketId}/${name}` });
  });

  const take = async (c: Context, upsert: boolean) => {
    const open = await storage();
    const { bucketId, name } = placeAfter(c.req.raw, '/object/');
    const caller = await requireCaller(open, c.req.raw);
    const operation = upsert ? 'storage.object.upload_update' : 'storage.object.upload';
    const target = { caller, operation, bucketId, name, owner: getSubject(caller), upsert } as const;
    return c.json({ Id: await upload(open, c.req.raw, target), Key: `${bucketId}/${name}` });
  };
  routes.post('/object/:bucket/:name{.+}', (c) => take(c, wantsUpsert(c.req.raw)));
  routes.put('/object/:bucket/:name{.+}', (c) => take(c, true));
  return routes;
}

const wantsUpsert = (request: Request) => request.headers.get('x-upsert') === 'true';
