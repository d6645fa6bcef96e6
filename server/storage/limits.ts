import type { StorageContext } from './context.ts';
import type { BucketRow } from './rows.ts';
import { invalidMimeType, tooLarge } from './storage-error.ts';

export type Limits = {
  /** The maximum file size in bytes. */
  size: number;
  /** The accepted types, such as `image/png` or `image/*`. Null if all types are accepted. */
  types: string[] | null;
};

/**
 * Clients create this file to keep a folder that is otherwise empty. The file must be empty, and its type
 * isn't checked.
 */
const EMPTY_FOLDER = '.emptyFolderPlaceholder';
const MIME_TYPE = /^[a-z0-9!#$&^_.+-]+\/[a-z0-9!#$&^_.+*-]+$/i;

/** Returns the limits for a name in the bucket. */
export function getLimits(storage: StorageContext, bucket: BucketRow, name: string): Limits {
  if (name.endsWith(EMPTY_FOLDER)) return { size: 0, types: null };
  const types = bucket.allowed_mime_types?.length ? bucket.allowed_mime_types : null;
  return { size: Math.min(bucket.file_size_limit ?? storage.sizeLimit, storage.sizeLimit), types };
}

/** Throws InvalidMimeType if the bucket doesn't accept the type. */
export function checkType({ types }: Limits, type: string): void {
  if (types && !types.some((allowed) => includesType(allowed, type))) throw invalidMimeType(type);
}

/** Throws EntityTooLarge if the bucket doesn't accept the size. */
export function checkSize({ size }: Limits, bytes: number): void {
  if (bytes > size) throw tooLarge();
}

/** Returns the type in lower case, with parameters removed. */
export const getEssence = (type: string) => (type.split(';', 1)[0] ?? '').trim().toLowerCase();

export const isMimeType = (type: string) => MIME_TYPE.test(getEssence(type));

function includesType(allowed: string, type: string): boolean {
  const requested = getEssence(type);
  const pattern = getEssence(allowed);
  if (!isMimeType(requested)) return false;
  return (
    pattern === '*' ||
    pattern === '*/*' ||
    pattern === requested ||
    (pattern.endsWith('/*') && requested.startsWith(pattern.slice(0, -1)))
  );
}
