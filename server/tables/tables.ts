import { Hono } from 'hono';
import type { ServerContext } from '../context.ts';

/** The table interface, mounted at /rest/v1. */
export function createTables(_context: ServerContext): Hono {
  return new Hono();
}
