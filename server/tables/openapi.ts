import type { Caller } from '../database/database.ts';
import type { Settings } from '../settings.ts';
import { RestError } from './rest-error.ts';
import type { Column, Schema, Type } from './schema.ts';

/** A description of the exposed relations and functions in OpenAPI 2, for holders of the service key. */
export function describeSchema(schema: Schema, caller: Caller, settings: Settings): Response {
  if (caller.method !== 'GET' && caller.method !== 'HEAD')
    throw new RestError(405, 'PGRST117', `Unsupported HTTP method: ${caller.method}`);
  if (caller.role !== 'service_role')
    throw new RestError(caller.role === 'anon' ? 401 : 403, '42501', 'Access to schema is forbidden', {
      hint: 'Accessing the schema via the Data API is only allowed using a secret API key.',
    });
  const relations = [...schema.relations.values()];
  const routines = [...schema.routines.values()].flat();
  const document = {
    swagger: '2.0',
    info: { title: 'Tables and functions', version: '1' },
    host: new URL(settings.publicUrl).host,
    basePath: '/rest/v1',
    consumes: ['application/json', 'text/csv'],
    produces: ['application/json', 'application/vnd.pgrst.object+json', 'text/csv'],
    paths: Object.fromEntries([
      ...relations.map(({ name, comment }) => [
        `/${name}`,
        pathOf(comment, ['get', 'post', 'patch', 'delete']),
      ]),
      ...routines.map(({ name, comment }) => [`/rpc/${name}`, pathOf(comment, ['post'])]),
    ]),
    definitions: Object.fromEntries(
      relations.map(({ name, comment, columns, primaryKey }) => [
        name,
        {
          type: 'object',
          description: comment ?? undefined,
          required: primaryKey.length > 0 ? primaryKey : undefined,
          properties: Object.fromEntries(
            [...columns.values()].map((column) => [column.name, propertyOf(column)]),
          ),
        },
      ]),
    ),
  };
  const body = caller.method === 'HEAD' ? null : JSON.stringify(document);
  return new Response(body, { headers: { 'Content-Type': 'application/openapi+json; charset=utf-8' } });
}

function pathOf(comment: string | null, methods: string[]) {
  const operation = { summary: comment ?? undefined, responses: { 200: { description: 'OK' } } };
  return Object.fromEntries(methods.map((method) => [method, operation]));
}

function propertyOf({ type, default: value }: Column) {
  return { type: jsonTypeOf(type), format: type.name, default: value ?? undefined };
}

const NUMBERS = /^(int[248]|float[48]|numeric)$/;

function jsonTypeOf({ base, shape }: Type): string | undefined {
  const name = base.split('"').at(-2) ?? '';
  if (shape === 'array') return 'array';
  if (shape === 'json' || shape === 'jsonb') return undefined;
  if (NUMBERS.test(name)) return name.startsWith('int') ? 'integer' : 'number';
  return name === 'bool' ? 'boolean' : 'string';
}
