import type { Bytes } from '../streams.ts';

/** A stored file: its key and the time at which it was stored. */
export type StoredFile = { key: string; storedAt: Date };

/** The bytes from `first` to `last`, inclusive. */
export type ByteRange = { first: number; last: number };

/**
 * Stores the bytes of files. Keys consist of letters, digits, dashes, and slashes. A key's content never
 * changes.
 */
export type FileStore = {
  /** Moves a complete local file into the store durably. Afterward, the local file no longer exists. */
  put(key: string, localFile: string, size: number): Promise<void>;
  /**
   * Returns the bytes, or null if the key is unknown. The caller must read the body to its end or cancel it.
   */
  read(key: string, range?: ByteRange): Promise<Bytes | null>;
  copy(from: string, to: string): Promise<void>;
  /** Removes the files with these keys. Ignores missing files. */
  remove(keys: readonly string[]): Promise<void>;
  list(): AsyncIterable<StoredFile>;
};
