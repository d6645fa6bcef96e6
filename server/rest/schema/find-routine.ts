import type { RequestBody } from '../parse/request-body.ts';
import { RestError } from '../rest-error.ts';
import type { Parameter, Routine } from './routines.ts';
import { getKey, type Schema } from './schema.ts';
import { findSimilarName, MIN_HINT_SIMILARITY } from './similar-name.ts';

/**
 * A function to call. If `unnamed` is true, the whole body is its single unnamed argument. Otherwise,
 * arguments are passed by name.
 */
export type Call = { routine: Routine; unnamed: boolean };

/**
 * Finds the function whose parameters match the given argument names. Arguments with defaults are optional.
 * If no function matches, a function with a single unnamed parameter gets the whole body. `keys` is null if
 * the body contains no names. Throws PGRST202 or PGRST203.
 */
export function findRoutine(
  schema: Schema,
  schemaName: string,
  name: string,
  keys: readonly string[] | null,
  body: RequestBody['type'] | null,
): Call {
  const overloads = schema.routines.get(getKey(schemaName, name)) ?? [];
  const byName = keys === null ? [] : overloads.filter((item) => acceptsArguments(item.parameters, keys));
  const [first] = byName;
  if (first && byName.length === 1) return { routine: first, unnamed: false };
  if (byName.length > 1) throw createAmbiguous(byName);
  const whole = overloads.filter(({ parameters }) => body !== null && acceptsBody(parameters, body));
  const [only] = whole;
  if (only && whole.length === 1) return { routine: only, unnamed: true };
  if (whole.length > 1) throw createAmbiguous(whole);
  throw createNotFound(schema, schemaName, name, keys ?? [], body);
}

function acceptsArguments(parameters: readonly Parameter[], keys: readonly string[]): boolean {
  const names = new Set(parameters.map(({ name }) => name));
  const isComplete = parameters.every(({ name, optional }) => optional || keys.includes(name));
  return isComplete && keys.every((key) => names.has(key)) && names.size === parameters.length;
}

const BODY_TYPES: Record<RequestBody['type'], readonly string[]> = {
  json: ['json', 'jsonb'],
  text: ['text'],
  xml: ['xml'],
  binary: ['bytea'],
};

function acceptsBody(parameters: readonly Parameter[], body: RequestBody['type']): boolean {
  const [parameter, ...more] = parameters;
  if (!parameter || more.length > 0 || parameter.name !== '') return false;
  return BODY_TYPES[body].includes(parameter.type.name);
}

function createAmbiguous(routines: readonly Routine[]): RestError {
  const [{ schema, name } = { schema: '', name: '' }] = routines;
  const lists = routines.map(({ parameters }) =>
    parameters.map((parameter) => `${parameter.name} => ${parameter.type.label}`).join(', '),
  );
  const signatures = lists.toSorted().map((list) => `${schema}.${name}(${list})`);
  return new RestError(
    300,
    'PGRST203',
    `Could not choose the best candidate function between: ${signatures.join(', ')}`,
    {
      hint: 'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
    },
  );
}

function createNotFound(
  schema: Schema,
  schemaName: string,
  name: string,
  keys: readonly string[],
  body: RequestBody['type'] | null,
): RestError {
  const full = `${schemaName}.${name}`;
  if (body === 'text' || body === 'xml' || body === 'binary')
    return new RestError(404, 'PGRST202', `Could not find the function ${full} in the schema cache`, {
      details: `Searched for the function ${full} with a single unnamed ${BODY_TYPES[body].join('/')} parameter, but no matches were found in the schema cache.`,
    });
  const sorted = keys.toSorted();
  const signature = sorted.length === 0 ? `${full} without parameters` : `${full}(${sorted.join(', ')})`;
  const parameters =
    sorted.length === 0
      ? 'without parameters'
      : `with parameter${sorted.length === 1 ? '' : 's'} ${sorted.join(', ')}`;
  const fallback = body === null ? '' : ` or with a single unnamed ${BODY_TYPES[body].join('/')} parameter`;
  return new RestError(404, 'PGRST202', `Could not find the function ${signature} in the schema cache`, {
    details: `Searched for the function ${full} ${parameters}${fallback}, but no matches were found in the schema cache.`,
    hint: hintFor(schema, schemaName, name, sorted),
  });
}

function hintFor(schema: Schema, schemaName: string, name: string, keys: readonly string[]): string | null {
  const overloads = schema.routines.get(getKey(schemaName, name));
  if (overloads) {
    const list = `(${keys.join(', ')})`;
    const lists = new Map(
      overloads.map(({ parameters }) => {
        const list = parameters.map((parameter) => parameter.name).toSorted();
        return [`(${list.join(', ')})`, list];
      }),
    );
    const similar = findSimilarName(list, lists.keys());
    return similar === null ? null : `Perhaps you meant to call the function ${schemaName}.${name}${similar}`;
  }
  const names = [...schema.routines.values()].flatMap(([routine]) =>
    routine?.schema === schemaName ? [routine.name] : [],
  );
  const similar = findSimilarName(name, names, MIN_HINT_SIMILARITY);
  return similar === null ? null : `Perhaps you meant to call the function ${schemaName}.${similar}`;
}
