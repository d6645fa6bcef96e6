import type { ParsedRequest } from '../parse/target.ts';
import type { Schema } from '../schema/schema.ts';

/** A composed request, which runs with each request's values. */
export type Plan = {
  schema: Schema;
  request: ParsedRequest;
  /** A statement that returns one text: the head, a line feed, and the body. */
  sql: string;
  parameters: (string | null)[];
  readOnly: boolean;
  /** The requested page. */
  window: { limit: number | null; offset: number };
  /** A statement whose estimated row count answers `count=planned` and `estimated`. */
  estimate?: string | null;
  /** How many rows `count=estimated` counts at most; null for all. */
  countedTo?: number | null;
  kind: 'read' | 'insert' | 'update' | 'delete' | 'put' | 'call';
  /** The content type of the body; null without one. */
  contentType: string | null;
  /** True if the body is binary, encoded in base64. */
  binary?: boolean;
  /** For inserts that return a Location: the path and key columns. */
  location?: { path: string; columns: string[] } | null;
};

/**
 * The first line of a result: rows in the body, the total (or written) rows, inserted rows of an upsert, and
 * the status and headers set by the database.
 */
export type Head = [
  rows: number,
  total: number | null,
  inserted: number | null,
  status: string | null,
  headers: string | null,
];
