import { z } from 'zod';
import {
  type CsvMapping,
  getSignature,
  guessFormats,
  MEANINGS,
} from '@/entities/statement-file/imports/csv/csv-columns';
import type { Table } from '@/entities/statement-file/imports/csv/csv-table';

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
type StoredMapping = z.output<typeof kept>;

/**
 * Saves a column mapping under its column names, so that it applies to the next file with the same columns.
 */
export function rememberMapping(table: Table, mapping: CsvMapping): void {
  const signature = getSignature(table, mapping.header);
  if (signature === null) return;
  const { columns, order, decimal, isInverted } = mapping;
  const others = Object.entries(read()).filter(([key]) => key !== signature);
  const entries = [...others, [signature, { columns, order, decimal, inverted: isInverted }]].slice(
    -MOST_KEPT,
  );
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(entries)));
  } catch {
    // If storage fails, columns are guessed again next time.
  }
}

/** Returns the saved mapping for these column names; null if there is none. */
export function recallMapping(table: Table, guessed: CsvMapping): CsvMapping | null {
  const signature = getSignature(table, guessed.header);
  const saved = signature === null ? undefined : read()[signature];
  if (!saved) return null;
  const body = table.rows.slice((guessed.header ?? -1) + 1);
  const columns = saved.columns as CsvMapping['columns'];
  const { order, decimal } = guessFormats(columns, body);
  // If the dates of this file are unambiguous, they override the saved date order.
  const isSure = guessed.isOrderAmbiguous === false;
  return {
    ...guessed,
    columns,
    isInverted: saved.inverted,
    order: isSure ? order : saved.order,
    decimal,
    isOrderAmbiguous: false,
    // Another bank's file can have the same columns, so a file that contradicts the saved sign raises the
    // question again.
    isSignAmbiguous: !guessed.isSignAmbiguous && saved.inverted !== guessed.isInverted,
  };
}

function read(): StoredMapping {
  try {
    const parsed = kept.safeParse(JSON.parse(localStorage.getItem(KEY) ?? '{}'));
    return parsed.success ? parsed.data : {};
  } catch {
    return {};
  }
}
