import { fromMinor } from '@engine/money/minor.ts';
import { isNewestFirst, type StatementRow } from '@/entities/statement-file/imports/statement';
import { toStorable } from '@/entities/statement-file/imports/text';
import { supabase } from '@/lib/supabase';

/** Transactions to import, in chronological order. */
export type Draft = { id: string; rows: readonly StatementRow[] };

/**
 * The number of rows per request. The bank accepts requests up to one megabyte, and a transaction with long
 * text has a few hundred characters.
 */
const ROWS_A_PIECE = 1000;
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
  for (let ordinal = 0; ordinal * ROWS_A_PIECE < rows.length; ordinal += 1) {
    const piece = rows.slice(ordinal * ROWS_A_PIECE, (ordinal + 1) * ROWS_A_PIECE).map(asSent);
    await supabase.rpc('upload_import_chunk', { draft: id, ordinal, rows: piece }).throwOnError();
    onSent?.(Math.min((ordinal + 1) * ROWS_A_PIECE, rows.length));
  }
}

function asSent(row: StatementRow) {
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
