import { Hono } from 'hono';
import { z } from 'zod';
import { authenticate, type StorageContext, type StorageEnv } from './context.ts';
import { signLink } from './links.ts';
import { getBucketAfter, getPlaceAfter, readJsonBody } from './request.ts';
import { getBucket, getObject, read } from './rows.ts';

const lifetime = z.coerce.number().int().min(1);
const transform = z.looseObject({
  width: z.number().optional(),
  height: z.number().optional(),
  resize: z.string().optional(),
  format: z.string().optional(),
  quality: z.number().optional(),
});
const signOneSchema = z.looseObject({ expiresIn: lifetime, transform: transform.optional() });
const signManySchema = z.looseObject({ expiresIn: lifetime, paths: z.array(z.string()) });
const UNSEEN = 'Either the object does not exist or you do not have access to it';

/** The routes that create links to files that the caller can read. */
export const linkRoutes = new Hono<StorageEnv>()
  .post('/object/sign/:bucket/:name{.+}', async (c) => {
    const place = getPlaceAfter(c.req.raw, '/object/sign/');
    const access = await authenticate(c);
    const { expiresIn, transform: transformation } = await readJsonBody(c.req.raw, signOneSchema);
    await getBucket(access.storage, place.bucketId);
    await getObject(access, 'storage.object.sign', place);
    const image = transformation && Object.keys(transformation).length > 0 ? transformation : null;
    const url = `${place.bucketId}/${place.name}`;
    return c.json({ signedURL: await createLink(access.storage, url, expiresIn, image) });
  })
  .post('/object/sign/:bucket', async (c) => {
    const bucketId = getBucketAfter(c.req.raw, '/object/sign/');
    const access = await authenticate(c);
    const { expiresIn, paths } = await readJsonBody(c.req.raw, signManySchema);
    const names = await read<string[]>(access, {
      operation: 'storage.object.sign_many',
      text: `
        select coalesce(jsonb_agg(o.name), '[]')::text from storage.objects o
        where o.bucket_id = ($1)[1] and o.name in (select jsonb_array_elements_text(($1)[2]::jsonb))`,
      parameters: [bucketId, JSON.stringify(paths)],
    });
    const visible = new Set(names);
    const links = paths.map(async (path) =>
      visible.has(path)
        ? {
            error: null,
            path,
            signedURL: await createLink(access.storage, `${bucketId}/${path}`, expiresIn, null),
          }
        : { error: UNSEEN, path, signedURL: null },
    );
    return c.json(await Promise.all(links));
  });

type Transform = z.infer<typeof transform>;

/** Creates a link relative to the storage URL. Doesn't encode it, because clients do. */
async function createLink(storage: StorageContext, url: string, seconds: number, image: Transform | null) {
  const pairs = Object.entries(image ?? {}).map(([key, value]) => `${key}:${value}`);
  const transformations = pairs.length > 0 ? { transformations: pairs.join(',') } : {};
  const token = await signLink(storage, { scope: 'download', url, ...transformations }, seconds);
  return `/${image ? 'render/image' : 'object'}/sign/${url}?token=${token}`;
}
