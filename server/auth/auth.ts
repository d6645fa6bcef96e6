import { Hono } from 'hono';
import type { ServerContext } from '../context.ts';

/** The sign-in interface, mounted at /auth/v1. */
export function createAuth(_context: ServerContext): Hono {
  return new Hono();
}
