import type { SavedDocument } from '@/entities/document/uploads';
import type { CategorizationRule } from '@/features/transaction-rules/queries';
import type { Database } from '@/lib/database.types';
import { requestQuery } from '@/lib/requests';
import { supabase } from '@/lib/supabase';

type Tables = Database['public']['Tables'];
export type Edit = Tables['transaction_edits']['Row'];
export type PayHistory = Database['public']['Views']['pay_history']['Row'];
/** A transaction that reverses or replaces the current transaction. */
export type Correction = Pick<Tables['transactions']['Row'], 'id' | 'kind' | 'date' | 'amount' | 'currency'>;

/** A transaction on an account or card, with all its annotations. Amounts are in major units. */
export type TransactionDetails = NonNullable<Awaited<ReturnType<typeof readDetail>>>;

const FAILURE = "We couldn't load the transaction";

export const detailQueries = {
  /** Reads a transaction. Returns null if it doesn't belong to the customer. */
  one: (rowId: string) => requestQuery(['transactions', 'detail', rowId], FAILURE, () => readDetail(rowId)),
  /**
   * Reads the last day of the statement that reconciled the transaction. Returns null if the transaction
   * isn't reconciled.
   */
  reconciled: (accountId: string, entryId: number) =>
    requestQuery(['transactions', 'reconciled', accountId, entryId], FAILURE, async () => {
      const { data } = await supabase
        .from('reconciled_transactions')
        .select('reconciliations(statement_date)')
        .eq('account_id', accountId)
        .eq('entry_id', entryId)
        .maybeSingle()
        .throwOnError();
      return data?.reconciliations?.statement_date ?? null;
    }),
  /** Reads the pay stub of a paycheck with its year-to-date totals. Returns null if there is none. */
  payStub: (entryId: number) =>
    requestQuery(['transactions', 'pay-stub', entryId], "We couldn't load the pay stub", () =>
      supabase.from('pay_history').select('*').eq('entry_id', entryId).maybeSingle(),
    ),
};

async function readDetail(rowId: string) {
  const isCard = rowId.includes(':');
  const [row, details, tags, splits, attachments] = await Promise.all([
    isCard ? readCharge(rowId) : readMovement(rowId),
    supabase
      .from('transaction_details')
      .select('*')
      .eq('transaction_key', rowId)
      .maybeSingle()
      .throwOnError(),
    supabase.from('transaction_tags').select('tag').eq('transaction_key', rowId).order('tag').throwOnError(),
    supabase
      .from('transaction_splits')
      .select('category_id, amount, note')
      .eq('transaction_key', rowId)
      .order('position')
      .throwOnError(),
    supabase
      .from('transaction_attachments')
      .select('document_id')
      .eq('transaction_key', rowId)
      .throwOnError(),
  ]);
  if (!row) return null;
  const saved = details.data;
  const ruleId = isCard ? (saved?.rule_id ?? null) : row.ruleId;
  const [documents, rule, corrections] = await Promise.all([
    readDocuments(attachments.data.map(({ document_id: id }) => id)),
    ruleId ? readRule(ruleId) : null,
    row.correctedBy ? readCorrections(rowId) : [],
  ]);
  return {
    ...row,
    rowId,
    ...(isCard && saved?.has_category && { categoryId: saved.category_id }),
    ...(isCard && saved?.merchant && { merchant: saved.merchant }),
    note: saved?.note ?? null,
    tags: tags.data.map(({ tag }) => tag),
    splits: splits.data,
    documents,
    /** The id of the last rule that changed the transaction. The rule might no longer exist. */
    ruleId,
    rule,
    corrections,
  };
}

async function readMovement(id: string) {
  const { data } = await supabase.from('transactions').select('*').eq('id', id).maybeSingle().throwOnError();
  return (
    data && {
      kind: data.kind,
      direction: data.direction === 'in' ? ('in' as const) : ('out' as const),
      amount: data.amount,
      currency: data.currency,
      at: data.date,
      description: data.description,
      merchant: data.merchant,
      categoryId: data.category_id,
      accountId: data.account_id,
      counterAccountId: data.counter_account_id,
      cardId: null,
      entryId: data.entry_id,
      exchangeRate: data.exchange_rate,
      ruleId: data.rule_id,
      corrects: data.corrects,
      correctedBy: data.corrected_by,
    }
  );
}

async function readCharge(rowId: string) {
  const [cardId = '', entryId = ''] = rowId.split(':');
  const { data } = await supabase
    .from('card_activity')
    .select('*')
    .eq('card_id', cardId)
    .eq('entry_id', Number(entryId))
    .maybeSingle()
    .throwOnError();
  return (
    data && {
      kind: data.kind ?? 'card_charge',
      direction: (data.amount ?? 0) < 0 ? ('in' as const) : ('out' as const),
      amount: Math.abs(data.amount ?? 0),
      currency: data.currency ?? 'USD',
      at: data.at ?? '',
      description: data.description,
      merchant: data.merchant,
      categoryId: data.category_id,
      accountId: null,
      counterAccountId: null,
      cardId: data.card_id,
      entryId: data.entry_id,
      exchangeRate: null,
      ruleId: null,
      corrects: null,
      correctedBy: null,
    }
  );
}

async function readDocuments(ids: string[]): Promise<SavedDocument[]> {
  if (ids.length === 0) return [];
  const { data } = await supabase
    .from('documents')
    .select('*')
    .in('id', ids)
    .is('deleted_at', null)
    .order('created_at')
    .throwOnError();
  return data;
}

async function readRule(id: string): Promise<CategorizationRule | null> {
  const { data } = await supabase
    .from('categorization_rules')
    .select('*')
    .eq('id', id)
    .maybeSingle()
    .throwOnError();
  return data;
}

async function readCorrections(rowId: string): Promise<Correction[]> {
  const { data } = await supabase
    .from('transactions')
    .select('id, kind, date, amount, currency')
    .eq('corrects', rowId)
    .order('date')
    .throwOnError();
  return data;
}

/** Returns a transaction's title: the customer's or bank's description, or else its type. */
export function titleOfDetail({ description, merchant, direction, cardId }: TransactionDetails): string {
  if (cardId) return merchant ?? description ?? 'Card';
  return description ?? merchant ?? (direction === 'in' ? 'Money in' : 'Money out');
}
