import { readCamt } from './camt';
import { readCsv } from './csv/csv';
import { type CsvMapping, guessMapping } from './csv/csv-columns';
import { readTable, type Table } from './csv/csv-table';
import type { DateOrder } from './days';
import { readMt940 } from './mt940';
import { readOfx } from './ofx';
import { readOwnJson } from './own-json';
import { readQif } from './qif';
import { type FileFormat, joinStatements, type ReadFile, removeWeakIds } from './statement';
import { decodeText, type Encoding } from './text';

/** A parsed file. The customer can correct the interpretation of a table and parse the file again. */
export type Recognized = {
  encoding: Encoding;
  read: ReadFile;
  /** For tables: the cells and the mapping of the columns. */
  csv: { table: Table; mapping: CsvMapping } | null;
  /** For QIF files: the date order, and whether another order is possible. */
  days: { order: DateOrder; isOrderAmbiguous: boolean } | null;
};

/** Detects a file's format from the beginning of its text instead of its name. */
export function getFormat(text: string): FileFormat {
  const start = text
    .slice(0, 5_000)
    .replace(/^\ufeff/, '')
    .trimStart();
  if (/^OFXHEADER\s*:/i.test(start) || /^<(?:\?[^>]*>\s*<)*(?:OFX>|\?OFX\b)/i.test(start)) return 'ofx';
  if (/^<(\?xml|[\w.-]*:?Document|!--)/i.test(start)) return 'camt';
  if (/^(?:\{1:[\s\S]*?\{4:)?\s*:20:/.test(start) && /^:(25|60F|60M):/m.test(start)) return 'mt940';
  if (/^!(account|type:|option:|clear:)/im.test(start)) return 'qif';
  if (/^[{[]/.test(start)) return 'json';
  return 'csv';
}

const READERS: Partial<Record<FileFormat, (text: string) => ReadFile>> = {
  ofx: readOfx,
  json: readOwnJson,
  camt: (text) => joinAccounts(readCamt(text)),
  mt940: (text) => joinAccounts(readMt940(text)),
};

const joinAccounts = (read: ReadFile): ReadFile => ({
  ...read,
  statements: joinStatements(read.statements).map(removeWeakIds),
});

/** Real statements have far fewer columns. */
const MAX_COLUMNS = 200;
const tooWide: ReadFile = {
  format: 'csv',
  statements: [],
  notes: [
    {
      line: 1,
      kind: 'problem',
      text: "This table has more than 200 columns, so it can't be a bank statement. Export it from your bank again.",
    },
  ],
};

/** Numbers the rows of a statement whose rows share lines, because the customer chooses rows by their numbers. */
function numberRows(read: ReadFile): ReadFile {
  const statements = read.statements.map((statement) => {
    const { rows } = statement;
    if (new Set(rows.map(({ line }) => line)).size === rows.length) return statement;
    return { ...statement, rows: rows.map((row, index) => ({ ...row, line: index + 1 })) };
  });
  return { ...read, statements };
}

export type Choices = { mapping?: CsvMapping | undefined; order?: DateOrder | undefined };

/** Reads a file of any supported format. Never throws; problems are in the notes. */
export function readFile(bytes: Uint8Array, { mapping, order }: Choices = {}): Recognized {
  const { text, encoding } = decodeText(bytes);
  const format = getFormat(text);
  if (format === 'qif') {
    const { order: used, isOrderAmbiguous, ...read } = readQif(text, order);
    return { encoding, read, csv: null, days: { order: used, isOrderAmbiguous } };
  }
  const reader = READERS[format];
  if (reader) return { encoding, read: numberRows(reader(text)), csv: null, days: null };
  const table = readTable(text);
  if (table.rows.some(({ cells }) => cells.length > MAX_COLUMNS))
    return { encoding, read: tooWide, csv: null, days: null };
  const used = mapping ?? guessMapping(table);
  const read = readCsv(table, used);
  const statements = read.statements.map(removeWeakIds);
  return { encoding, read: { ...read, statements }, csv: { table, mapping: used }, days: null };
}
