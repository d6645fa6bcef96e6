import type { DescribedRelation } from './describe-catalog.ts';
import { getShape, type Shape } from './openapi-types.ts';
import type { Routine } from './routines.ts';
import type { Relation } from './schema.ts';

const MEDIA = [
  'application/json',
  'application/vnd.pgrst.object+json;nulls=stripped',
  'application/vnd.pgrst.object+json',
  'text/csv',
];
export const PRODUCED = MEDIA;

const reference = (name: string): Shape => ({ $ref: `#/parameters/${name}` });
const references = (...names: string[]) => names.map(reference);

/** Returns the first line of a comment as the summary and the remaining lines as the description. */
function describeComment(comment: string | null): Shape {
  const [summary = '', ...rest] = (comment ?? '').split('\n');
  const description = rest.join('\n').trim();
  return { ...(summary === '' ? {} : { summary }), ...(description === '' ? {} : { description }) };
}

/** Describes the operations on a relation that a role can use. */
export function relationPath(relation: Relation, { columns, deletable }: DescribedRelation): Shape {
  const { name, comment, writable } = relation;
  const all = [...columns.values()];
  const readable = [...columns].filter(([, column]) => column.select).map(([column]) => column);
  const filters = readable.map((column) => reference(`rowFilter.${name}.${column}`));
  const operation = { tags: [name], ...describeComment(comment) };
  const list = { type: 'array', items: { $ref: `#/definitions/${name}` } };
  const paging = references('select', 'order', 'range', 'rangeUnit', 'offset', 'limit', 'preferCount');
  const methods: Shape = {};
  if (readable.length > 0)
    methods.get = {
      ...operation,
      parameters: [...filters, ...paging],
      responses: { 200: { description: 'OK', schema: list }, 206: { description: 'Partial Content' } },
    };
  if (writable.insert && all.some(({ insert }) => insert))
    methods.post = {
      ...operation,
      parameters: references(`body.${name}`, 'select', 'preferPost'),
      responses: { 201: { description: 'Created' } },
    };
  if (writable.delete && deletable)
    methods.delete = {
      ...operation,
      parameters: [...filters, reference('preferReturn')],
      responses: { 204: { description: 'No Content' } },
    };
  if (writable.update && all.some(({ update }) => update))
    methods.patch = {
      ...operation,
      parameters: [...filters, ...references(`body.${name}`, 'preferReturn')],
      responses: { 204: { description: 'No Content' } },
    };
  return methods;
}

/** Describes a function's operations: POST, and also GET if the function doesn't change data. */
export function routinePath(routine: Routine): Shape {
  const { name, comment, parameters } = routine;
  const operation = {
    tags: [`(rpc) ${name}`],
    ...describeComment(comment),
    produces: ['application/json', 'application/vnd.pgrst.object+json'],
    responses: { 200: { description: 'OK' } },
  };
  const named = parameters.filter((parameter) => parameter.name !== '');
  const properties = Object.fromEntries(
    named.map((parameter) => [parameter.name, { ...getShape(parameter.type), format: parameter.type.label }]),
  );
  const required = named.filter(({ optional }) => !optional).map((parameter) => parameter.name);
  const body = {
    in: 'body',
    name: 'args',
    required: true,
    schema: {
      type: 'object',
      ...describeComment(comment),
      properties,
      ...(required.length === 0 ? {} : { required }),
    },
  };
  const post = { ...operation, parameters: [body, reference('preferParams')] };
  if (!routine.readOnly) return { post };
  const query = named.map((parameter) => ({
    in: 'query',
    name: parameter.name,
    required: !parameter.optional,
    ...valueShape(parameter),
  }));
  return { get: { ...operation, parameters: query }, post };
}

/**
 * Describes a function's parameter as a URL parameter. Arrays are sent as strings. A variadic parameter can
 * be repeated.
 */
function valueShape({ type, variadic }: Routine['parameters'][number]): Shape {
  const { type: form = 'string', items } = getShape(type);
  if (variadic) return { type: 'array', items, collectionFormat: 'multi', format: type.label };
  return { type: form === 'array' ? 'string' : form, format: type.label };
}
