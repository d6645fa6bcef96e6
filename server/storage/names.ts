import { isUuid } from '../lib/uuid.ts';
import { invalidKey, StorageError } from './storage-error.ts';

/** Characters that S3 allows in keys, including those that need special handling. */
const KEY = /^[\w/!.*'() &$@=;:+,?-]+$/;
const BUCKET = /^[\w!.*'() &$@=;:+,?-]{1,100}$/;
const LONGEST_KEY = 1024;
/** Throws InvalidKey if a file name is invalid. */
export function requireValidKey(key: string): string {
  const plain = KEY.test(key) && key.length <= LONGEST_KEY;
  if (!plain || key.split('/').some((part) => part === '.' || part === '..'))
    throw invalidKey(encodeURIComponent(toWellFormed(key)));
  return key;
}

/** Throws InvalidBucketName if a bucket name is invalid. */
export function requireValidBucketName(name: string): string {
  if (!BUCKET.test(name) || name === '.' || name === '..')
    throw new StorageError(400, 'Invalid Input', 'Bucket name invalid', 'InvalidBucketName');
  return name;
}

export type Place = { bucketId: string; name: string };

/**
 * Parses a path such as `/bucket/folder/file` into the bucket and file name, which are decoded and checked.
 */
export function parsePlace(rest: string): Place {
  const [, bucket = '', key = ''] = /^\/?([^/]*)\/?(.*)$/s.exec(rest) ?? [];
  return { bucketId: decodeComponent(bucket), name: requireValidKey(decodeComponent(key)) };
}

/** Decodes a path component. Throws InvalidKey if its percent-encoding is invalid. */
export function decodeComponent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw invalidKey(text);
  }
}

/** Returns true if a row's version is a file key. Rows written by SQL can contain any value. */
export const isFileVersion = (version: unknown): version is string =>
  typeof version === 'string' && isUuid(version);

/** Replaces lone surrogates, which can't be encoded. */
const toWellFormed = (text: string) => Buffer.from(text, 'utf8').toString('utf8');
