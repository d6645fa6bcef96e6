import { Hono } from 'hono';
import { z } from 'zod';
import { formatArray } from '../lib/sql-text.ts';
import { isUuid } from '../lib/uuid.ts';
import {
  type Access,
  asService,
  authenticate,
  getSubject,
  run,
  type StorageContext,
  type StorageEnv,
} from './context.ts';
import { removeDiscarded } from './discarded.ts';
import { isMimeType } from './limits.ts';
import { requireValidBucketName } from './names.ts';
import { getBucketAfter, getSegmentsAfter, readJsonBody, readQuery } from './request.ts';
import { formatInstant, read } from './rows.ts';
import { invalidMimeType, invalidRequest, noSuchBucket, StorageError, tooLarge } from './storage-error.ts';

const changeable = {
  public: z.boolean().nullish(),
  file_size_limit: z.union([z.number().int().nonnegative(), z.string()]).nullish(),
  allowed_mime_types: z.array(z.string()).nullish(),
};
const createSchema = z.looseObject({ name: z.string(), id: z.string().nullish(), ...changeable });
const updateSchema = z.looseObject(changeable);
const listSchema = z.looseObject({
  limit: z.coerce.number().int().min(1).optional(),
  offset: z.coerce.number().int().min(0).default(0),
  sortColumn: z.enum(['id', 'name', 'created_at', 'updated_at']).default('name'),
  sortOrder: z.enum(['asc', 'desc']).default('asc'),
  search: z.string().optional(),
});

type Changes = z.infer<typeof updateSchema>;
type Bucket = Record<string, unknown> & { created_at: string; updated_at: string; owner: string | null };

const BUCKET_JSON = `jsonb_build_object('id', b.id, 'name', b.name, 'owner', coalesce(b.owner::text, ''),
  'public', coalesce(b.public, false), 'file_size_limit', b.file_size_limit,
  'allowed_mime_types', b.allowed_mime_types, 'created_at', b.created_at, 'updated_at', b.updated_at)`;
const DELETIONS_AT_ONCE = 5000;

export const bucketRoutes = new Hono<StorageEnv>()
  .get('/bucket', async (c) => {
    const access = await authenticate(c);
    const { limit, offset, sortColumn, sortOrder, search = '' } = readQuery(c.req.raw, listSchema);
    const order = `order by b.${sortColumn} ${sortOrder}, b.id`;
    const buckets = await read<Bucket[]>(access, {
      operation: 'storage.bucket.list',
      text: `
        with page as (
          select b.* from storage.buckets b where position(lower(($1)[1]) in lower(b.name)) > 0
          ${order} limit ($1)[2]::bigint offset ($1)[3]::bigint)
        select coalesce(jsonb_agg(${BUCKET_JSON} || jsonb_build_object('type', b.type) ${order}), '[]')::text
        from page b`,
      parameters: [search, limit === undefined ? null : String(limit), String(offset)],
    });
    return c.json((buckets ?? []).map(withInstants));
  })
  .post('/bucket', async (c) => {
    const access = await authenticate(c);
    const { name, id, ...settings } = await readJsonBody(c.req.raw, createSchema);
    requireValidBucketName(name);
    const bucketId = requireValidBucketName(id ?? name);
    await create(access, bucketId, name, settings);
    return c.json({ name: bucketId });
  })
  .get('/bucket/:id', async (c) => {
    const access = await authenticate(c);
    const bucket = await requireVisibleBucket(access, getBucketAfter(c.req.raw, '/bucket/'));
    return c.json(withInstants(bucket));
  })
  .put('/bucket/:id', async (c) => {
    const access = await authenticate(c);
    const changes = await readJsonBody(c.req.raw, updateSchema);
    await update(access, getBucketAfter(c.req.raw, '/bucket/'), changes);
    return c.json({ message: 'Successfully updated' });
  })
  .delete('/bucket/:id', async (c) => {
    const access = await authenticate(c);
    await remove(access, getBucketAfter(c.req.raw, '/bucket/'));
    return c.json({ message: 'Successfully deleted' });
  })
  .post('/bucket/:id/empty', async (c) => {
    const access = await authenticate(c);
    const [bucketId = ''] = getSegmentsAfter(c.req.raw, '/bucket/');
    await requireVisibleBucket(access, bucketId);
    await empty(access, bucketId);
    return c.json({ message: 'Empty bucket has been queued. Completion may take up to an hour.' });
  });

async function create(access: Access, id: string, name: string, settings: Changes): Promise<void> {
  const owner = getSubject(access.caller);
  await run(access, {
    operation: 'storage.bucket.create',
    text: `
      with made as (
        insert into storage.buckets (id, name, owner, owner_id, public, file_size_limit, allowed_mime_types)
        values (($1)[1], ($1)[2], ($1)[3]::uuid, ($1)[4], ($1)[5]::boolean, ($1)[6]::bigint, ($1)[7]::text[]))
      select ($1)[1]`,
    parameters: [
      id,
      name,
      owner && isUuid(owner) ? owner : null,
      owner,
      String(settings.public ?? false),
      getSize(access.storage, settings.file_size_limit),
      getTypes(settings.allowed_mime_types),
    ],
  }).catch(throwDuplicate);
}

