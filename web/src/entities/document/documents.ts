import { formatAs, formatTextDate } from '@/lib/dates';
import { requestMutation, requestQuery } from '@/lib/requests';
import { callServer } from '@/lib/server-functions';
import { supabase } from '@/lib/supabase';
import type { SavedDocument } from './uploads';

const BUCKET = 'documents';
/** The lifetime of a download link. This is long enough for a download to start. */
const LINK_SECONDS = 60;

export const KIND_LABELS: Record<string, string> = {
  statement: 'Account statement',
  card_statement: 'Card statement',
  agreement: 'Agreement',
  schedule: 'Amortization schedule',
  tax_summary: 'Interest summary',
  receipt: 'Receipt',
  pay_stub: 'Pay stub',
  w2: 'Form W-2',
  form_1099_int: 'Form 1099-INT',
  form_1099_div: 'Form 1099-DIV',
  form_1099_b: 'Form 1099-B',
  form_1099_r: 'Form 1099-R',
  form_1099_sa: 'Form 1099-SA',
  form_1099_g: 'Form 1099-G',
  form_1098: 'Form 1098',
  tax_return: 'Tax return',
  escrow_statement: 'Escrow statement',
  line_statement: 'Line of credit statement',
  upload: 'Your file',
};

const TAX_FORMS: ReadonlySet<string> = new Set([
  'w2',
  'form_1099_int',
  'form_1099_div',
  'form_1099_b',
  'form_1099_r',
  'form_1099_sa',
  'form_1099_g',
  'form_1098',
  'tax_return',
]);

export const isTaxForm = ({ kind }: SavedDocument) => TAX_FORMS.has(kind);

/** The kinds of the monthly statements of accounts, cards, and lines of credit. */
export const STATEMENT_KINDS = ['statement', 'card_statement', 'line_statement'];

export const isStatement = ({ kind }: SavedDocument) => STATEMENT_KINDS.includes(kind);

/**
 * Returns a document's display name: account and month for a statement, and no file extension for other
 * issued documents.
 */
export function getTitle(document: SavedDocument): string {
  const { kind, name, about_name: about, period_to: day } = document;
  if (isStatement(document) && about && day) return `${about}, ${formatAs(day, 'MMMM yyyy')}`;
  return kind === 'upload' ? name : name.replace(/\.pdf$/, '');
}

/** Returns a document's period or date as text. */
export function formatWhen(document: SavedDocument): string {
  const { kind, period_from: from, period_to: to, created_at: createdAt } = document;
  if (kind === 'upload' || !from || !to) return formatTextDate(createdAt);
  if (kind === 'tax_summary' || isTaxForm(document)) return formatAs(to, 'yyyy');
  return from === to ? formatTextDate(to) : `${formatTextDate(from)} to ${formatTextDate(to)}`;
}

/**
 * Returns the file's bytes. If a document from the bank has no rendered file yet, the bank renders the file
 * first.
 */
export async function fetchDocument(document: SavedDocument): Promise<Blob> {
  const { path } = await renderDocument(document);
  const { storage } = supabase;
  const { data, error } = await storage.from(BUCKET).download(path);
  if (error) throw error;
  return data;
}

/** Downloads the file instead of opening it. */
export async function saveDocument(document: SavedDocument): Promise<void> {
  const { path, name } = await renderDocument(document);
  const { storage } = supabase;
  const { data, error } = await storage.from(BUCKET).createSignedUrl(path, LINK_SECONDS, { download: name });
  if (error) throw error;
  const link = window.document.createElement('a');
  link.href = data.signedUrl;
  link.rel = 'noopener';
  link.click();
}

function renderDocument(document: SavedDocument): Promise<SavedDocument> | SavedDocument {
  return document.sha256 === null
    ? callServer<SavedDocument>('issue-document', { document_id: document.id })
    : document;
}

/** Reads all documents, including the trash, latest first. Includes documents issued since the last visit. */
export const allDocuments = () =>
  requestQuery(['documents', 'all'], "We couldn't load your documents", () => supabase.rpc('my_documents'));

export const documentCalls = {
  save: requestMutation("We couldn't download the document", async (document: SavedDocument) => {
    await saveDocument(document);
    if (!document.seen_at)
      await supabase.rpc('mark_document_read', { document_id: document.id }).throwOnError();
  }),
  /**
   * Returns a transaction's receipt. The parameter is the transaction's id, or `<card>:<entry>` for a card
   * charge.
   */
  receipt: requestMutation("We couldn't create the receipt", async (rowId: string) => {
    const { data } = await supabase.rpc('issue_receipt', { transaction_key: rowId }).throwOnError();
    await saveDocument(data);
    return data;
  }),
  /** Downloads a pay stub. */
  payStub: requestMutation("We couldn't create the pay stub", async (payStubId: string) => {
    const { data } = await supabase.rpc('issue_pay_stub', { pay_stub_id: payStubId }).throwOnError();
    await saveDocument(data);
    return data;
  }),
};
