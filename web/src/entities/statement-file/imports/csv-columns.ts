import { type DecimalSign, guessDecimal, readAmount } from './amounts';
import type { Table, TableRow } from './csv-table';
import { type DateOrder, guessOrder, readDay } from './days';

/** The kinds of data that a column can contain. */
export const MEANINGS = [
  'date',
  'amount',
  'debit',
  'credit',
  'sign',
  'description',
  'payee',
  'category',
  'balance',
  'account',
  'currency',
  'id',
] as const;
export type Meaning = (typeof MEANINGS)[number];

/**
 * The rules for reading a table: the meaning of each column (zero-based), the date order, and the decimal
 * separator.
 */
export type CsvMapping = {
  /** The index of the header row; null if there is none. */
  header: number | null;
  columns: Partial<Record<Meaning, number>>;
  order: DateOrder;
  /** True if another date order also fits the dates. */
  ambiguous: boolean;
  decimal: DecimalSign;
  /**
   * True if the signs are reversed, as in some card statements: money out is positive, and money in is
   * negative.
   */
  inverted: boolean;
};

/**
 * The patterns for the column names that banks use in English, German, French, Spanish, Dutch, and Italian.
 */
const NAMES: Record<Meaning, RegExp> = {
  date: /^(date|transaction date|posting date|posted( date)?|trans\.? date|booking date|completed date|value date|day|datum|buchungstag|buchungsdatum|valuta(datum)?|wertstellung|date op[ée]ration|fecha( valor| operaci[oó]n)?|data( operazione)?|boekdatum|transactiedatum)\b/i,
  amount:
    /^(amount|transaction amount|value|betrag|umsatz|montant|importe|importo|bedrag|amt)\b|\b(amount|betrag)\b/i,
  debit:
    /^(debits?|debit amount|withdrawals?|paid out|money out|out|outflow|soll|ausgang|belastung|d[ée]bit|cargo|dare)\b|^af$/i,
  credit:
    /^(credits?|credit amount|deposits?|paid in|money in|in|inflow|haben|eingang|gutschrift|cr[ée]dit|abono|avere)\b|^bij$/i,
  sign: /^(cr\/dr|dr\/cr|debit\/credit|credit\/debit|credit debit indicator|soll\/haben|s\/h|af[/ ]?bij|type|transaction type|direction)\b/i,
  description:
    /^(description|details?|narrative|memo|verwendungszweck|buchungstext|text|libell[ée]|concepto|omschrijving|mededelingen|descrizione|causale|reference|note|remarks?|particulars|title)\b/i,
  payee:
    /^(payee|merchant|name|counter ?party|beneficiary|empf[äa]nger|beg[üu]nstigter|auftraggeber|zahlungspflichtiger|zahlungsempf|tegenpartij|naam|b[ée]n[ée]ficiaire|from\/to|to\/from)\b/i,
  category: /^(category|kategorie|cat[ée]gorie|categor[ií]a|categorie)\b/i,
  balance: /^(balance|running balance|saldo|kontostand|solde|balance after|closing balance)\b/i,
  account:
    /^(account( name| number| no\.?)?|konto(nummer)?|auftragskonto|compte|cuenta|rekening|conto|iban)$/i,
  currency: /^(currency|w[äa]hrung|devise|moneda|divisa|valuta ?code|ccy|munt)\b/i,
  id: /^(id|transaction (id|number|no)|fitid|unique id|referenznummer|reference number|transactie ?id|entry id)\b/i,
};

const LOOKED_AT_ROWS = 40;
const SAMPLED_ROWS = 500;
const ANY_ORDERS: DateOrder[] = ['dmy', 'mdy', 'ymd'];

/** Guesses the meaning of the columns from their names and contents. */
export function guessMapping(table: Table): CsvMapping {
  const header = getHeader(table.rows);
  const body = table.rows.slice(header === null ? 0 : header + 1, SAMPLED_ROWS);
  const columns = header === null ? {} : named(table.rows[header]?.cells ?? []);
  fillByContent(columns, body);
  return { header, columns, ...written(columns, body), inverted: false };
}

/** Guesses the date order and the decimal separator of the chosen columns. */
export function written(
  columns: CsvMapping['columns'],
  body: readonly TableRow[],
): Pick<CsvMapping, 'order' | 'ambiguous' | 'decimal'> {
  const getCells = (meaning: Meaning) => {
    const column = columns[meaning];
    return column === undefined ? [] : body.map(({ cells }) => cells[column] ?? '').filter(Boolean);
  };
  const amounts = (['amount', 'debit', 'credit', 'balance'] as const).flatMap(getCells);
  return { ...guessOrder(getCells('date').slice(0, SAMPLED_ROWS)), decimal: guessDecimal(amounts) };
}

