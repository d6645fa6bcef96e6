import { requireRelation } from './plan/prepare-plan.ts';
import { findRoutine } from './schema/find-routine.ts';
import { getKey, type Schema } from './schema/schema.ts';

/**
 * Returns the response to OPTIONS: the methods of a relation or function, regardless of privileges. Throws
 * PGRST202 or PGRST205 if it doesn't exist.
 */
export function respondToOptions(schema: Schema, schemaName: string, target: string, isCall: boolean) {
  const methods = isCall
    ? routineMethods(schema, schemaName, target)
    : relationMethods(schema, schemaName, target);
  return new Response(null, { headers: { Allow: ['OPTIONS', ...methods].join(',') } });
}

function relationMethods(schema: Schema, schemaName: string, name: string): string[] {
  const { writable, primaryKey } = requireRelation(schema, schemaName, name);
  return [
    'GET',
    'HEAD',
    ...(writable.insert ? ['POST'] : []),
    ...(writable.insert && writable.update && primaryKey.length > 0 ? ['PUT'] : []),
    ...(writable.update ? ['PATCH'] : []),
    ...(writable.delete ? ['DELETE'] : []),
  ];
}

function routineMethods(schema: Schema, schemaName: string, name: string): string[] {
  const overloads = schema.routines.get(getKey(schemaName, name));
  if (!overloads) findRoutine(schema, schemaName, name, [], null);
  return overloads?.some(({ readOnly }) => readOnly) ? ['GET', 'HEAD', 'POST'] : ['POST'];
}
