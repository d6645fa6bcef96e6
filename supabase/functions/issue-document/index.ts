import type { SupabaseClient } from '@supabase/supabase-js';
import { z } from 'zod';
import { forCustomers } from '../access.ts';
import { computeSha256, readBody, refuse, respond } from '../responses.ts';
import { cardStatementPaper } from './card-statement.ts';
import { agreementPaper, schedulePaper } from './debt.ts';
import { escrowStatementPaper } from './escrow.ts';
import { lineStatementPaper } from './line-statement.ts';
import { receiptPaper, taxSummaryPaper } from './others.ts';
import type { Paper } from './paper.ts';
import { statementPaper } from './statement.ts';
import {
  form1098Paper,
  form1099BPaper,
  form1099DivPaper,
  form1099GPaper,
  form1099IntPaper,
  form1099RPaper,
  form1099SaPaper,
  payStubPaper,
  taxReturnPaper,
  w2Paper,
} from './tax.ts';

const BUCKET = 'documents';
const STATUSES = { NTFND: 404 };
const requestSchema = z.object({ document_id: z.guid() });

const PAPERS = {
  statement: statementPaper,
  card_statement: cardStatementPaper,
  agreement: agreementPaper,
  schedule: schedulePaper,
  tax_summary: taxSummaryPaper,
  receipt: receiptPaper,
  pay_stub: payStubPaper,
  w2: w2Paper,
  form_1099_int: form1099IntPaper,
  form_1099_div: form1099DivPaper,
  form_1099_b: form1099BPaper,
  form_1099_r: form1099RPaper,
  form_1099_sa: form1099SaPaper,
  form_1099_g: form1099GPaper,
  form_1098: form1098Paper,
  tax_return: taxReturnPaper,
  escrow_statement: escrowStatementPaper,
  line_statement: lineStatementPaper,
};

/** A document issued by the bank. `sha256` is null until its file is created. */
type IssuedDocument = { kind: keyof typeof PAPERS; path: string; sha256: string | null };

/**
 * Creates the file of one of the caller's documents, `{ "document_id": "…" }`. The file is created only once;
 * later calls return the same file. Returns the document; its file is available from the storage API.
 */
export default forCustomers(
  async ({ request, bank, customer }) => {
    const body = await readBody(request, requestSchema);
    if (body === null)
      return refuse({ code: 'NTFND', message: "We couldn't find that document." }, STATUSES.NTFND);
    return respond(await issueDocument(bank, { customer_id: customer.id, document_id: body.document_id }));
  },
  { statuses: STATUSES },
);

type Ids = { customer_id: string; document_id: string };

async function issueDocument(bank: SupabaseClient, ids: Ids): Promise<unknown> {
  const { data } = await bank.rpc('document_facts', ids).throwOnError();
  const document = data as IssuedDocument;
  if (document.sha256 !== null) return saveFile(bank, ids, new Uint8Array());
  const buildPaper = PAPERS[document.kind] as (document: unknown) => Paper;
  const bytes = await buildPaper(document).end();
  return saveFile(bank, ids, await storeOnce(bank, document.path, bytes));
}

/**
 * Stores the file. Concurrent first requests create identical bytes, and the first stored file becomes the
 * document.
 */
async function storeOnce(
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

async function saveFile(bank: SupabaseClient, ids: Ids, bytes: Uint8Array<ArrayBuffer>): Promise<unknown> {
  const { data } = await bank
    .rpc('save_issued_file', { ...ids, size: bytes.length, sha256: await computeSha256(bytes) })
    .single()
    .throwOnError();
  return data;
}