async function update(access: Access, id: string, changes: Changes): Promise<void> {
  const { public: isPublic, file_size_limit: size, allowed_mime_types: types } = changes;
  // Fields that are missing from the request don't change, and null clears a field.
  const updated = await run(access, {
    operation: 'storage.bucket.update',
    text: `
      with updated as (
        update storage.buckets b set updated_at = now(), public = coalesce(($1)[2]::boolean, b.public),
          file_size_limit = case when ($1)[3]::boolean then ($1)[4]::bigint else b.file_size_limit end,
          allowed_mime_types = case when ($1)[5]::boolean then ($1)[6]::text[] else b.allowed_mime_types end
        where b.id = ($1)[1] returning b.id)
      select id from updated`,
    parameters: [
      id,
      isPublic == null ? null : String(isPublic),
      String(size !== undefined),
      getSize(access.storage, size),
      String(types !== undefined),
      getTypes(types),
    ],
  });
  if (!updated) throw noSuchBucket();
}

async function remove(access: Access, id: string): Promise<void> {
  await requireVisibleBucket(access, id);
  const removed = await run(access, {
    operation: 'storage.bucket.delete',
    text: `
      with gone as (delete from storage.buckets b where b.id = ($1)[1] returning b.id)
      select id from gone`,
    parameters: [id],
  }).catch((error) => {
    if (error.code !== '23503') throw error;
    throw new StorageError(409, 'ResourceNotEmpty', 'The bucket you tried to delete is not empty');
  });
  if (!removed) throw noSuchBucket();
}

/** Removes the files that the caller can remove, in batches, so that no statement takes too long. */
async function empty(access: Access, id: string): Promise<void> {
  for (let count = DELETIONS_AT_ONCE; count === DELETIONS_AT_ONCE; ) {
    const removed = await run(access, {
      operation: 'storage.bucket.empty',
      text: `
        with gone as (
          delete from storage.objects where id in (
            select id from storage.objects where bucket_id = ($1)[1] limit ($1)[2]::bigint) returning 1)
        select count(*)::text from gone`,
      parameters: [id, String(DELETIONS_AT_ONCE)],
    });
    count = Number(removed);
    await removeDiscarded(access.storage);
  }
}

async function requireVisibleBucket(access: Access, id: string): Promise<Bucket> {
  const bucket = await read<Bucket>(access, {
    operation: 'storage.bucket.get',
    text: `select ${BUCKET_JSON}::text from storage.buckets b where b.id = ($1)[1]`,
    parameters: [id],
  });
  if (!bucket) throw noSuchBucket();
  return bucket;
}

/**
 * Creates the buckets in config.toml that are missing and updates existing ones, as the Supabase CLI does.
 */
export async function createConfiguredBuckets(storage: StorageContext): Promise<void> {
  for (const [name, settings] of Object.entries(storage.context.settings.config.storage.buckets)) {
    requireValidBucketName(name);
    await create(asService(storage), name, name, settings).catch((error) => {
      if (!(error instanceof StorageError && error.code === 'BucketAlreadyExists')) throw error;
      return update(asService(storage), name, settings);
    });
  }
}

/** Parses a size. Units such as `20MB` are powers of 1,000. Throws if it exceeds the largest file size. */
function getSize(storage: StorageContext, size: number | string | null | undefined): string | null {
  if (size === null || size === undefined) return null;
  const bytes = typeof size === 'number' ? size : getBytes(size);
  if (bytes > storage.sizeLimit) throw tooLarge();
  return String(bytes);
}

function getBytes(text: string): number {
  if (/^\d+$/.test(text)) return Number(text);
  const [, amount, unit = ''] = /^(\d+(?:\.\d+)?)(gb|mb|kb|b)$/i.exec(text) ?? [];
  if (amount === undefined)
    throw invalidRequest('Invalid file size format, hint: use 20GB / 20MB / 30KB / 3B');
  return Math.round(Number(amount) * { b: 1, kb: 1e3, mb: 1e6, gb: 1e9 }[unit.toLowerCase() as 'b']);
}

/** Formats the list of types for PostgreSQL. Throws if a type is invalid. */
function getTypes(types: readonly string[] | null | undefined): string | null {
  if (!types) return null;
  for (const type of types) if (type !== '*' && !isMimeType(type)) throw invalidMimeType(type);
  return formatArray(types);
}

function throwDuplicate(error: { code?: string }): never {
  if (error.code !== '23505') throw error;
  throw new StorageError(409, 'Duplicate', 'The resource already exists', 'BucketAlreadyExists');
}

const withInstants = (bucket: Bucket) => ({
  ...bucket,
  created_at: formatInstant(bucket.created_at),
  updated_at: formatInstant(bucket.updated_at),
});
