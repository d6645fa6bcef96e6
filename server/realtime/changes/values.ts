import { parse as parseArray } from 'postgres-array';

/** The kind of a value. It determines the conversion to JSON, which matches PostgreSQL's to_jsonb. */
export type ValueKind = 'number' | 'boolean' | 'json' | 'timestamp' | 'text' | { arrayOf: ValueKind };
export type JsonValue = null | boolean | number | string | JsonValue[] | { [key: string]: JsonValue };

const KINDS: Record<string, ValueKind> = {
  int2: 'number',
  int4: 'number',
  int8: 'number',
  float4: 'number',
  float8: 'number',
  numeric: 'number',
  oid: 'number',
  bool: 'boolean',
  json: 'json',
  jsonb: 'json',
  timestamp: 'timestamp',
  timestamptz: 'timestamp',
};

/** Returns the kind of a built-in type by its name in pg_type. Domains must be resolved first. */
export function getValueKind(typeName: string): ValueKind {
  if (typeName.startsWith('_')) return { arrayOf: KINDS[typeName.slice(1)] ?? 'text' };
  return KINDS[typeName] ?? 'text';
}

/** Converts a value in PostgreSQL's text format to the JSON value that PostgREST would return. */
export function getJson(text: string | null, kind: ValueKind): JsonValue {
  if (text === null) return null;
  if (typeof kind === 'object') return getArray(text, kind.arrayOf);
  if (kind === 'number') return Number.isFinite(Number(text)) ? Number(text) : text;
  if (kind === 'boolean') return text === 't';
  if (kind === 'json') return JSON.parse(text);
  return kind === 'timestamp' ? getIso(text) : text;
}

/**
 * Converts '2026-01-02 01:04:05.123456+00' to '2026-01-02T01:04:05.123456+00:00'. Leaves infinity and BC
 * dates unchanged.
 */
function getIso(text: string): string {
  return text.replace(/^(\d+-\d\d-\d\d) (\d\d:\d\d:\d\d(?:\.\d+)?)([+-]\d\d)?$/, (_, day, time, zone) =>
    zone === undefined ? `${day}T${time}` : `${day}T${time}${zone}:00`,
  );
}

/** Parses an array literal such as {1,NULL,"a \"b\"",{2}}. Returns other text unchanged. */
function getArray(text: string, kind: ValueKind): JsonValue {
  // Arrays with explicit bounds ([2:3]={…}) are rare, so they are returned as text.
  return text.startsWith('{') ? parseArray(text, (value) => getJson(value, kind)) : text;
}
