import type { ParsedRequest } from '../parse/target.ts';
import type { Schema } from '../schema/schema.ts';

/** How a request is answered: composed once for its shape, run with each request's own values. */
export type Plan = {
  schema: Schema;
  wish: ParsedRequest;
  /** One statement with one text: the head, a line feed, the body. */
  sql: string;
  parameters: (string | null)[];
  readOnly: boolean;
  /** The page that was asked for. */
  window: { limit: number | null; offset: number };
  /** A statement whose planned number of rows answers `count=planned` and `estimated`. */
  estimate: string | null;
  /** Rows that `count=estimated` counts at most; null when it counts them all. */
  countedTo: number | null;
  kind: 'read' | 'insert' | 'update' | 'delete' | 'put' | 'call';
  /** The content type of the body; null when there is none. */
  contentType: string | null;
  /** True if the body is binary, encoded in base64. */
  binary?: boolean;
  /** For an insert that shall say where its row is: path and key columns. */
  location: { path: string; columns: string[] } | null;
};

/**
 * The first line of a result: rows in the body, rows there are in all (or were written), rows an upsert inserted,
 * and the status and headers the database chose.
 */
export type Head = [
  rows: number,
  total: number | null,
  inserted: number | null,
  status: string | null,
  headers: string | null,
];
