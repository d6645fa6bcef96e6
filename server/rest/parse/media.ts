import { parseAccept } from 'hono/utils/accept';
import { RestError } from '../rest-error.ts';

/** The format of a response: a list, a single object, CSV, or GeoJSON. */
export type Form = 'array' | 'object' | 'csv' | 'geojson';

export type Media = {
  form: Form;
  stripped: boolean;
  contentType: string;
  /** Set if the client requests PostgreSQL's query plan instead of rows. */
  plan: { json: boolean; options: string[] } | null;
  /** The media types that the client accepts, for functions that return their own type. */
  accepted: string[];
  /** True if one of the accepted media types is supported. */
  offered: boolean;
};

const UTF8 = '; charset=utf-8';
const JSON_TYPE = media('array', 'application/json');
const OFFERED = new Map<string, Media>([
  ['*/*', JSON_TYPE],
  ['application/*', JSON_TYPE],
  ['application/json', JSON_TYPE],
  ['application/vnd.pgrst.array', JSON_TYPE],
  ['application/vnd.pgrst.array+json', JSON_TYPE],
  ['text/csv', media('csv', 'text/csv')],
  ['application/geo+json', media('geojson', 'application/geo+json')],
  ['application/vnd.pgrst.object', media('object', 'application/vnd.pgrst.object+json')],
  ['application/vnd.pgrst.object+json', media('object', 'application/vnd.pgrst.object+json')],
]);
const STRIPPED = new Map<string, Media>([
  ['array', media('array', 'application/vnd.pgrst.array+json; nulls=stripped', true)],
  ['object', media('object', 'application/vnd.pgrst.object+json; nulls=stripped', true)],
]);
const PLAN = /^application\/vnd\.pgrst\.plan(\+json|\+text)?$/;
const PLAN_OPTIONS = ['analyze', 'verbose', 'settings', 'buffers', 'wal'];

function media(form: Form, type: string, stripped = false): Media {
  return { form, stripped, contentType: type + UTF8, plan: null, accepted: [], offered: true };
}

/** Returns the supported format that the Accept header prefers. */
export function negotiate(accept: string | null): Media {
  if (accept === null || accept === '') return JSON_TYPE;
  const cached = OFFERED.get(accept);
  if (cached && cached === JSON_TYPE) return cached;
  const requested = parseMediaTypes(accept);
  const accepted = requested.map(({ type }) => type);
  for (const item of requested) {
    const result = getPlan(item) ?? getMedia(item);
    if (result) return { ...result, accepted };
  }
  return { ...JSON_TYPE, accepted, offered: false };
}

/** Returns the refusal for a request that accepts only unsupported media types (406 PGRST107). */
export function notOffered(accept: readonly string[]): RestError {
  const shown = accept.join(', ').slice(0, 200);
  return new RestError(406, 'PGRST107', `None of these media types are available: ${shown}`);
}

type MediaRange = { type: string; parameters: Record<string, string> };

/** Parses the media types of an Accept header, preferred type first. */
function parseMediaTypes(accept: string): MediaRange[] {
  return parseAccept(accept).map(({ type, params }) => ({ type: type.toLowerCase(), parameters: params }));
}

function getMedia({ type, parameters }: MediaRange): Media | undefined {
  const match = OFFERED.get(type);
  const isOurs = type.startsWith('application/vnd.pgrst.');
  if (!match || !isOurs || parameters.nulls !== 'stripped') return match;
  return STRIPPED.get(match.form);
}

/**
 * Parses a media type that requests the query plan: `application/vnd.pgrst.plan+json; for="text/csv";
 * options=analyze|verbose`.
 */
function getPlan({ type, parameters }: MediaRange): Media | undefined {
  const [matched, suffix] = PLAN.exec(type) ?? [];
  if (matched === undefined) return undefined;
  const [inner = { type: 'application/json', parameters: {} }] = parseMediaTypes(parameters.for ?? '');
  const rows = getMedia(inner);
  if (!rows) return undefined;
  const names = (parameters.options ?? '').split('|');
  const options = PLAN_OPTIONS.filter((option) => names.includes(option));
  const json = suffix === '+json';
  const shown = options.length === 0 ? '' : `; options=${options.join('|')}`;
  const described = rows.contentType.slice(0, -UTF8.length);
  const contentType = `application/vnd.pgrst.plan${json ? '+json' : '+text'}; for="${described}"${shown}${UTF8}`;
  return { ...rows, contentType, plan: { json, options } };
}
