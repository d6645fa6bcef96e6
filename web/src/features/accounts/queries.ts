import { requestQuery } from '@/lib/requests';
import { supabase } from '@/lib/supabase';

/** The amounts that an account reached in a month with a fee, in minor units. Months have the form `2026-11`. */
export type FeeBasis = { fee: number; month: string; credits: number; lowest: number; average: number };

export const accountPlanQueries = {
  /** Reads an account's latest monthly fee, what it is based on, and whether we waived it; null without a fee. */
  latestFee: (accountId: string) =>
    requestQuery(['accounts', 'monthly-fee', accountId], "We couldn't load the monthly fee", async () => {
      const [moved, bases] = await Promise.all([
        supabase
          .from('transactions')
          .select('date, amount, kind, entry_id')
          .eq('account_id', accountId)
          .in('kind', ['maintenance_fee', 'fee_waived'])
          .order('date', { ascending: false })
          .limit(2)
          .throwOnError(),
        supabase
          .from('household_events')
          .select('at, facts')
          .eq('subject', accountId)
          .eq('kind', 'fee_basis')
          .order('at', { ascending: false })
          .limit(1)
          .throwOnError(),
      ]);
      const fee = moved.data.find(({ kind }) => kind === 'maintenance_fee');
      if (!fee) return null;
      const [basis] = bases.data;
      return {
        ...fee,
        isWaived: moved.data[0]?.kind === 'fee_waived',
        // Fees that were charged before we recorded this have none.
        basis: basis && basis.at === fee.date ? (basis.facts as FeeBasis) : null,
      };
    }),
};
