import { fromMinor } from '@engine/money/minor.ts';
import { isNewestFirst, type StatementRow } from '@/entities/statement-file/imports/statement';
import { toStorable } from '@/entities/statement-file/imports/text';
import { supabase } from '@/lib/supabase';

/** Transactions to import, in chronological order. */
export type Draft = { id: string; rows: readonly StatementRow[] };

/** The highest number of rows, and of bytes, per request. The bank accepts requests up to one megabyte. */
const MAX_ROWS = 1000;
const MAX_BYTES = 700_000;
const sent = new Map<string, Promise<void>>();

/**
 * Converts a statement's rows to a draft, oldest first. Reverses the rows if the newest one comes first.
 */
export function getDraft(rows: readonly StatementRow[]): Draft {
  return { id: crypto.randomUUID(), rows: isNewestFirst(rows) ? rows.toReversed() : rows };
}

/** Sends the transactions in batches, and reports the number sent. A failed call can be retried. */
export function sendDraft(draft: Draft, onSent?: (rows: number) => void): Promise<void> {
  const earlier = sent.get(draft.id);
  if (earlier) return earlier;
  const sending = send(draft, onSent);
  sent.clear();
  sent.set(draft.id, sending);
  sending.catch(() => sent.delete(draft.id));
  return sending;
}

async function send({ id, rows }: Draft, onSent?: (rows: number) => void): Promise<void> {
  let sentRows = 0;
  let ordinal = 0;
  for (const chunk of splitIntoChunks(rows)) {
    await supabase.rpc('upload_import_chunk', { draft: id, ordinal, rows: chunk }).throwOnError();
    ordinal += 1;
    sentRows += chunk.length;
    onSent?.(sentRows);
  }
}

/** Splits the rows into requests that are small enough for the bank, even if their descriptions are long. */
export function* splitIntoChunks(rows: readonly StatementRow[]): Generator<ReturnType<typeof toRequest>[]> {
  const encoder = new TextEncoder();
  let chunk: ReturnType<typeof toRequest>[] = [];
  let bytes = 0;
  for (const row of rows.map(toRequest)) {
    const size = encoder.encode(JSON.stringify(row)).length + 1;
    if (chunk.length === MAX_ROWS || bytes + size > MAX_BYTES) {
      yield chunk;
      chunk = [];
      bytes = 0;
    }
    chunk.push(row);
    bytes += size;
  }
  if (chunk.length > 0) yield chunk;
}

function toRequest(row: StatementRow) {
  const { line, day, amount, description, payee, category, externalId, balance, problem } = row;
  return {
    line,
    ...(day !== null && { day }),
    ...(amount !== null && { amount: fromMinor(amount) }),
    ...((description || payee) && { description: toStorable(description || payee, 500) }),
    ...(payee && { merchant: toStorable(payee, 120) }),
    ...(category && { category: toStorable(category, 80) }),
    ...(externalId && { external_id: toStorable(externalId, 255) }),
    ...(balance !== null && { balance: fromMinor(balance) }),
    ...(problem && { problem: toStorable(problem, 200) }),
  };
}