/**
 * Returns the key under which a mapping is saved: the delimiter and the column names. Returns null if the
 * table has no header.
 */
export function getSignature(table: Table, header: number | null): string | null {
  const names = header === null ? null : table.rows[header]?.cells;
  return names ? `${table.delimiter}${names.join('|').toLowerCase()}` : null;
}

/** Finds the header: the first row with at least two known column names and neither a day nor an amount. */
function getHeader(rows: readonly TableRow[]): number | null {
  const index = rows.slice(0, LOOKED_AT_ROWS).findIndex(({ cells }) => {
    const meanings = Object.keys(named(cells));
    const isData = cells.some((cell) => isDay(cell) || (/\d/.test(cell) && isAmount(cell)));
    return meanings.length >= 2 && !isData;
  });
  return index < 0 ? null : index;
}

function named(cells: readonly string[]): CsvMapping['columns'] {
  const columns: CsvMapping['columns'] = {};
  for (const meaning of MEANINGS) {
    const column = cells.findIndex(
      (cell, index) => NAMES[meaning].test(cell) && !Object.values(columns).includes(index),
    );
    if (column >= 0) columns[meaning] = column;
  }
  // If the table has debit and credit columns, an amount column only repeats their values.
  if (columns.debit !== undefined && columns.credit !== undefined) delete columns.amount;
  return columns;
}

/** Guesses columns from their contents: the columns with days, with amounts, and with the longest text. */
function fillByContent(columns: CsvMapping['columns'], body: readonly TableRow[]): void {
  const width = Math.max(0, ...body.map(({ cells }) => cells.length));
  const isFree = (column: number) => !Object.values(columns).includes(column);
  const share = (column: number, test: (cell: string) => boolean) =>
    body.filter(({ cells }) => test(cells[column] ?? '')).length / Math.max(1, body.length);
  const best = (score: (column: number) => number, least: number) => {
    const scored = Array.from({ length: width }, (_, column) => ({
      column,
      score: isFree(column) ? score(column) : 0,
    }));
    const best = scored.reduce((left, right) => (right.score > left.score ? right : left), {
      column: -1,
      score: 0,
    });
    return best.score >= least ? best.column : undefined;
  };
  const fill = (meaning: Meaning, column: number | undefined) => {
    if (column !== undefined) columns[meaning] = column;
  };
  if (columns.date === undefined)
    fill(
      'date',
      best((column) => share(column, isDay), 0.5),
    );
  const hasAmount =
    columns.amount !== undefined || columns.debit !== undefined || columns.credit !== undefined;
  if (!hasAmount)
    fill(
      'amount',
      best((column) => share(column, (cell) => isAmount(cell) && !isDay(cell)), 0.5),
    );
  if (columns.description === undefined && columns.payee === undefined)
    fill(
      'description',
      best((column) => body.reduce((sum, { cells }) => sum + countLetters(cells[column] ?? ''), 0), 1),
    );
  if (columns.sign !== undefined && !columnIsSign(columns.sign, body)) delete columns.sign;
}

/**
 * Returns true if a column contains only directions, such as `credit` and `debit`. In some files, a `Type`
 * column contains the direction; in others, it contains the kind of transaction.
 */
function columnIsSign(column: number, body: readonly TableRow[]): boolean {
  const filled = body.map(({ cells }) => cells[column] ?? '').filter(Boolean);
  return filled.length > 0 && filled.every((cell) => getSign(cell) !== null);
}

/** Returns 1 for money in, -1 for money out, and null for other text. */
export function getSign(cell: string): 1 | -1 | null {
  if (/^(cr|credit|c|h|haben|bij|in|deposit|\+)$/i.test(cell)) return 1;
  return /^(dr|debit|d|s|soll|af|out|withdrawal|-)$/i.test(cell) ? -1 : null;
}

const isDay = (cell: string) => ANY_ORDERS.some((order) => readDay(cell, order) !== null);
const isAmount = (cell: string) =>
  /\d/.test(cell) && (readAmount(cell, '.') !== null || readAmount(cell, ',') !== null);
const countLetters = (cell: string) => cell.match(/\p{L}/gu)?.length ?? 0;
