import { respond } from '../../http/compress.ts';
import type { Settings } from '../../settings/settings.ts';
import { RestError } from '../rest-error.ts';
import type { Described, DescribedRelation } from './describe-catalog.ts';
import { PRODUCED, relationPath, routinePath } from './openapi-paths.ts';
import { getProperty, type Shape } from './openapi-types.ts';
import type { Relation, Schema } from './schema.ts';

/** Returns the 404 PGRST126 error for requests to the API description if the operator has disabled it. */
export const notDescribed = () => new RestError(404, 'PGRST126', 'Root endpoint metadata is disabled');

/** Returns the response with the OpenAPI 2 description of a schema. */
export function descriptionResponse(document: Shape, request: Request): Response | Promise<Response> {
  const headers = { 'Content-Type': 'application/openapi+json; charset=utf-8' };
  if (request.method === 'HEAD') return new Response(null, { headers });
  return respond(JSON.stringify(document), request.headers.get('accept-encoding'), { headers });
}

/** Describes an exposed schema for a role: its relations, their columns, and its functions. */
export function describeSchema(schema: Schema, schemaName: string, described: Described, settings: Settings) {
  const relations = [...schema.relations.values()].flatMap((relation): [Relation, DescribedRelation][] => {
    const own = described.relations.get(relation.oid);
    return own && relation.schema === schemaName ? [[relation, own]] : [];
  });
  relations.sort(([relation], [other]) => (relation.name < other.name ? -1 : 1));
  const routines = [...schema.routines.values()]
    .flat()
    .filter((routine) => routine.schema === schemaName && described.routines.has(routine.oid));
  const { protocol, host } = new URL(settings.publicUrl);
  const [title = '', ...more] = (described.title ?? '').split('\n');
  return {
    swagger: '2.0',
    info: { title: title || 'Tables and functions', description: more.join('\n').trim(), version: '14.0' },
    host,
    basePath: '/rest/v1',
    schemes: [protocol.slice(0, -1)],
    consumes: PRODUCED,
    produces: PRODUCED,
    paths: {
      '/': { get: ROOT },
      ...Object.fromEntries(
        relations.map(([relation, own]) => [`/${relation.name}`, relationPath(relation, own)]),
      ),
      ...Object.fromEntries(routines.map((routine) => [`/rpc/${routine.name}`, routinePath(routine)])),
    },
    definitions: Object.fromEntries(
      relations.map(([relation, own]) => [relation.name, getDefinition(schema, relation, own)]),
    ),
    parameters: {
      ...COMMON,
      ...Object.assign({}, ...relations.map(([relation, own]) => getParameters(relation, own))),
    },
  };
}

const ROOT = {
  tags: ['Introspection'],
  summary: 'OpenAPI description (this document)',
  produces: ['application/openapi+json', 'application/json'],
  responses: { 200: { description: 'OK' } },
};

function getDefinition(schema: Schema, relation: Relation, { columns }: DescribedRelation): Shape {
  const keys = schema.relationships.get(relation.oid) ?? [];
  const required = [...columns].filter(([, column]) => column.required).map(([name]) => name);
  return {
    type: 'object',
    ...(relation.comment === null ? {} : { description: relation.comment }),
    ...(required.length === 0 ? {} : { required }),
    properties: Object.fromEntries(
      [...columns].map(([name, column]) => [name, getProperty(relation, name, column, keys)]),
    ),
  };
}

function getParameters(relation: Relation, { columns }: DescribedRelation): Shape {
  const { name } = relation;
  const filters = [...columns].map(([column, { type, comment }]) => [
    `rowFilter.${name}.${column}`,
    {
      name: column,
      in: 'query',
      required: false,
      type: 'string',
      format: type,
      ...(comment === null ? {} : { description: comment }),
    },
  ]);
  const body = {
    name,
    in: 'body',
    required: false,
    ...(relation.comment === null ? {} : { description: relation.comment }),
    schema: { $ref: `#/definitions/${name}` },
  };
  return { [`body.${name}`]: body, ...Object.fromEntries(filters) };
}

function inQuery(name: string, description: string): Shape {
  return { name, description, in: 'query', required: false, type: 'string' };
}

function inHeader(name: string, description: string, values?: string[]): Shape {
  const choice = values === undefined ? {} : { enum: values };
  return { name, description, in: 'header', required: false, type: 'string', ...choice };
}

const RETURNS = ['return=representation', 'return=minimal', 'return=none'];
const COMMON = {
  preferParams: inHeader('Prefer', 'Preference'),
  preferReturn: inHeader('Prefer', 'Preference', RETURNS),
  preferCount: inHeader('Prefer', 'Preference', ['count=exact', 'count=planned', 'count=estimated']),
  preferPost: inHeader('Prefer', 'Preference', [
    ...RETURNS,
    'resolution=ignore-duplicates',
    'resolution=merge-duplicates',
  ]),
  select: inQuery('select', 'Filtering Columns'),
  on_conflict: inQuery('on_conflict', 'On Conflict'),
  order: inQuery('order', 'Ordering'),
  range: inHeader('Range', 'Limiting and Pagination'),
  rangeUnit: { ...inHeader('Range-Unit', 'Limiting and Pagination'), default: 'items' },
  offset: inQuery('offset', 'Limiting and Pagination'),
  limit: inQuery('limit', 'Limiting and Pagination'),
};
