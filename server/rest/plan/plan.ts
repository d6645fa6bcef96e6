import type { ParsedRequest } from '../parse/target.ts';
import type { Schema } from '../schema/schema.ts';

/** A composed request. It can be run with the values of any request of the same shape. */
export type Plan = {
  schema: Schema;
  request: ParsedRequest;
  /** A statement that returns a single string: the head, a line feed, and the body. */
  sql: string;
  parameters: (string | null)[];
  readOnly: boolean;
  /** The requested range of rows. */
  window: { limit: number | null; offset: number };
  /** A statement whose estimated row count is used for `count=planned` and `count=estimated`. */
  estimate?: string | null;
  /** The maximum number of rows that `count=estimated` counts; null for all rows. */
  countedTo?: number | null;
  kind: 'read' | 'insert' | 'update' | 'delete' | 'put' | 'call';
  /** The body's content type; null if there is no body. */
  contentType: string | null;
  /** True if the body is binary data encoded in base64. */
  binary?: boolean;
  /** For inserts that return a Location header: the path and the key columns. */
  location?: { path: string; columns: string[] } | null;
};

/**
 * The first line of a result: the number of rows in the body, the total (or written) number of rows, the
 * number of rows that an upsert inserted, and the status and headers that the database set.
 */
export type Head = [
  rows: number,
  total: number | null,
  inserted: number | null,
  status: string | null,
  headers: string | null,
];
