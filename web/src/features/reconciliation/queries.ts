import type { Database } from '@/lib/database.types';
import { startOfDay } from '@/lib/dates';
import { type Arguments, requestMutation, requestQuery } from '@/lib/requests';
import { supabase } from '@/lib/supabase';

export type Reconciliation = Database['public']['Tables']['reconciliations']['Row'];
export type OpenRow = Pick<
  Database['public']['Tables']['transactions']['Row'],
  'id' | 'entry_id' | 'date' | 'amount' | 'direction' | 'description' | 'merchant' | 'type'
>;

const PAGE_ROWS = 1000;
const FAILURE = "We couldn't load the statement";

export const reconcileQueries = {
  /** Reads reconciled statements, latest first. */
  history: (accountId: string) =>
    requestQuery(['reconciliations', 'history', accountId], FAILURE, () =>
      supabase
        .from('reconciliations')
        .select('*')
        .eq('account_id', accountId)
        .order('statement_date', { ascending: false })
        .order('reconciled_at', { ascending: false }),
    ),
  /** Reads an account's unreconciled transactions up to a day, oldest first. */
  openRows: (accountId: string, until: string, timeZone: string) =>
    requestQuery(['reconciliations', 'rows', accountId, until, timeZone], FAILURE, async () => {
      const [rows, marks] = await Promise.all([
        readAll<OpenRow>((from) =>
          supabase
            .from('transactions')
            .select('id, entry_id, date, amount, direction, description, merchant, type')
            .eq('account_id', accountId)
            .lt('date', startOfDay(until, timeZone, 1))
            .order('date')
            .range(from, from + PAGE_ROWS - 1)
            .throwOnError(),
        ),
        readAll<{ entry_id: number }>((from) =>
          supabase
            .from('reconciled_transactions')
            .select('entry_id')
            .eq('account_id', accountId)
            .order('entry_id')
            .range(from, from + PAGE_ROWS - 1)
            .throwOnError(),
        ),
      ]);
      const done = new Set(marks.map(({ entry_id }) => entry_id));
      return rows.filter(({ entry_id: entry }) => entry === null || !done.has(entry));
    }),
};

async function readAll<Row>(page: (from: number) => PromiseLike<{ data: Row[] }>): Promise<Row[]> {
  const rows: Row[] = [];
  for (;;) {
    const { data } = await page(rows.length);
    rows.push(...data);
    if (data.length < PAGE_ROWS) return rows;
  }
}

export const reconcileMutations = {
  finish: requestMutation(
    "We couldn't finish the reconciliation",
    (statement: Arguments<'finish_reconciliation'>) => supabase.rpc('finish_reconciliation', statement),
  ),
  undo: requestMutation("We couldn't undo the reconciliation", (reconciliationId: string) =>
    supabase.rpc('undo_reconciliation', { reconciliation_id: reconciliationId }),
  ),
};
