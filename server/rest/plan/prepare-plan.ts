import { composeCall } from '../compose/call.ts';
import { composeRead } from '../compose/read.ts';
import { composeWrite } from '../compose/write.ts';
import { notOffered } from '../parse/media.ts';
import { applyRange, parseQuery } from '../parse/query.ts';
import type { RequestBody } from '../parse/request-body.ts';
import type { ParsedRequest } from '../parse/target.ts';
import { RestError } from '../rest-error.ts';
import { findRoutine } from '../schema/find-routine.ts';
import { getKey, type Relation, type Schema } from '../schema/schema.ts';
import { findSimilarName, MIN_HINT_SIMILARITY } from '../schema/similar-name.ts';
import type { Plan } from './plan.ts';

export function planRelation(
  schema: Schema,
  request: ParsedRequest,
  pairs: [string, string][],
  body: RequestBody | null,
  maxRows: number,
): Plan {
  const relation = requireRelation(schema, request.schemaName, request.target);
  if (!request.media.offered) throw notOffered(request.media.accepted);
  const query = parseQuery(pairs);
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return composeWrite(schema, relation, request, query, body?.shape ?? null);
  applyRange(query, request.range);
  return composeRead(schema, relation, request, query, maxRows);
}

export function planCall(
  schema: Schema,
  request: ParsedRequest,
  pairs: [string, string][],
  body: RequestBody | null,
  maxRows: number,
): Plan {
  const overloads = schema.routines.get(getKey(request.schemaName, request.target)) ?? [];
  const names = new Set(overloads.flatMap(({ parameters }) => parameters.map(({ name }) => name)));
  const query = body === null ? parseQuery(pairs, names) : parseQuery(pairs);
  const keys = body === null ? [...query.arguments.keys()] : argumentNames(body, query.columns);
  const call = findRoutine(schema, request.schemaName, request.target, keys, body?.type ?? null);
  applyRange(query, request.range);
  return composeCall(schema, call, request, query, keys ?? [], maxRows);
}

/**
 * Returns the names of the arguments in a body. Returns null for text, a list, or a scalar, which are passed
 * as a whole.
 */
function argumentNames({ shape, type }: RequestBody, columns: string[] | null): string[] | null {
  if (type !== 'json' || shape.list || !shape.objects) return null;
  return columns ?? shape.keys;
}

/** Returns a relation by name. Throws PGRST205 if it doesn't exist. */
export function requireRelation(schema: Schema, schemaName: string, name: string): Relation {
  const relation = schema.relations.get(getKey(schemaName, name));
  if (relation) return relation;
  const names = [...schema.relations.values()].flatMap((relation) =>
    relation.schema === schemaName ? [relation.name] : [],
  );
  const similar = findSimilarName(name, names, MIN_HINT_SIMILARITY);
  throw new RestError(
    404,
    'PGRST205',
    `Could not find the table '${schemaName}.${name}' in the schema cache`,
    { hint: similar === null ? null : `Perhaps you meant the table '${schemaName}.${similar}'` },
  );
}
