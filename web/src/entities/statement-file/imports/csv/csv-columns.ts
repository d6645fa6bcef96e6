import { type DecimalSign, guessDecimal, readAmount } from '../amounts';
import { type DateOrder, guessOrder, readDay } from '../days';
import type { StatementKind } from '../statement';
import type { Table, TableRow } from './csv-table';
import { type FoundFormat, findKnownFormat } from './known-formats';
import { guessSign } from './signs';

/** The kinds of data that a column can contain. */
export const MEANINGS = [
  'date',
  'amount',
  'debit',
  'credit',
  'sign',
  'description',
  'payee',
  'payer',
  'category',
  'balance',
  'account',
  'currency',
  'fee',
  'status',
  'id',
] as const;
export type Meaning = (typeof MEANINGS)[number];

/**
 * The rules for reading a table: the meaning of each column (zero-based), the date order, and the decimal
 * separator.
 */
export type CsvMapping = {
  /** The bank or app whose layout the file has; null if the layout is unknown. */
  bank: string | null;
  kind: StatementKind;
  /** The currency of all accounts at the bank; null if only the file can tell. */
  currency: string | null;
  /** The index of the header row; null if there is none. */
  header: number | null;
  columns: Partial<Record<Meaning, number>>;
  order: DateOrder;
  /** True if another date order also fits the dates. */
  isOrderAmbiguous: boolean;
  decimal: DecimalSign;
  /**
   * True if the signs are reversed, as in some card statements: money out is positive, and money in is
   * negative.
   */
  isInverted: boolean;
  /** True if the file doesn't show clearly whether money out is positive or negative. */
  isSignAmbiguous: boolean;
};

/**
 * The patterns for the column names that banks use in English, German, French, Spanish, Dutch, and Italian. A
 * column that matches an earlier pattern is preferred.
 */
const NAMES: Record<Meaning, readonly RegExp[]> = {
  date: [
    /^(post(ed|ing)?[. ]date|booking date|completed date|posted|buchungstag|buchungsdatum|date comptable|boekdatum)\b/i,
    /^(date|transaction date|trans\.? date|day|datum|dateop|date op[ée]ration|fecha( operaci[oó]n)?|data( operazione)?|transactiedatum)\b/i,
    /^(value date|valuta(datum)?|wertstellung|fecha valor)\b/i,
  ],
  amount: [
    /^(amount|transaction amount|value|betrag|umsatz|montant|importe|importo|bedrag|amt|net)\b/i,
    /\b(amount|betrag)\b/i,
  ],
  debit: [
    /^(debits?|debit amount|withdrawals?|paid out|money out|out|outflow|soll|ausgang|belastung|d[ée]bit|cargo|dare)(?![\w/]| or )|^af$/i,
  ],
  credit: [
    /^(credits?|credit amount|deposits?|paid in|money in|in|inflow|haben|eingang|gutschrift|cr[ée]dit|abono|avere)(?![\w/]| or )|^bij$/i,
  ],
  sign: [
    /^(cr\/dr|dr\/cr|debit ?(?:\/|or) ?credit|credit ?(?:\/|or) ?debit|credit debit indicator|soll\/haben|s\/h|af[/ ]?bij|creditdebet|direction)\b/i,
    /^(type|transaction( type)?)$/i,
  ],
  description: [
    /^(transaction )?description\b/i,
    /^(narrative|verwendungszweck|libell[ée]|label|concepto|omschrijving|mededelingen|descrizione|causale|payment reference|original statement|particulars)\b/i,
    /^(memo|buchungstext|text|title|notes?|remarks?|details?|reference)\b/i,
  ],
  payee: [
    /^(payee|merchant|counter ?party|beneficiary|empf[äa]nger|beg(ü|ue?)nstigter|auftraggeber|zahlungspflichtiger|zahlungsempf|tegenpartij|naam|b[ée]n[ée]ficiaire|partner name|from\/to|to\/from)\b/i,
    /^name\b/i,
  ],
  payer: [/^(payer|zahlungspflichtige\*r)(?![\w/])/i],
  category: [/^(category|kategorie|cat[ée]gorie|categor[ií]a|categorie)\b/i],
  balance: [
    /^(balance|running bal(ance|\.)?|saldo|kontostand|solde|balance after|closing balance|resulting balance)(?!\w)/i,
  ],
  account: [
    /^(account( name| number| no\.?)?|konto(nummer)?|auftragskonto|compte|cuenta|rekening|conto|iban)$/i,
  ],
  currency: [/^(currency|w(ä|a|ae)hrung|devise|moneda|divisa|valuta ?code|ccy|munt)\b/i],
  fee: [/^(fees?|geb(ü|ue)hr|frais|comisi[oó]n)$/i],
  status: [/^(status|state|[ée]tat|estado|info)$/i],
  id: [
    /^(id|transaction (id|number|no)|fitid|unique id|referenznummer|reference number|transactie ?id|entry id)\b/i,
  ],
};

