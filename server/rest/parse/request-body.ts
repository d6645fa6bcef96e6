import { isRecord, parseJson } from '../../lib/json.ts';
import { badBody, malformed, RestError } from '../rest-error.ts';

/**
 * The structure of a body, which determines the plan: whether the body is a list, and which keys its objects
 * have.
 */
export type BodyShape = {
  list: boolean;
  /** The keys in any object, in order of appearance. */
  keys: string[];
  /** Keys that are missing in some objects. */
  sometimes: Set<string>;
  /** True if every value is an object. */
  objects: boolean;
};

export type RequestBody = { text: string; shape: BodyShape; type: 'json' | 'text' | 'xml' | 'binary' };

const NOTHING: BodyShape = { list: false, keys: [], sometimes: new Set(), objects: true };
const FORM = 'application/x-www-form-urlencoded';

/**
 * Parses a body with rows to write (JSON, CSV, or a form) and returns JSON text. Throws PGRST102 if it is
 * invalid.
 */
export async function readRows(request: Request): Promise<RequestBody> {
  const type = getMediaType(request);
  const text = await request.text();
  if (type === 'text/csv') return parseJsonBody(convertCsvToJson(text));
  if (type === FORM) return parseJsonBody(convertFormToJson(text));
  if (type !== '' && !isJson(type)) throw notAcceptable(type);
  return parseJsonBody(text);
}

/**
 * Parses a body with arguments. It can also be plain text or bytes, for functions with a single unnamed
 * parameter.
 */
export async function readArguments(request: Request): Promise<RequestBody> {
  const type = getMediaType(request);
  if (type === 'application/octet-stream') {
    const bytes = Buffer.from(await request.arrayBuffer());
    return { text: `\\x${bytes.toString('hex')}`, shape: NOTHING, type: 'binary' };
  }
  const text = await request.text();
  if (type === 'text/plain') return { text, shape: NOTHING, type: 'text' };
  if (type === 'text/xml') return { text, shape: NOTHING, type: 'xml' };
  if (type === FORM) return parseJsonBody(convertFormToJson(text));
  if (type !== '' && !isJson(type)) throw notAcceptable(type);
  return text === '' ? { text: '{}', shape: NOTHING, type: 'json' } : parseJsonBody(text);
}

function getMediaType(request: Request): string {
  return (request.headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

const isJson = (type: string): boolean => type === 'application/json' || type.endsWith('+json');

function notAcceptable(type: string): RestError {
  return new RestError(415, 'PGRST102', `Content-Type not acceptable: ${type.slice(0, 100)}`);
}

/** Parses a JSON body. PostgreSQL gets the original text, so that no number is rounded. */
function parseJsonBody(text: string): RequestBody {
  const value = parseJson(text);
  if (value === undefined) throw badBody('Empty or invalid json');
  return { text, shape: getJsonShape(value), type: 'json' };
}

function getJsonShape(value: unknown): BodyShape {
  const list = Array.isArray(value);
  const rows: unknown[] = list ? value : [value];
  const counts = new Map<string, number>();
  let objects = true;
  for (const row of rows) {
    if (!isRecord(row)) objects = false;
    else for (const key of Object.keys(row)) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const sometimes = new Set([...counts].flatMap(([key, count]) => (count < rows.length ? [key] : [])));
  return { list, keys: [...counts.keys()], sometimes, objects };
}

const convertFormToJson = (text: string) => JSON.stringify(Object.fromEntries(new URLSearchParams(text)));

/** Converts CSV with a header to JSON. The unquoted word NULL becomes null. */
function convertCsvToJson(text: string): string {
  const [header = [], ...lines] = parseCsvLines(text);
  const names = header.map((name) => name ?? 'NULL');
  const rows = lines.map((line) => {
    if (line.length !== names.length) throw badBody('All lines must have same number of fields');
    return Object.fromEntries(names.map((name, index) => [name, line[index] ?? null]));
  });
  return JSON.stringify(rows);
}

function parseCsvLines(text: string): (string | null)[][] {
  const lines: (string | null)[][] = [];
  let line: (string | null)[] = [];
  const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/y;
  while (field.lastIndex < text.length) {
    const match = field.exec(text);
    if (!match) throw malformed('the CSV body is not well-formed');
    const [, inQuotes, bare = '', separator] = match;
    line.push(inQuotes === undefined ? (bare === 'NULL' ? null : bare) : inQuotes.replaceAll('""', '"'));
    if (separator === ',' && field.lastIndex < text.length) continue;
    if (separator === ',') line.push('');
    lines.push(line);
    line = [];
  }
  return lines;
}
