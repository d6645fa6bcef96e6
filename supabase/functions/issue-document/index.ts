import type { SupabaseClient } from '@supabase/supabase-js';
import { forCustomers } from '../access.ts';
import { corsHeaders } from '../environment.ts';
import { cardStatementPaper } from './card-statement.ts';
import { agreementPaper, schedulePaper } from './debt.ts';
import type { CardStatement, Debt, Receipt, Statement, TaxSummary } from './facts.ts';
import { receiptPaper, taxSummaryPaper } from './others.ts';
import type { Paper } from './paper.ts';
import { statementPaper } from './statement.ts';

const BUCKET = 'documents';
const STATUS: Record<string, number> = { NTFND: 404 };
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** A document of the bank, with its content until its file exists. */
type Told =
  | ({ kind: 'statement' } & Statement)
  | ({ kind: 'card_statement' } & CardStatement)
  | ({ kind: 'agreement' | 'schedule' } & Debt)
  | ({ kind: 'tax_summary' } & TaxSummary)
  | ({ kind: 'receipt' } & Receipt);
type Kept = { path: string; sha256: string | null };

/**
 * Creates the file of one of the caller's documents, `{ "document_id": "…" }`, once: later calls return the
 * same file. Returns the document, whose file is read through the storage API.
 */
export default forCustomers(async ({ request, bank, customer }) => {
  const document = await getDocument(request);
  if (document === null) return refusal('NTFND', "We couldn't find that document.");
  try {
    return answer(await issued(bank, { customer_id: customer.id, document_id: document }), 200);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return refusal(error.code, error.message);
  }
});

type Ids = { customer_id: string; document_id: string };

async function issued(bank: SupabaseClient, ids: Ids): Promise<unknown> {
  const { data } = await bank.rpc('document_facts', ids).throwOnError();
  const told = data as Told & Kept;
  if (told.sha256 !== null) return keep(bank, ids, new Uint8Array());
  const made = await getPaper(told).end();
  return keep(bank, ids, await store(bank, told.path, made));
}

/** Concurrent first requests create the same bytes. The first stored file is the document. */
async function store(
  bank: SupabaseClient,
  path: string,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> {
  const files = bank.storage.from(BUCKET);
  const { error } = await files.upload(path, bytes, { contentType: 'application/pdf', cacheControl: '0' });
  if (!error) return bytes;
  if (!('statusCode' in error && error.statusCode === '409')) throw error;
  const first = await files.download(path);
  if (first.error) throw first.error;
  return new Uint8Array(await first.data.arrayBuffer());
}

async function keep(bank: SupabaseClient, ids: Ids, bytes: Uint8Array<ArrayBuffer>): Promise<unknown> {
  const { data } = await bank
    .rpc('save_issued_file', { ...ids, size: bytes.length, sha256: await sha256(bytes) })
    .single()
    .throwOnError();
  return data;
}

function getPaper(told: Told): Paper {
  switch (told.kind) {
    case 'statement':
      return statementPaper(told);
    case 'card_statement':
      return cardStatementPaper(told);
    case 'agreement':
      return agreementPaper(told);
    case 'schedule':
      return schedulePaper(told);
    case 'tax_summary':
      return taxSummaryPaper(told);
    case 'receipt':
      return receiptPaper(told);
  }
}

async function getDocument(request: Request): Promise<string | null> {
  try {
    const { document_id: id } = (await request.json()) as { document_id?: unknown };
    return typeof id === 'string' && UUID.test(id) ? id : null;
  } catch {
    return null;
  }
}

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function isRefusal(error: unknown): error is { code: string; message: string } {
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
  return /^[A-Z]{5}$/.test(code);
}

const refusal = (code: string, message: string) =>
  answer({ code, message, details: null }, STATUS[code] ?? 422);

function answer(body: unknown, status: number): Response {
  return Response.json(body, { status, headers: corsHeaders });
}