const LOOKED_AT_ROWS = 40;
const SAMPLED_ROWS = 500;
const ANY_ORDERS: DateOrder[] = ['dmy', 'mdy', 'ymd'];

/** Finds the layout of the table, or guesses the meaning of the columns from their names and contents. */
export function guessMapping(table: Table): CsvMapping {
  const known = findKnownFormat(table.rows);
  const header = known ? known.header : getHeader(table.rows);
  const body = table.rows.slice(header === null ? 0 : header + 1, SAMPLED_ROWS);
  const columns = known?.columns ?? (header === null ? {} : findColumns(table.rows[header]?.cells ?? []));
  if (known) {
    if (columns.sign !== undefined && !isDirectionColumn(columns.sign, body)) delete columns.sign;
  } else fillByContent(columns, body);
  const found = guessFormats(columns, body);
  return {
    bank: known?.bank ?? null,
    kind: known?.kind ?? 'bank',
    currency:
      known?.currency ?? getCurrency(columns, header === null ? [] : (table.rows[header]?.cells ?? [])),
    header,
    columns,
    ...found,
    ...(known && applyPublishedFormat(known, found, getSamples(columns, body, 'date'))),
    ...guessInverted(columns, body, known, known?.decimal ?? found.decimal),
  };
}

const UNITS: Record<string, string> = { $: 'USD', '€': 'EUR', '£': 'GBP' };

/** Returns the currency in the name of a column with amounts, such as `Amount (GBP)`; null if there is none. */
function getCurrency(columns: CsvMapping['columns'], names: readonly string[]): string | null {
  const units = (['amount', 'debit', 'credit'] as const).map(
    (meaning) => /\(([A-Z]{3}|[$€£])\)$/.exec(names[columns[meaning] ?? -1] ?? '')?.[1],
  );
  const unit = units.find(Boolean);
  return unit ? (UNITS[unit] ?? unit) : null;
}

/** Applies other columns to a table, and guesses again what depends on them. */
export function applyColumns(table: Table, mapping: CsvMapping, columns: CsvMapping['columns']): CsvMapping {
  const body = table.rows.slice((mapping.header ?? -1) + 1, SAMPLED_ROWS);
  const found = guessFormats(columns, body);
  return { ...mapping, columns, ...found, ...guessInverted(columns, body, null, found.decimal) };
}

/** Uses the date order and the decimal separator of a known layout, if all dates of the file fit. */
function applyPublishedFormat(
  { order, decimal }: FoundFormat,
  found: Pick<CsvMapping, 'decimal'>,
  days: readonly string[],
): Partial<CsvMapping> {
  const fits = order !== undefined && days.every((day) => readDay(day, order) !== null || !/^\d/.test(day));
  return { decimal: decimal ?? found.decimal, ...(fits && { order, isOrderAmbiguous: false }) };
}

function guessInverted(
  columns: CsvMapping['columns'],
  body: readonly TableRow[],
  known: FoundFormat | null,
  decimal: DecimalSign,
): Pick<CsvMapping, 'isInverted' | 'isSignAmbiguous'> {
  // A direction, or separate columns for debits and credits, leave no question.
  if (columns.amount === undefined || columns.sign !== undefined)
    return { isInverted: false, isSignAmbiguous: false };
  const getCell = ({ cells }: TableRow, meaning: Meaning) => cells[columns[meaning] ?? -1] ?? '';
  const rows = body.map((row) => ({
    amount: readAmount(getCell(row, 'amount'), decimal),
    balance: readAmount(getCell(row, 'balance'), decimal),
    text: `${getCell(row, 'payee')} ${getCell(row, 'description')}`,
  }));
  const layout = known && { isInverted: known.isInverted ?? false, isCard: known.kind === 'card' };
  return guessSign(rows, layout);
}

