import type { DecimalSign } from '../amounts';
import { type DateOrder, readDay } from '../days';
import type { StatementKind } from '../statement';
import type { Meaning } from './csv-columns';
import type { TableRow } from './csv-table';

/**
 * A CSV layout that a bank or app publishes. Column names are normalized by `normalizeName`. A layout without
 * column names has a function that recognizes its rows, and its columns are indexes.
 */
export type KnownFormat = {
  bank: string;
  /** The columns that must exist. The others in `columns` are optional. */
  header: readonly string[];
  columns: Partial<Record<Meaning, string>>;
  order?: DateOrder;
  decimal?: DecimalSign;
  /** Set if the bank has accounts in one currency only. */
  currency?: string;
  kind?: StatementKind;
  /** True if the layout shows purchases as positive amounts. */
  isInverted?: true;
};

export type HeaderlessFormat = Omit<KnownFormat, 'header' | 'columns'> & {
  columns: Partial<Record<Meaning, number>>;
  matches: (cells: readonly string[]) => boolean;
};

/** The sources of the layouts are in fixtures/banks/bank-files.ts. */
const KNOWN_FORMATS: readonly KnownFormat[] = [
  {
    bank: 'Sandbank',
    header: ['date', 'account', 'description', 'merchant', 'category', 'amount', 'currency', 'kind', 'id'],
    columns: {
      date: 'date',
      account: 'account',
      description: 'description',
      payee: 'merchant',
      category: 'category',
      amount: 'amount',
      currency: 'currency',
      id: 'id',
    },
    order: 'ymd',
    decimal: '.',
  },
  {
    bank: 'Chase checking',
    header: ['details', 'posting date', 'description', 'amount', 'type', 'balance', 'check or slip #'],
    columns: { date: 'posting date', description: 'description', amount: 'amount', balance: 'balance' },
    order: 'mdy',
    currency: 'USD',
  },
  {
    bank: 'Chase credit card',
    header: ['transaction date', 'post date', 'description', 'category', 'type', 'amount'],
    columns: { date: 'post date', description: 'description', category: 'category', amount: 'amount' },
    order: 'mdy',
    currency: 'USD',
    kind: 'card',
  },
  {
    bank: 'Bank of America',
    header: ['date', 'description', 'amount', 'running bal.'],
    columns: { date: 'date', description: 'description', amount: 'amount', balance: 'running bal.' },
    order: 'mdy',
    currency: 'USD',
  },
  {
    bank: 'Bank of America credit card',
    header: ['posted date', 'reference number', 'payee', 'address', 'amount'],
    columns: { date: 'posted date', description: 'payee', amount: 'amount', id: 'reference number' },
    order: 'mdy',
    currency: 'USD',
    kind: 'card',
  },
  {
    bank: 'Capital One credit card',
    header: ['transaction date', 'posted date', 'card no.', 'description', 'category', 'debit', 'credit'],
    columns: {
      date: 'posted date',
      account: 'card no.',
      description: 'description',
      category: 'category',
      debit: 'debit',
      credit: 'credit',
    },
    kind: 'card',
  },
  {
    bank: 'Capital One 360',
    header: ['account number', 'transaction date', 'transaction amount', 'transaction type'],
    columns: {
      account: 'account number',
      date: 'transaction date',
      amount: 'transaction amount',
      sign: 'transaction type',
      description: 'transaction description',
      balance: 'balance',
    },
    order: 'mdy',
    currency: 'USD',
  },
  {
    bank: 'Citi credit card',
    header: ['status', 'date', 'description', 'debit', 'credit'],
    columns: {
      status: 'status',
      date: 'date',
      description: 'description',
      debit: 'debit',
      credit: 'credit',
    },
    order: 'mdy',
    kind: 'card',
  },
  ...(
    [
      ['zip code', 'mdy'],
      ['postcode', 'dmy'],
      ['card member', undefined],
    ] as const
  ).map(
    ([column, order]): KnownFormat => ({
      bank: 'American Express',
      header: ['date', 'description', 'card member', 'account #', 'amount', column],
      columns: {
        date: 'date',
        description: 'description',
        account: 'account #',
        amount: 'amount',
        category: 'category',
        id: 'reference',
      },
      ...(order && { order }),
      kind: 'card',
      isInverted: true,
    }),
  ),
  {
    bank: 'Discover',
    header: ['trans. date', 'post date', 'description', 'amount', 'category'],
    columns: { date: 'post date', description: 'description', amount: 'amount', category: 'category' },
    order: 'mdy',
    currency: 'USD',
    kind: 'card',
    isInverted: true,
  },
  {
    bank: 'Apple Card',
    header: ['transaction date', 'clearing date', 'description', 'merchant', 'category', 'type', 'amount'],
    columns: {
      date: 'clearing date',
      description: 'description',
      payee: 'merchant',
      category: 'category',
      amount: 'amount',
    },
    order: 'mdy',
    kind: 'card',
    isInverted: true,
  },
  {
    bank: 'Schwab Bank',
    header: ['date', 'status', 'type', 'checknumber', 'description', 'withdrawal', 'deposit'],
    columns: {
      date: 'date',
      status: 'status',
      description: 'description',
      debit: 'withdrawal',
      credit: 'deposit',
      balance: 'runningbalance',
    },
    order: 'mdy',
    currency: 'USD',
  },
  {
    bank: 'Fidelity',
    header: ['run date', 'action', 'symbol', 'description', 'type', 'amount', 'settlement date'],
    columns: { date: 'run date', description: 'action', amount: 'amount', balance: 'cash balance' },
    order: 'mdy',
    currency: 'USD',
  },
  {
    bank: 'Ally Bank',
    header: ['date', 'time', 'amount', 'type', 'description'],
    columns: { date: 'date', amount: 'amount', description: 'description' },
    currency: 'USD',
  },
  {
    bank: 'U.S. Bank',
    header: ['date', 'transaction', 'name', 'memo', 'amount'],
    columns: { date: 'date', sign: 'transaction', description: 'name', amount: 'amount' },
  },
  {
    bank: 'PNC',
    header: ['date', 'description', 'withdrawals', 'deposits', 'category', 'balance'],
    columns: {
      date: 'date',
      description: 'description',
      debit: 'withdrawals',
      credit: 'deposits',
      category: 'category',
      balance: 'balance',
    },
    order: 'mdy',
    currency: 'USD',
  },
  {
    bank: 'Monzo',
    header: ['transaction id', 'date', 'time', 'type', 'name', 'category', 'amount', 'currency'],
    columns: {
      id: 'transaction id',
      date: 'date',
      payee: 'name',
      category: 'category',
      amount: 'amount',
      currency: 'currency',
      description: 'description',
      balance: 'balance',
    },
    order: 'dmy',
  },
  {
    bank: 'Starling',
    header: ['date', 'counter party', 'reference', 'type', 'amount', 'balance'],
    columns: {
      date: 'date',
      payee: 'counter party',
      description: 'reference',
      amount: 'amount',
      balance: 'balance',
      category: 'spending category',
    },
    order: 'dmy',
  },
  {
    bank: 'Revolut',
    header: ['type', 'product', 'started date', 'completed date', 'description', 'amount', 'fee', 'currency'],
    columns: {
      account: 'product',
      date: 'completed date',
      description: 'description',
      amount: 'amount',
      fee: 'fee',
      currency: 'currency',
      status: 'state',
      balance: 'balance',
    },
    order: 'ymd',
  },
  {
    bank: 'Barclays',
    header: ['number', 'date', 'account', 'amount', 'subcategory', 'memo'],
    columns: { date: 'date', account: 'account', amount: 'amount', description: 'memo' },
    order: 'dmy',
  },
  {
    bank: 'Lloyds Bank',
    header: ['transaction date', 'transaction type', 'sort code', 'account number', 'debit amount'],
    columns: {
      date: 'transaction date',
      account: 'account number',
      description: 'transaction description',
      debit: 'debit amount',
      credit: 'credit amount',
      balance: 'balance',
    },
    order: 'dmy',
  },
  {
    bank: 'NatWest',
    header: ['date', 'type', 'description', 'value', 'balance', 'account name', 'account number'],
    columns: {
      date: 'date',
      description: 'description',
      amount: 'value',
      balance: 'balance',
      account: 'account number',
    },
    order: 'dmy',
  },
  {
    bank: 'Sparkasse',
    header: ['auftragskonto', 'buchungstag', 'verwendungszweck', 'betrag', 'waehrung', 'info'],
    columns: {
      account: 'auftragskonto',
      date: 'buchungstag',
      description: 'verwendungszweck',
      payee: 'beguenstigter/zahlungspflichtiger',
      amount: 'betrag',
      currency: 'waehrung',
      status: 'info',
    },
    order: 'dmy',
    decimal: ',',
  },
  {
    bank: 'DKB',
    header: ['buchungsdatum', 'wertstellung', 'status', 'zahlungspflichtige*r', 'zahlungsempfänger*in'],
    columns: {
      date: 'buchungsdatum',
      status: 'status',
      payer: 'zahlungspflichtige*r',
      payee: 'zahlungsempfänger*in',
      description: 'verwendungszweck',
      amount: 'betrag',
    },
    order: 'dmy',
    decimal: ',',
  },
  {
    bank: 'DKB',
    header: ['buchungstag', 'wertstellung', 'auftraggeber / begünstigter', 'kontonummer', 'blz', 'betrag'],
    columns: {
      date: 'buchungstag',
      payee: 'auftraggeber / begünstigter',
      description: 'verwendungszweck',
      amount: 'betrag',
    },
    order: 'dmy',
    decimal: ',',
  },
  {
    bank: 'ING (Germany)',
    header: ['buchung', 'auftraggeber/empfänger', 'buchungstext', 'verwendungszweck', 'betrag', 'währung'],
    columns: {
      date: 'buchung',
      payee: 'auftraggeber/empfänger',
      description: 'verwendungszweck',
      balance: 'saldo',
      currency: 'währung',
      amount: 'betrag',
    },
    order: 'dmy',
    decimal: ',',
  },
  {
    bank: 'Volksbank, Raiffeisenbank, GLS, or Sparda',
    header: ['iban auftragskonto', 'buchungstag', 'name zahlungsbeteiligter', 'verwendungszweck', 'betrag'],
    columns: {
      account: 'iban auftragskonto',
      date: 'buchungstag',
      payee: 'name zahlungsbeteiligter',
      description: 'verwendungszweck',
      amount: 'betrag',
      currency: 'waehrung',
      balance: 'saldo nach buchung',
    },
    order: 'dmy',
    decimal: ',',
  },
  {
    bank: 'Commerzbank',
    header: ['buchungstag', 'wertstellung', 'umsatzart', 'buchungstext', 'betrag', 'währung'],
    columns: {
      account: 'iban kontoinhaber',
      date: 'buchungstag',
      description: 'buchungstext',
      amount: 'betrag',
      currency: 'währung',
      category: 'kategorie',
    },
    order: 'dmy',
    decimal: ',',
  },
  {
    bank: 'Postbank or Deutsche Bank',
    header: ['buchungstag', 'wert', 'umsatzart', 'begünstigter / auftraggeber', 'betrag', 'soll', 'haben'],
    columns: {
      date: 'buchungstag',
      payee: 'begünstigter / auftraggeber',
      description: 'verwendungszweck',
      amount: 'betrag',
      currency: 'währung',
    },
    order: 'dmy',
    decimal: ',',
  },
  {
    bank: 'N26',
    header: ['booking date', 'value date', 'partner name', 'type', 'payment reference', 'amount'],
    columns: {
      date: 'booking date',
      payee: 'partner name',
      description: 'payment reference',
      account: 'account name',
      amount: 'amount',
    },
    order: 'ymd',
    decimal: '.',
  },
  {
    bank: 'N26',
    header: ['date', 'payee', 'account number', 'transaction type', 'payment reference', 'amount'],
    columns: { date: 'date', payee: 'payee', description: 'payment reference', amount: 'amount' },
    order: 'ymd',
    decimal: '.',
  },
  {
    bank: 'Vivid',
    header: ['completed date', 'counterparty name', 'reference', 'payment amount', 'payment currency'],
    columns: {
      date: 'completed date',
      payee: 'counterparty name',
      description: 'reference',
      amount: 'payment amount',
      currency: 'payment currency',
    },
    order: 'dmy',
    decimal: '.',
  },
  {
    bank: 'BoursoBank',
    header: ['dateop', 'dateval', 'label', 'amount', 'accountnum'],
    // The column with the balance contains the current balance in every row, not the one after the row.
    columns: {
      account: 'accountnum',
      date: 'dateop',
      description: 'label',
      category: 'category',
      amount: 'amount',
    },
    decimal: ',',
    currency: 'EUR',
  },
  ...(
    [
      ['datum', 'naam / omschrijving', 'rekening', 'af bij', 'bedrag', 'mededelingen', 'saldo na mutatie'],
      [
        'date',
        'name / description',
        'account',
        'debit/credit',
        'amount',
        'notifications',
        'resulting balance',
      ],
    ] as const
  ).map(
    ([date, payee, account, sign, amount, description, balance]): KnownFormat => ({
      bank: 'ING (Netherlands)',
      header: [date, payee, account, sign, amount, description],
      columns: { date, payee, account, sign, amount, description, balance },
      order: 'ymd',
      decimal: ',',
    }),
  ),
  {
    bank: 'Rabobank',
    header: ['iban/bban', 'munt', 'volgnr', 'datum', 'bedrag', 'saldo na trn', 'naam tegenpartij'],
    columns: {
      account: 'iban/bban',
      currency: 'munt',
      id: 'volgnr',
      date: 'datum',
      amount: 'bedrag',
      balance: 'saldo na trn',
      payee: 'naam tegenpartij',
      description: 'omschrijving-1',
    },
    order: 'ymd',
    decimal: ',',
  },
  {
    bank: 'bunq',
    header: ['date', 'amount', 'account', 'counterparty', 'name', 'description'],
    columns: {
      date: 'date',
      amount: 'amount',
      account: 'account',
      payee: 'name',
      description: 'description',
    },
    order: 'ymd',
  },
  {
    bank: 'Knab',
    header: ['rekeningnummer', 'transactiedatum', 'valutacode', 'creditdebet', 'bedrag', 'omschrijving'],
    columns: {
      account: 'rekeningnummer',
      date: 'transactiedatum',
      currency: 'valutacode',
      sign: 'creditdebet',
      amount: 'bedrag',
      payee: 'tegenrekeninghouder',
      description: 'omschrijving',
      id: 'referentie',
    },
    order: 'dmy',
    decimal: ',',
  },
  {
    bank: 'PayPal',
    header: ['date', 'time', 'timezone', 'name', 'type', 'status', 'currency', 'gross', 'fee', 'net'],
    columns: {
      date: 'date',
      payee: 'name',
      description: 'type',
      status: 'status',
      currency: 'currency',
      amount: 'net',
      id: 'transaction id',
      balance: 'balance',
    },
  },
  {
    bank: 'Mint',
    header: ['date', 'description', 'original description', 'amount', 'transaction type', 'account name'],
    columns: {
      date: 'date',
      payee: 'description',
      description: 'original description',
      amount: 'amount',
      sign: 'transaction type',
      category: 'category',
      account: 'account name',
    },
    order: 'mdy',
  },
  {
    bank: 'YNAB',
    header: ['account', 'flag', 'date', 'payee', 'category', 'memo', 'outflow', 'inflow'],
    columns: {
      account: 'account',
      date: 'date',
      payee: 'payee',
      category: 'category',
      description: 'memo',
      debit: 'outflow',
      credit: 'inflow',
    },
  },
  {
    bank: 'Monarch Money',
    header: ['date', 'merchant', 'category', 'account', 'original statement', 'notes', 'amount'],
    columns: {
      date: 'date',
      payee: 'merchant',
      category: 'category',
      account: 'account',
      description: 'original statement',
      amount: 'amount',
    },
    order: 'ymd',
  },
];

