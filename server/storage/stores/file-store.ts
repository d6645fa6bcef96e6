import type { Bytes } from '../streams.ts';

/** A stored file: its key and the time of storage. */
export type StoredFile = { key: string; storedAt: Date };

/** The bytes from `first` to `last`, both included. */
export type ByteRange = { first: number; last: number };

/**
 * Where the bytes of files lie. Keys are made here and consist of letters, digits, dashes and slashes; what lies
 * under a key never changes.
 */
export type FileStore = {
  /** Takes over a complete local file. When this returns, the bytes survive a crash. The local file is gone then. */
  put(key: string, localFile: string, size: number): Promise<void>;
  /** The bytes, or null when nothing lies there. The body must be read to its end or canceled. */
  read(key: string, range?: ByteRange): Promise<Bytes | null>;
  copy(from: string, to: string): Promise<void>;
  /** Removes what lies there; that there is nothing is no error. */
  remove(keys: readonly string[]): Promise<void>;
  list(): AsyncIterable<StoredFile>;
};
