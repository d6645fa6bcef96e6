import { Hono } from 'hono';
import { z } from 'zod';
import { requireCaller, type StorageContext } from './context.ts';
import { signLink } from './links.ts';
import { placeIn } from './names.ts';
import { bucketAfter, jsonBody, pathAfter } from './request.ts';
import { getBucket, getObject, read } from './rows.ts';
import { noSuchKey } from './storage-error.ts';

const lifetime = z.coerce.number().int().min(1);
const transform = z.looseObject({
  width: z.number().optional(),
  height: z.number().optional(),
  resize: z.string().optional(),
  format: z.string().optional(),
  quality: z.number().optional(),
});
const one = z.looseObject({ expiresIn: lifetime, transform: transform.optional() });
const many = z.looseObject({ expiresIn: lifetime, paths: z.array(z.string()) });
const UNSEEN = 'Either the object does not exist or you do not have access to it';

/** Creates links to files that the sender may read. */
export function linkRoutes(storage: () => Promise<StorageContext>): Hono {
  const routes = new Hono();

  routes.post('/object/sign/:bucket/:name{.+}', async (c) => {
    const open = await storage();
    const { bucketId, name } = placeIn(pathAfter(c.req.raw, '/object/sign/'));
    const caller = await requireCaller(open, c.req.raw);
    const { expiresIn, transform: wanted } = await jsonBody(c.req.raw, one);
    await getBucket(open, bucketId);
    if (!(await getObject(open, caller, 'storage.object.sign', bucketId, name))) throw noSuchKey();
    const image = wanted && Object.keys(wanted).length > 0;
    return c.json({ signedURL: await linkTo(open, `${bucketId}/${name}`, expiresIn, image ? wanted : null) });
  });
  routes.post('/object/sign/:bucket', async (c) => {
    const open = await storage();
    const bucketId = bucketAfter(c.req.raw, '/object/sign/');
    const caller = await requireCaller(open, c.req.raw);
    const { expiresIn, paths } = await jsonBody(c.req.raw, many);
    const seen = await read<string[]>(open, caller, {
      operation: 'storage.object.sign_many',
      text: `
        select coalesce(jsonb_agg(o.name), '[]')::text from storage.objects o
        where o.bucket_id = ($1)[1] and o.name in (select jsonb_array_elements_text(($1)[2]::jsonb))`,
      parameters: [bucketId, JSON.stringify(paths)],
    });
    const visible = new Set(seen);
    const links = paths.map(async (path) =>
      visible.has(path)
        ? { error: null, path, signedURL: await linkTo(open, `${bucketId}/${path}`, expiresIn, null) }
        : { error: UNSEEN, path, signedURL: null },
    );
    return c.json(await Promise.all(links));
  });
  return routes;
}

type Transform = z.infer<typeof transform>;

/** Relative to the storage address, and not encoded, because clients encode it. */
async function linkTo(
  storage: StorageContext,
  url: string,
  seconds: number,
  wanted: Transform | null,
): Promise<string> {
  const transformations =
    wanted &&
    Object.entries(wanted)
      .map(([key, value]) => `${key}:${value}`)
      .join(',');
  const token = await signLink(
    storage,
    { scope: 'download', url, ...(transformations ? { transformations } : {}) },
    seconds,
  );
  return `/${wanted ? 'render/image' : 'object'}/sign/${url}?token=${token}`;
}
