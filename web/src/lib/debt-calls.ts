import { mutationOptions, queryOptions } from '@tanstack/react-query';
import type { Database } from './database.types';
import type { Debt } from './debt-terms';
import { fromMinor, type Minor } from './money';
import { supabase } from './supabase';

export type DebtEntry = Database['public']['Views']['debt_activity']['Row'];
/** What happened to a debt without money moving. */
export type DebtHappening = Database['public']['Tables']['happenings']['Row'];
export type Valuation = { at: string; value: number };

/** As many rows as one answer of the bank may have. */
const PAGE_ROWS = 1000;
/** Enough for fifty years of interest and instalments, with extra payments. */
const MOST_PAGES = 4;
const TOLD = ['rate_reset', 'payment_failed', 'payment_missed', 'delinquent', 'cured', 'repaid'];

export const debtQueries = {
  /** Everything that was posted on one debt, the oldest first. */
  activity: (debtId: string) =>
    queryOptions({
      queryKey: ['debts', 'activity', debtId],
      queryFn: async () => {
        const entries: DebtEntry[] = [];
        for (let page = 0; page < MOST_PAGES; page += 1) {
          const { data } = await supabase
            .from('debt_activity')
            .select('*')
            .eq('debt_id', debtId)
            .order('entry_id')
            .range(page * PAGE_ROWS, (page + 1) * PAGE_ROWS - 1)
            .throwOnError();
          entries.push(...data);
          if (data.length < PAGE_ROWS) break;
        }
        return entries;
      },
      meta: { failure: 'Failed to load what was paid' },
    }),
  /** Resets, missed instalments and marks, the latest first. */
  happenings: (debtId: string) =>
    queryOptions({
      queryKey: ['debts', 'happenings', debtId],
      queryFn: async () => {
        const { data } = await supabase
          .from('happenings')
          .select('*')
          .eq('subject', debtId)
          .in('kind', TOLD)
          .order('at', { ascending: false })
          .limit(PAGE_ROWS)
          .throwOnError();
        return data;
      },
      meta: { failure: 'Failed to load what happened' },
    }),
  /** What the home of a mortgage was found to be worth, the oldest first. Major units. */
  valuations: (debtId: string) =>
    queryOptions({
      queryKey: ['debts', 'valuations', debtId],
      queryFn: async () => {
        const { data } = await supabase
          .from('happenings')
          .select('at, facts')
          .eq('subject', debtId)
          .eq('kind', 'property_value')
          .order('at')
          .limit(PAGE_ROWS)
          .throwOnError();
        return data.map(
          ({ at, facts }): Valuation => ({
            at,
            value: fromMinor((facts as { value: Minor }).value),
          }),
        );
      },
      meta: { failure: 'Failed to load what your home is worth' },
    }),
};

const tableOf = ({ product }: Pick<Debt, 'product'>) => (product === 'loan' ? 'loans' : 'mortgages');

export const debtMutations = {
  /** Draws instalments by itself from an account, with so much beyond each; null pays by hand. */
  autopay: mutationOptions({
    mutationFn: async ({ debt, autopay }: { debt: Debt; autopay: Debt['autopay'] }) => {
      await supabase
        .from(tableOf(debt))
        .update({ autopay_account_id: autopay?.accountId ?? null, autopay_extra: autopay?.extra ?? 0 })
        .eq('id', debt.id)
        .throwOnError();
    },
    meta: { failure: 'Failed to change autopay' },
  }),
};
