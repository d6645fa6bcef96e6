import { netWorthQuery } from '@/entities/household/net-worth-query';
import type { InsightRow } from '@/entities/insight/insight-text';
import { requestQuery } from '@/lib/requests';
import { supabase } from '@/lib/supabase';
import type { FirstStepsRow } from './start/first-steps';

const FAILURE = "We couldn't load your dashboard";

export const dashboardQueries = {
  /** Reads the completed first steps and last month's cash flow. */
  firstSteps: () =>
    requestQuery(['dashboard', 'first-steps'], "We couldn't load your checklist", () =>
      supabase.rpc('first_steps').single().overrideTypes<FirstStepsRow, { merge: false }>(),
    ),
  /** Reads the insights that the customer hasn't dismissed. */
  insights: () =>
    requestQuery(['dashboard', 'insights'], "We couldn't load your insights", async () => {
      const [insights, dismissals] = await Promise.all([
        supabase.rpc('insights').throwOnError(),
        supabase.from('insight_dismissals').select('key').throwOnError(),
      ]);
      return {
        rows: insights.data as unknown as InsightRow[],
        dismissed: new Set(dismissals.data.map(({ key }) => key)),
      };
    }),
  netWorth: netWorthQuery,
  /** Reads the net worth at the end of each day between two days, while a fast-forward posts them. */
  netWorthBetween: (from: string, to: string) =>
    requestQuery(['dashboard', 'net-worth', from, to], FAILURE, () =>
      supabase.rpc('net_worth_history', { from, to }),
    ),
  /**
   * Reads the parts of today's net worth, by kind and currency. They add up to the latest value of
   * `netWorth`.
   */
  netWorthParts: () =>
    requestQuery(['dashboard', 'net-worth-parts'], FAILURE, () => supabase.rpc('net_worth_parts')),
  /**
   * Reads the income and spending in the current simulated month, in the base currency. Excludes transfers.
   */
  monthFlow: () => requestQuery(['dashboard', 'month-flow'], FAILURE, () => supabase.rpc('month_flow')),
};
