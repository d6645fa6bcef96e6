import { LIMITS } from '../limits.ts';
import type { TableInfo } from './catalog.ts';
import type { Change, Row } from './pgoutput.ts';
import { getJson, type JsonValue } from './values.ts';

/** The maximum size of values that are sent if the row itself is too large. */
const SMALL_VALUE_BYTES = 64;

/**
 * Formats a change as JSON for a role. Omits columns that the role can't read. The old row is reduced to the
 * primary key unless the customer could see it.
 */
export function changePayload(
  change: Change,
  committedAt: Date,
  facts: TableInfo,
  view: { select: readonly string[] | undefined; seesOld: boolean },
): string {
  const { type, relation, row, old } = change;
  const columns = [...facts.columns].filter(
    ([name, column]) => column.isReadable && (view.select?.includes(name) ?? true),
  );
  const names = columns.map(([name]) => name);
  const keys = facts.key.map(({ name }) => name);
  const tooLarge = getSize(row) + getSize(old) > LIMITS.recordBytes;
  const errors = facts.key.length === 0 ? ['Error 400: Bad Request, no primary key'] : null;
  const record = (values: Row | null, columnNames: readonly string[]) =>
    errors === null ? getRecord(values, columnNames, facts, tooLarge) : {};
  const oldNames = view.seesOld ? names : keys.filter((name) => names.includes(name));
  return JSON.stringify({
    schema: relation.schema,
    table: relation.table,
    type,
    commit_timestamp: committedAt.toISOString(),
    columns: columns.map(([name, { typeName }]) => ({ name, type: typeName })),
    ...(type === 'DELETE' ? {} : { record: record(row, names) }),
    ...(type === 'INSERT' ? {} : { old_record: old === null ? record(row, keys) : record(old, oldNames) }),
    errors: tooLarge && errors === null ? ['Error 413: Payload Too Large'] : errors,
  });
}

function getRecord(values: Row | null, names: readonly string[], facts: TableInfo, tooLarge: boolean) {
  const record: Record<string, JsonValue> = {};
  for (const name of names) {
    const text = values?.[name];
    const kind = facts.columns.get(name)?.kind;
    if (text === undefined || kind === undefined) continue;
    if (tooLarge && text !== null && Buffer.byteLength(text) > SMALL_VALUE_BYTES) continue;
    record[name] = getJson(text, kind);
  }
  return record;
}

function getSize(row: Row | null): number {
  return Object.values(row ?? {}).reduce((size, text) => size + (text?.length ?? 0), 0);
}
