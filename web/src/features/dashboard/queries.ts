import { queryOptions } from '@tanstack/react-query';
import { dayOf } from '@/lib/dates';
import type { InsightRow } from '@/lib/insight-words';
import { fromMinor, type Minor } from '@/lib/money';
import { supabase } from '@/lib/supabase';
import type { FirstStepsRow } from './first-steps';

const FAILURE = { failure: 'Failed to load your dashboard' };

/** What the bank has written of the values of the customer's homes, at instants: which days they are, the zone says. */
const valuationRows = () =>
  queryOptions({
    queryKey: ['dashboard', 'valuations'],
    queryFn: async () => {
      const { data } = await supabase
        .from('happenings')
        .select('at, subject, facts')
        .eq('kind', 'property_value')
        .order('at')
        .throwOnError();
      return data;
    },
    meta: FAILURE,
  });

export const dashboardQueries = {
  /** What of the first steps the books say is done, and what the latest month came to. */
  firstSteps: () =>
    queryOptions({
      queryKey: ['dashboard', 'first-steps'],
      queryFn: async () => {
        const { data } = await supabase.rpc('first_steps').single().throwOnError();
        return data as unknown as FirstStepsRow;
      },
      meta: { failure: 'Failed to load your first steps' },
    }),
  /** What is worth knowing now, without what was dismissed. */
  insights: () =>
    queryOptions({
      queryKey: ['dashboard', 'insights'],
      queryFn: async () => {
        const [insights, dismissals] = await Promise.all([
          supabase.rpc('insights').throwOnError(),
          supabase.from('insight_dismissals').select('key').throwOnError(),
        ]);
        return {
          rows: insights.data as unknown as InsightRow[],
          dismissed: new Set(dismissals.data.map(({ key }) => key)),
        };
      },
      meta: { failure: 'Failed to load what is worth knowing' },
    }),
  /** What all is worth at the end of each simulated day, by currency. */
  netWorth: () =>
    queryOptions({
      queryKey: ['dashboard', 'net-worth'],
      queryFn: async () => {
        const { data } = await supabase.rpc('net_worth_history').throwOnError();
        return data;
      },
      meta: FAILURE,
    }),
  valuationRows,
  /** On which days the customer's homes were valued anew, in order of time. Major units. */
  valuations: (zone: string) =>
    queryOptions({
      ...valuationRows(),
      select: (rows) =>
        rows.map(({ at, subject, facts }) => ({
          subject: subject ?? '',
          day: dayOf(at, zone),
          value: fromMinor((facts as { value: Minor }).value),
        })),
    }),
  /** In and out of the current simulated month, in the base currency; what moves between own accounts is neither. */
  monthFlow: () =>
    queryOptions({
      queryKey: ['dashboard', 'month-flow'],
      queryFn: async () => {
        const { data } = await supabase.rpc('month_flow').throwOnError();
        return data;
      },
      meta: FAILURE,
    }),
  /** Rates of a day into the customer's base currency. */
  rates: (base: string, day: string) =>
    queryOptions({
      queryKey: ['dashboard', 'rates', base, day],
      queryFn: async () => {
        const { data } = await supabase
          .from('exchange_rates')
          .select('base, rate')
          .eq('quote', base)
          .eq('rate_date', day)
          .throwOnError();
        return Object.fromEntries([[base, 1], ...data.map((row) => [row.base, row.rate])]) as Record<
          string,
          number
        >;
      },
      meta: FAILURE,
    }),
};
