import { z } from 'zod';
import { parseJson } from '../lib/json.ts';
import { AuthError, invalid } from './auth-error.ts';

const DEEPEST = 32;

/** Every access token contains the metadata, so the metadata must fit into a request header. */
const MAX_METADATA_BYTES = 6 * 1024;
const TOO_LARGE = `metadata must not be larger than ${MAX_METADATA_BYTES} bytes`;

/** A text field. Null is treated as missing, because clients expect that. */
export const text = z
  .string()
  .nullish()
  .transform((value) => value ?? '');

export const flag = z
  .boolean()
  .nullish()
  .transform((value) => value ?? undefined);

export type Metadata = Record<string, unknown>;

export const metadata = z
  .record(z.string(), z.unknown())
  .nullish()
  .transform((value): Metadata => value ?? {})
  .refine(isSmallEnough, { message: TOO_LARGE });

/** Merges changes into metadata. Null removes a key. Throws 400 if the result is too large. */
export function mergeMetadata(current: Metadata | null, changes: Metadata): Metadata {
  const merged = Object.entries({ ...current, ...changes });
  const remaining: Metadata = Object.fromEntries(merged.filter(([, value]) => value !== null));
  if (Object.keys(changes).length > 0 && !isSmallEnough(remaining)) throw invalid(TOO_LARGE);
  return remaining;
}

function isSmallEnough(value: Metadata): boolean {
  return Buffer.byteLength(JSON.stringify(value)) <= MAX_METADATA_BYTES;
}

/**
 * Parses a JSON object, keeps its declared fields, and ignores all others. Throws 400 `validation_failed` for
 * invalid fields. Throws 400 `bad_json` for anything else, including deep nesting and text that PostgreSQL
 * can't store (NUL, half a surrogate pair).
 */
export async function readBody<T>(request: Request, schema: z.ZodType<T>): Promise<T> {
  return parseBody(await request.text(), schema);
}

/** Parses a body like readBody, for endpoints whose body is optional. */
export async function readOptionalBody<T>(request: Request, schema: z.ZodType<T>): Promise<T> {
  const body = await request.text();
  return parseBody(body.trim() === '' ? '{}' : body, schema);
}

function parseBody<T>(body: string, schema: z.ZodType<T>): T {
  const value = parseJson(body);
  if (value === undefined) throw badJson(body === '' ? 'unexpected end of JSON input' : 'invalid JSON');
  requireStorable(value, 0);
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  if (issue?.code === 'custom') throw invalid(issue.message);
  throw badJson(`${issue?.path.join('.') || 'body'}: ${issue?.message ?? 'unexpected value'}`);
}

function requireStorable(value: unknown, depth: number): void {
  if (depth > DEEPEST) throw badJson(`nested deeper than ${DEEPEST} levels`);
  if (typeof value === 'string') requireStorableText(value);
  if (typeof value !== 'object' || value === null) return;
  for (const [key, member] of Object.entries(value)) {
    requireStorableText(key);
    requireStorable(member, depth + 1);
  }
}

function requireStorableText(value: string): void {
  if (/\0|\p{Surrogate}/u.test(value)) throw badJson('invalid character in a string');
}

function badJson(reason: string): AuthError {
  return new AuthError(400, 'bad_json', `Could not parse request body as JSON: ${reason}`);
}
