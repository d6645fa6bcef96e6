import type { Query } from './parse/query.ts';
import { malformed, RestError } from './rest-error.ts';
import type { Relation } from './schema/schema.ts';

/**
 * The key columns and values in the filters of a PUT. Throws PGRST105 unless they are the primary key with
 * eq.
 */
export function putKeys(relation: Relation, query: Query): [string, string][] {
  if (query.windows.size > 0)
    throw new RestError(400, 'PGRST114', 'limit/offset querystring parameters are not allowed for PUT');
  const filters = query.conditions.get('') ?? [];
  const keys = filters.map((filter): [string, string] => {
    const isEqual =
      filter.kind === 'comparison' && filter.operator === 'eq' && !filter.not && !filter.modifier;
    if (!isEqual || filter.field.path.length > 0 || typeof filter.value !== 'string') throw createNotTheKey();
    return [filter.field.name, filter.value];
  });
  const names = new Set(keys.map(([name]) => name));
  const isKey =
    names.size === relation.primaryKey.length && relation.primaryKey.every((name) => names.has(name));
  if (keys.length === 0 || names.size !== keys.length || !isKey) throw createNotTheKey();
  if (query.conditions.size > 1) throw malformed('a PUT has no filters on embedded resources');
  return keys;
}

function createNotTheKey(): RestError {
  return new RestError(
    405,
    'PGRST105',
    "Filters must include all and only primary key columns with 'eq' operators",
  );
}
