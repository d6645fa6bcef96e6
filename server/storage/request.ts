import type { z } from 'zod';
import { parseJson } from '../lib/json.ts';
import { readLimited } from '../lib/read-limited.ts';
import { decodeComponent, parsePlace } from './names.ts';
import { malformed } from './storage-error.ts';

const ROOT = '/storage/v1';
/** The maximum size of a JSON body, which is enough for 10,000 names. Files are uploaded separately. */
const MAX_JSON_BYTES = 8 * 1024 * 1024;

/** Returns the bucket and file name in the URL after a prefix such as `/object/public/`. */
export const getPlaceAfter = (request: Request, prefix: string) => parsePlace(getPathAfter(request, prefix));

/** Returns the bucket name in the URL after a prefix. */
export const getBucketAfter = (request: Request, prefix: string) =>
  decodeComponent(getPathAfter(request, prefix));

/** Returns the decoded path segments after a prefix. */
export const getSegmentsAfter = (request: Request, prefix: string) =>
  getPathAfter(request, prefix).split('/').map(decodeComponent);

/** Returns the path after a prefix, still encoded. */
function getPathAfter(request: Request, prefix: string): string {
  const { pathname } = new URL(request.url);
  return pathname.slice(pathname.indexOf(ROOT + prefix) + ROOT.length + prefix.length);
}

/** Encodes each segment of a file name for use in a URL path. */
export const encodePath = (path: string) => path.split('/').map(encodeURIComponent).join('/');

/**
 * Returns the validated body, or an empty object if there is none. Throws errors with Supabase's messages.
 */
export async function readJsonBody<T>(request: Request, schema: z.ZodType<T>): Promise<T> {
  const bytes = await readLimited(request.body, MAX_JSON_BYTES);
  if (bytes === null) throw malformed('Request body is too large');
  const text = bytes.toString('utf8').trim();
  const body = text === '' ? {} : parseJson(text);
  if (body === undefined)
    throw malformed("Body is not valid JSON but content-type is set to 'application/json'");
  return validate(body, schema, 'body');
}

export const readQuery = <T>(request: Request, schema: z.ZodType<T>): T =>
  validate(Object.fromEntries(new URL(request.url).searchParams), schema, 'querystring');

function validate<T>(value: unknown, schema: z.ZodType<T>, where: string): T {
  const { success, data, error } = schema.safeParse(value);
  if (success) return data;
  const [issue] = error.issues;
  const path = (issue?.path ?? []).map(String);
  const holder = path
    .slice(0, -1)
    .reduce<unknown>((at, key) => (at as Record<string, unknown>)?.[key], value);
  const name = path.at(-1);
  const isAbsent = name !== undefined && (holder as Record<string, unknown>)?.[name] === undefined;
  if (isAbsent) throw malformed(`${where} must have required property '${name}'`);
  throw malformed(`${[where, ...path].join('/')} is not as expected: ${issue?.message}`);
}
