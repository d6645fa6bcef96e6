import type { Bytes } from '../streams.ts';

/** A stored file: its key and the time of storage. */
export type StoredFile = { key: string; storedAt: Date };

/** The bytes from `first` to `last`, inclusive. */
export type ByteRange = { first: number; last: number };

/**
 * Stores the bytes of files. Keys consist of letters, digits, dashes, and slashes, and the content of a key
 * never changes.
 */
export type FileStore = {
  /** Takes over a complete local file, durably. The local file is gone afterwards. */
  put(key: string, localFile: string, size: number): Promise<void>;
  /** Returns the bytes, or null for an unknown key. Read the body to its end or cancel it. */
  read(key: string, range?: ByteRange): Promise<Bytes | null>;
  copy(from: string, to: string): Promise<void>;
  /** Removes a file, if it exists. */
  remove(keys: readonly string[]): Promise<void>;
  list(): AsyncIterable<StoredFile>;
};
