import { randomUUID } from 'node:crypto';
import { isUuid } from '../lib/uuid.ts';
import {
  type Access,
  asService,
  type Operation,
  run,
  type Statement,
  type StorageContext,
} from './context.ts';
import type { Place } from './names.ts';
import { noSuchBucket, noSuchKey } from './storage-error.ts';

/** The file metadata that is stored with the row. */
export type FileMetadata = {
  eTag: string;
  size: number;
  mimetype: string;
  cacheControl: string;
  lastModified: string;
  contentLength: number;
  httpStatusCode: 200;
  xRobotsTag?: string;
};

export type ObjectRow = {
  id: string;
  bucket_id: string;
  name: string;
  owner: string | null;
  owner_id: string | null;
  version: string | null;
  metadata: Partial<FileMetadata> | null;
  user_metadata: Record<string, unknown> | null;
  created_at: string;
  updated_at: string;
  last_accessed_at: string | null;
};

export type BucketRow = {
  id: string;
  name: string;
  public: boolean | null;
  file_size_limit: number | null;
  allowed_mime_types: string[] | null;
};

/** The columns of a file's row that clients see, as a JSON object. */
export const OBJECT_JSON = `jsonb_build_object('id', o.id, 'bucket_id', o.bucket_id, 'name', o.name, 'owner', o.owner,
  'owner_id', o.owner_id, 'version', o.version, 'metadata', o.metadata, 'user_metadata', o.user_metadata,
  'created_at', o.created_at, 'updated_at', o.updated_at, 'last_accessed_at', o.last_accessed_at)`;

/** Formats a database time in the ISO format that clients expect. */
export const formatInstant = (text: string | null) => (text === null ? null : new Date(text).toISOString());

export const withInstants = <Row extends Pick<ObjectRow, 'created_at' | 'updated_at' | 'last_accessed_at'>>(
  row: Row,
) => ({
  ...row,
  created_at: formatInstant(row.created_at),
  updated_at: formatInstant(row.updated_at),
  last_accessed_at: formatInstant(row.last_accessed_at),
});

/** Runs a statement that returns JSON. */
export async function read<T>(access: Access, statement: Statement): Promise<T | null> {
  const text = await run(access, statement);
  return text === null ? null : JSON.parse(text);
}

/**
 * Returns a bucket regardless of the caller's permissions, because its limits apply to everyone. Throws
 * NoSuchBucket if it doesn't exist.
 */
export async function getBucket(storage: StorageContext, id: string): Promise<BucketRow> {
  const bucket = await read<BucketRow>(asService(storage), {
    operation: 'storage.bucket.get',
    text: `select to_jsonb(b)::text from storage.buckets b where b.id = ($1)[1]`,
    parameters: [id],
  });
  if (!bucket) throw noSuchBucket();
  return bucket;
}

/** Returns the row of a file that the caller can see. Throws NoSuchKey if there is none. */
export async function getObject(access: Access, operation: Operation, { bucketId, name }: Place) {
  const object = await read<ObjectRow>(access, {
    operation,
    text: `select ${OBJECT_JSON}::text from storage.objects o where o.bucket_id = ($1)[1] and o.name = ($1)[2]`,
    parameters: [bucketId, name],
  });
  if (!object) throw noSuchKey();
  return object;
}

/** The location and owner of a file to be written. */
export type Target = Place & {
  operation: Operation;
  owner: string | null;
  /** True to replace an existing file. Otherwise, the new file is refused as a duplicate. */
  upsert: boolean;
};

export type NewObject = Target & {
  version: string;
  metadata: Partial<FileMetadata>;
  userMetadata: Record<string, unknown> | null;
};

const INSERT = `
  insert into storage.objects as o (id, bucket_id, name, owner, owner_id, version, metadata, user_metadata)
  values (($1)[1]::uuid, ($1)[2], ($1)[3], ($1)[4]::uuid, ($1)[5], ($1)[6], ($1)[7]::jsonb, ($1)[8]::jsonb)`;

/** The statement doesn't read the inserted row, so that callers need only the insert permission. */
const ONLY_INSERT = `with written as (${INSERT}) select ($1)[1]`;
const UPSERT = `
  with written as (${INSERT}
    on conflict (bucket_id, name) do update set owner = excluded.owner, owner_id = excluded.owner_id,
      version = excluded.version, metadata = excluded.metadata, user_metadata = excluded.user_metadata,
      updated_at = now()
    returning o.id)
  select id::text from written`;

/** Returns the statement that writes a new file's row and returns its id. */
export function getWriteStatement(object: NewObject, trial = false): Statement {
  const { operation, bucketId, name, owner, version, metadata, userMetadata, upsert } = object;
  return {
    operation,
    trial,
    text: upsert ? UPSERT : ONLY_INSERT,
    parameters: [
      randomUUID(),
      bucketId,
      name,
      owner && isUuid(owner) ? owner : null,
      owner,
      version,
      JSON.stringify(metadata),
      userMetadata && JSON.stringify(userMetadata),
    ],
  };
}
