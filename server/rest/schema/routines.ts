import { quoteWithSchema } from '../../lib/sql-text.ts';
import type { RoutineRow } from './catalog.ts';
import type { Column, Relation, Type } from './schema.ts';

export type Parameter = { name: string; type: Type; optional: boolean; variadic: boolean };

/** A database function. It returns void, a scalar, a single row, or a set of rows. */
export type Routine = ReturnType<typeof buildRoutines>[number];

/** Converts functions from the catalog to routines. `byType` maps the object ids of row types to relations. */
export function buildRoutines(
  rows: readonly RoutineRow[],
  types: Map<number, Type>,
  byType: Map<number, Relation>,
) {
  return rows.flatMap((row) => {
    const type = types.get(row.returns);
    const all = row.types.map((oid, index) => ({
      name: row.names?.[index] ?? '',
      type: types.get(oid),
      mode: row.modes?.[index] ?? 'i',
    }));
    // Pseudo-types such as anyelement or internal can't be sent as JSON.
    if (!type || all.some((argument) => !argument.type || argument.type.shape === 'pseudo')) return [];
    const outputs = outputColumns(all);
    const relation = byType.get(row.returns) ?? null;
    const hasRows = outputs.size > 0 || relation !== null || type.name === 'record';
    const parameters = inputParameters(all, row);
    return [
      {
        oid: row.oid,
        schema: row.schema,
        name: row.name,
        sql: quoteWithSchema(row.schema, row.name),
        parameters,
        callable: isCallable(parameters),
        readOnly: row.volatility !== 'v',
        result: hasRows ? ('rows' as const) : type.shape === 'void' ? ('void' as const) : ('value' as const),
        set: row.returns_set,
        /** True if the function returns a single row: it doesn't return a set, or it declares `ROWS 1`. */
        oneRow: !row.returns_set || row.rows === 1,
        type,
        /** The columns of the result, and the relation of its row type. */
        columns: outputs.size > 0 ? outputs : (relation?.columns ?? new Map<string, Column>()),
        relation: outputs.size > 0 ? null : relation,
        comment: row.comment,
      },
    ];
  });
}

const WHOLE_BODY = new Set(['json', 'jsonb', 'text', 'xml', 'bytea']);

/**
 * Returns true if requests can call the function: all of its parameters are named, or its single unnamed
 * parameter gets the whole body.
 */
function isCallable(parameters: readonly Parameter[]): boolean {
  const unnamed = parameters.filter(({ name }) => name === '');
  return unnamed.length === 0 || (unnamed.length === 1 && WHOLE_BODY.has(unnamed[0]?.type.name ?? ''));
}

type Argument = { name: string; type: Type | undefined; mode: string };

function inputParameters(all: Argument[], row: RoutineRow): Parameter[] {
  const inputs = all.filter(({ mode }) => mode === 'i' || mode === 'b' || mode === 'v');
  return inputs.flatMap(({ name, type, mode }, index) =>
    type ? [{ name, type, optional: index >= inputs.length - row.defaults, variadic: mode === 'v' }] : [],
  );
}

function outputColumns(all: Argument[]): Map<string, Column> {
  const columns = all.flatMap(({ name, type, mode }) =>
    type && ['o', 'b', 't'].includes(mode) ? [{ name, type, default: null, generated: false }] : [],
  );
  return new Map(columns.map((column) => [column.name, column]));
}
