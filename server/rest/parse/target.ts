import { getPattern } from '../compose/filter.ts';
import { getPlaceholder } from '../compose/statement.ts';
import { malformed, RestError } from '../rest-error.ts';
import { negotiate } from './media.ts';
import { parsePreferences } from './preferences.ts';

export type ParsedRequest = ReturnType<typeof parseRequest>;

const READS = new Set(['GET', 'HEAD']);

/** Parses a request's headers. Throws PGRST106 if the schema is not exposed. */
export function parseRequest(request: Request, target: string, exposed: readonly string[]) {
  const { method, headers } = request;
  const isRead = READS.has(method);
  const schemaName = headers.get(isRead ? 'accept-profile' : 'content-profile') || exposed[0] || 'public';
  if (!exposed.includes(schemaName))
    throw new RestError(406, 'PGRST106', `Invalid schema: ${schemaName.slice(0, 100)}`, {
      hint: `Only the following schemas are exposed: ${exposed.join(', ')}`,
    });
  const isItems = (headers.get('range-unit') ?? 'items') === 'items';
  const accept = headers.get('accept');
  const prefer = headers.get('prefer');
  const range = isRead && isItems ? headers.get('range') : null;
  return {
    method,
    /** The name of the relation or function. */
    target,
    schemaName,
    media: negotiate(accept),
    preferences: parsePreferences(prefer),
    range,
    /** A key that is equal only for requests with the same method, schema, target, and headers. */
    key: [method, schemaName, target, accept, prefer, range].join('\u0003'),
  };
}

/** A query string without the values of simple filters, so that requests of the same shape share a plan. */
export type Shape = { key: string; pairs: [string, string][]; values: string[] };

const SIMPLE_FILTER = /^((?:not\.)?(eq|neq|gt|gte|lt|lte|like|ilike)\.)([\s\S]*)$/;
const RESERVED = /(^|\.)(select|order|limit|offset|and|or|columns|on_conflict)$/;

/** Splits a query string that has no leading question mark. Throws PGRST100 if it contains NUL characters. */
export function getShape(search: string, keepsValues: boolean): Shape {
  const pairs: [string, string][] = [];
  const values: string[] = [];
  let key = '';
  for (const [name, value] of new URLSearchParams(search)) {
    if (name.includes('\u0000') || value.includes('\u0000'))
      throw malformed(
        'the query contains the character NUL',
        `in parameter ${name.replaceAll('\u0000', '')}`,
      );
    const [, operator = '', symbol = '', text = ''] = keepsValues ? [] : (SIMPLE_FILTER.exec(value) ?? []);
    const isReserved = symbol === '' || RESERVED.test(name);
    const part = isReserved ? value : operator + getPlaceholder(values.length);
    if (!isReserved) values.push(symbol.endsWith('like') ? getPattern(text) : text);
    pairs.push([name, part]);
    key += `${name}\u0001${part}\u0001`;
  }
  return { key, pairs, values };
}