/** Guesses the date order and the decimal separator of the chosen columns. */
export function guessFormats(
  columns: CsvMapping['columns'],
  body: readonly TableRow[],
): Pick<CsvMapping, 'order' | 'isOrderAmbiguous' | 'decimal'> {
  const amounts = (['amount', 'debit', 'credit', 'balance'] as const).flatMap((meaning) =>
    getSamples(columns, body, meaning),
  );
  const days = getSamples(columns, body, 'date').slice(0, SAMPLED_ROWS);
  return { ...guessOrder(days), decimal: guessDecimal(amounts) };
}

function getSamples(columns: CsvMapping['columns'], body: readonly TableRow[], meaning: Meaning): string[] {
  const column = columns[meaning];
  return column === undefined ? [] : body.map(({ cells }) => cells[column] ?? '').filter(Boolean);
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
    const meanings = Object.keys(findColumns(cells));
    const isData = cells.some((cell) => isDay(cell) || (/\d/.test(cell) && isAmount(cell)));
    return meanings.length >= 2 && !isData;
  });
  return index < 0 ? null : index;
}

/** Finds the columns whose names are known. */
function findColumns(cells: readonly string[]): CsvMapping['columns'] {
  const columns: CsvMapping['columns'] = {};
  for (const meaning of MEANINGS) {
    for (const pattern of NAMES[meaning]) {
      const column = cells.findIndex(
        (cell, index) => pattern.test(cell) && !Object.values(columns).includes(index),
      );
      if (column >= 0) columns[meaning] ??= column;
    }
  }
  // A net amount already includes the fee.
  if (/^net\b/i.test(cells[columns.amount ?? -1] ?? '')) delete columns.fee;
  // If the table has debit and credit columns, an amount column only repeats their values.
  if (columns.debit !== undefined && columns.credit !== undefined) delete columns.amount;
  return columns;
}

/** Guesses columns from their contents: the columns with days, with amounts, and with the longest text. */
function fillByContent(columns: CsvMapping['columns'], body: readonly TableRow[]): void {
  const width = body.reduce((widest, { cells }) => Math.max(widest, cells.length), 0);
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
  if (columns.sign !== undefined && !isDirectionColumn(columns.sign, body)) delete columns.sign;
  if (columns.account !== undefined && isCounterpartyColumn(columns.account, body)) delete columns.account;
}

/** Returns true if a column contains account numbers of many others instead of the customer's accounts. */
function isCounterpartyColumn(column: number, body: readonly TableRow[]): boolean {
  const numbers = body.map(({ cells }) => cells[column] ?? '').filter((cell) => /\d{6}/.test(cell));
  return new Set(numbers).size > Math.max(1, body.length / 4);
}

/**
 * Returns true if a column contains only directions, such as `credit` and `debit`. In some files, a `Type`
 * column contains the direction; in others, it contains the kind of transaction.
 */
function isDirectionColumn(column: number, body: readonly TableRow[]): boolean {
  const filled = body.map(({ cells }) => cells[column] ?? '').filter(Boolean);
  return filled.length > 0 && filled.every((cell) => getDirection(cell) !== null);
}

/** Returns 1 for money in, -1 for money out, and null for other text. */
export function getDirection(cell: string): 1 | -1 | null {
  if (/^(cr|credit|kredit|c|h|haben|bij|in|deposit|\+)$/i.test(cell)) return 1;
  return /^(dr|debit|debet|d|s|soll|af|out|withdrawal|-)$/i.test(cell) ? -1 : null;
}

const isDay = (cell: string) => ANY_ORDERS.some((order) => readDay(cell, order) !== null);
const isAmount = (cell: string) =>
  /\d/.test(cell) && (readAmount(cell, '.') !== null || readAmount(cell, ',') !== null);
const countLetters = (cell: string) => cell.match(/\p{L}/gu)?.length ?? 0;
