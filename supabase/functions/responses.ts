import type { z } from 'zod';
import { corsHeaders, type Refusal } from './environment.ts';

/** Responds with JSON that pages from any origin can read. */
export function respond(body: unknown, status = 200): Response {
  return Response.json(body, { status, headers: corsHeaders });
}

export function refuse({ code, message, details = null }: Refusal, status = 422): Response {
  return respond({ code, message, details }, status);
}

/** Parses the JSON body of a request. Returns null if it isn't JSON or doesn't match the schema. */
export async function readBody<Body>(request: Request, schema: z.ZodType<Body>): Promise<Body | null> {
  const body: unknown = await request.json().catch(() => null);
  return schema.safeParse(body).data ?? null;
}

/** Returns the SHA-256 of a file in lower-case hexadecimal digits. */
export async function computeSha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
