import type { TransactionConditions } from '@engine/search/meaning.ts';
import type { OfxFile } from '@/entities/statement-file/exports/export-ofx';
import type { Exported, ExportedPlace, ExportFormat } from '@/entities/statement-file/exports/exported-row';
import type { Database } from '@/lib/database.types';
import { downloadFile } from '@/lib/download';
import { type Arguments, requestMutation } from '@/lib/requests';
import { supabase } from '@/lib/supabase';
import { type Draft, sendDraft } from './import/drafts';

type Exporting = {
  query: TransactionConditions | null;
  format: ExportFormat;
  today: string;
  onRead: (rows: number) => void;
};

export const importMutations = {
  takeIn: requestMutation(
    "We couldn't import the file",
    async ({ draft, ...request }: Omit<Arguments<'import_transactions'>, 'draft'> & { draft: Draft }) => {
      await sendDraft(draft);
      const { data } = await supabase
        .rpc('import_transactions', { ...request, draft: draft.id })
        .throwOnError();
      return data;
    },
  ),
  undo: requestMutation("We couldn't undo the import", (importId: string) =>
    supabase.rpc('undo_import', { import_id: importId }),
  ),
  /** Downloads the transactions that match a search and returns their count. */
  exportRows: requestMutation(
    "We couldn't export your transactions",
    async ({ query, format, today, onRead }: Exporting) => {
      const exported = await readRows(query, today, onRead);
      await saveRows(exported, format);
      return exported.rows.length;
    },
  ),
};

type FoundTransaction = Database['public']['Functions']['search_transactions']['Returns'][number];

/** The bank's maximum page size. */
const PAGE_ROWS = 1000;
const EVERYTHING: TransactionConditions = { conditions: [], sort: 'date' };

/**
 * Reads all transactions that match a search, page by page, and reports the count. If `query` is null, reads
 * all transactions.
 */
export async function readRows(
  query: TransactionConditions | null,
  today: string,
  onRead: (rows: number) => void,
): Promise<Exported> {
  const [places, categories] = await Promise.all([readPlaces(), readCategories()]);
  const names = new Map(places.map(({ id, name }) => [id, name]));
  const rows: Exported['rows'][number][] = [];
  let before: { date: string; transaction_key: string; amount: number } | null = null;
  for (;;) {
    const { data: page }: { data: FoundTransaction[] } = await supabase
      .rpc('search_transactions', { query: { ...(query ?? EVERYTHING) }, before, page_size: PAGE_ROWS })
      .throwOnError();
    rows.push(...page.map((row) => exportedRow(row, names, categories)));
    onRead(rows.length);
    const last = page.at(-1);
    if (!last || page.length < PAGE_ROWS) return { today, places, rows };
    before = {
      date: last.date,
      transaction_key: last.transaction_key,
      amount: last.part_amount ?? last.amount,
    };
  }
}

function exportedRow(
  row: FoundTransaction,
  names: Map<string, string>,
  categories: Map<string, string>,
): Exported['rows'][number] {
  const placeId = row.account_id ?? row.card_id ?? '';
  return {
    id: row.transaction_key,
    placeId,
    place: names.get(placeId) ?? '',
    day: row.day,
    amount: row.direction === 'in' ? row.amount : 0 - row.amount,
    currency: row.currency,
    description: row.description ?? '',
    merchant: row.merchant ?? '',
    category: categories.get(row.category_id) ?? '',
    kind: row.kind,
    tags: row.tags ?? [],
    note: row.note ?? '',
  };
}

async function readPlaces(): Promise<ExportedPlace[]> {
  const [{ data: accounts }, { data: cards }] = await Promise.all([
    supabase.from('accounts').select('id, name, account_number, currency, balance').throwOnError(),
    supabase.from('credit_cards').select('id, name, card_number, currency, balance').throwOnError(),
  ]);
  return [
    ...accounts.map(({ account_number: number, ...account }) => ({
      ...account,
      number,
      kind: 'bank' as const,
    })),
    // Exports omit full card numbers.
    ...cards.map(({ card_number: number, ...card }) => ({
      ...card,
      number: `XXXX${(number ?? '').slice(-4)}`,
      kind: 'card' as const,
    })),
  ];
}

async function readCategories(): Promise<Map<string, string>> {
  const { data } = await supabase.from('categories').select('id, name').throwOnError();
  return new Map(data.map(({ id, name }) => [id, name]));
}

const TYPES: Record<ExportFormat, { type: string; extension: string }> = {
  csv: { type: 'text/csv;charset=utf-8', extension: 'csv' },
  ofx: { type: 'application/x-ofx', extension: 'ofx' },
  qif: { type: 'application/qif', extension: 'qif' },
  json: { type: 'application/json', extension: 'json' },
};

/** Saves the rows as a file. Several OFX files, one for each account, are saved as one ZIP archive. */
async function saveRows(exported: Exported, format: ExportFormat): Promise<void> {
  const name = `transactions-${exported.today}`;
  if (format === 'ofx') {
    const { exportOfx } = await import('@/entities/statement-file/exports/export-ofx');
    const files = exportOfx(exported);
    const [first] = files;
    if (files.length > 1)
      downloadFile(`${name}-ofx.zip`, new Blob([await getZip(files)], { type: 'application/zip' }));
    else if (first) downloadFile(first.name, new Blob([first.text], TYPES.ofx));
    return;
  }
  const text = await written(exported, format);
  const { type, extension } = TYPES[format];
  // Without the byte order mark, spreadsheets assume an older encoding than UTF-8.
  downloadFile(`${name}.${extension}`, new Blob(format === 'csv' ? ['\ufeff', text] : [text], { type }));
}

/** Packs files into a ZIP archive. Accounts with the same name and digits get a number. */
async function getZip(files: readonly OfxFile[]): Promise<Uint8Array<ArrayBuffer>> {
  const { strToU8, zipSync } = await import('fflate');
  const packed: Record<string, Uint8Array> = {};
  for (const { name, text } of files) {
    let free = name;
    for (let number = 2; free in packed; number += 1) free = name.replace(/\.ofx$/, `-${number}.ofx`);
    packed[free] = strToU8(text);
  }
  return zipSync(packed);
}

async function written(exported: Exported, format: Exclude<ExportFormat, 'ofx'>): Promise<string> {
  if (format === 'csv')
    return (await import('@/entities/statement-file/exports/export-csv')).exportCsv(exported);
  if (format === 'qif')
    return (await import('@/entities/statement-file/exports/export-qif')).exportQif(exported);
  return (await import('@/entities/statement-file/exports/export-json')).exportJson(exported);
}