const isYmdDate = (cell: string | undefined) => readDay(cell ?? '', 'ymd') !== null;

const HEADERLESS_FORMATS: readonly HeaderlessFormat[] = [
  {
    bank: 'Wells Fargo',
    columns: { date: 0, amount: 1, description: 4 },
    order: 'mdy',
    currency: 'USD',
    matches: (cells) =>
      cells.length === 5 &&
      /^\d{1,2}\/\d{1,2}\/\d{4}$/.test(cells[0] ?? '') &&
      /^-?[\d,]+\.\d\d$/.test(cells[1] ?? '') &&
      cells[2] === '*' &&
      /^\d*$/.test(cells[3] ?? ''),
  },
  {
    bank: 'ABN AMRO',
    columns: { account: 0, currency: 1, date: 2, balance: 4, amount: 6, description: 7 },
    order: 'ymd',
    decimal: ',',
    matches: (cells) =>
      cells.length === 8 &&
      /^[A-Z]{3}$/.test(cells[1] ?? '') &&
      isYmdDate(cells[2]) &&
      isYmdDate(cells[5]) &&
      /,\d\d$/.test(cells[6] ?? ''),
  },
];

/** Normalizes a column name: lowercase, without a final unit such as `(EUR)`, `(€)`, or `($)`. */
export const normalizeName = (cell: string) =>
  cell
    .normalize('NFC')
    .toLowerCase()
    .replace(/ ?\((?:[a-z]{3}|[$€£])\)$/, '');

const LOOKED_AT_ROWS = 40;
const CHECKED_ROWS = 20;

export type FoundFormat = Omit<KnownFormat, 'header' | 'columns'> & {
  header: number | null;
  columns: Partial<Record<Meaning, number>>;
};

/** Finds the known layout of a table; null if it has another one. */
export function findKnownFormat(rows: readonly TableRow[]): FoundFormat | null {
  for (const [index, { cells }] of rows.slice(0, LOOKED_AT_ROWS).entries()) {
    const names = cells.map(normalizeName);
    const matching = KNOWN_FORMATS.filter(({ header }) => header.every((name) => names.includes(name)));
    const found = matching.toSorted((a, b) => b.header.length - a.header.length)[0];
    if (!found) continue;
    const columns = Object.entries(found.columns).flatMap(([meaning, name]) => {
      const column = names.indexOf(name);
      return column < 0 ? [] : [[meaning, column]];
    });
    return { ...found, header: index, columns: Object.fromEntries(columns) };
  }
  const headerless = HEADERLESS_FORMATS.find(
    ({ matches }) => rows.length > 0 && rows.slice(0, CHECKED_ROWS).every(({ cells }) => matches(cells)),
  );
  return headerless ? { ...headerless, header: null } : null;
}
