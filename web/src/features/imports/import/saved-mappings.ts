import { z } from 'zod';
import {
  type CsvMapping,
  getSignature,
  MEANINGS,
  written,
} from '@/entities/statement-file/imports/csv-columns';
import type { Table } from '@/entities/statement-file/imports/csv-table';

const KEY = 'sandbank-import-columns';
const MOST_KEPT = 50;

const kept = z.record(
  z.string(),
  z.object({
    columns: z.partialRecord(z.enum(MEANINGS), z.int().min(0)),
    order: z.enum(['dmy', 'mdy', 'ymd']),
    decimal: z.enum(['.', ',']),
    inverted: z.boolean(),
  }),
);
type Kept = z.output<typeof kept>;

/** Saves a column mapping under its column names for the bank's next file. */
export function rememberMapping(table: Table, mapping: CsvMapping): void {
  const signature = getSignature(table, mapping.header);
  if (signature === null) return;
  const { columns, order, decimal, inverted } = mapping;
  const others = Object.entries(read()).filter(([key]) => key !== signature);
  const entries = [...others, [signature, { columns, order, decimal, inverted }]].slice(-MOST_KEPT);
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(entries)));
  } catch {
    // Without storage, columns are guessed again.
  }
}

/** Returns the saved mapping for these column names; null for new ones. */
export function recallMapping(table: Table, guessed: CsvMapping): CsvMapping | null {
  const signature = getSignature(table, guessed.header);
  const known = signature === null ? undefined : read()[signature];
  if (!known) return null;
  const body = table.rows.slice((guessed.header ?? -1) + 1);
  const columns = Object.fromEntries(
    Object.entries(known.columns).filter(([, column]) => column !== undefined),
  );
  const { order, decimal } = written(columns, body);
  // The dates of this file override the saved date order.
  const isSure = guessed.ambiguous === false;
  return {
    ...guessed,
    columns,
    inverted: known.inverted,
    order: isSure ? order : known.order,
    decimal,
    ambiguous: false,
  };
}

function read(): Kept {
  try {
    const found = kept.safeParse(JSON.parse(localStorage.getItem(KEY) ?? '{}'));
    return found.success ? found.data : {};
  } catch {
    return {};
  }
}
