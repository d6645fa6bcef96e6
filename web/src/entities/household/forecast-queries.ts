import { readHouseholdFile } from '@engine/household/file.ts';
import type { HouseholdFile } from '@engine/household/schema/household.ts';
import { addMinor, fromMinor, type Minor, toMinor, ZERO } from '@engine/money/minor.ts';
import { queryOptions } from '@tanstack/react-query';
import { everyPage } from '@/lib/all-pages';
import { convertMinor } from '@/lib/money';
import { requestQuery } from '@/lib/requests';
import { supabase } from '@/lib/supabase';
import type { DayValue } from '@/ui/charts/scales';

export const forecastQueries = {
  /** Reads the household at a checkpoint, which never changes. */
  checkpoint: (checkpointId: string) =>
    queryOptions({
      queryKey: ['forecasts', 'checkpoint', checkpointId],
      queryFn: async () => {
        const { data } = await supabase
          .rpc('read_checkpoint', { checkpoint_id: checkpointId })
          .throwOnError();
        return getFile(data);
      },
      staleTime: Number.POSITIVE_INFINITY,
      // Comparing thousands of entries takes longer than replacing them.
      structuralSharing: false,
      meta: { failure: "We couldn't load the checkpoint" },
    }),
  /** Reads the current household with its ledger. */
  present: (customerId: string) =>
    queryOptions({
      queryKey: ['forecasts', 'present', customerId],
      queryFn: async () => {
        const { data } = await supabase.rpc('export_household').throwOnError();
        return getFile(data);
      },
      structuralSharing: false,
      meta: { failure: "We couldn't load recent activity" },
    }),
  /**
   * Reads the total balance of accounts at the end of each day since `from`, in one currency at daily rates.
   */
  past: (accounts: readonly { id: string; currency: string }[], into: string, from: string) =>
    requestQuery(
      ['forecasts', 'past', accounts.map(({ id }) => id), into, from],
      "We couldn't load past balances",
      async () => {
        const foreignCurrencies = [...new Set(accounts.map(({ currency }) => currency))].filter(
          (currency) => currency !== into,
        );
        const [rates, ...histories] = await Promise.all([
          ratesSince(foreignCurrencies, into, from),
          ...accounts.map(async ({ id, currency }) => {
            const { data } = await supabase.rpc('balance_history', { account_id: id, from }).throwOnError();
            return data.map((row) => ({ ...row, currency }));
          }),
        ]);
        const sums = new Map<string, Minor>();
        for (const { day, balance, currency } of histories.flat()) {
          const rate = currency === into ? 1 : rates.get(`${currency} ${day}`);
          const worth = rate === undefined ? ZERO : convertMinor(toMinor(balance), rate);
          sums.set(day, addMinor(sums.get(day) ?? ZERO, worth));
        }
        return sinceFirstMoney([...sums].map(([day, value]) => ({ day, value: fromMinor(value) })));
      },
    ),
};

function getFile(data: unknown): HouseholdFile {
  const read = readHouseholdFile(data);
  if ('problem' in read) throw new Error(read.problem);
  return read.file;
}

/** Returns exchange rates by currency and day. */
async function ratesSince(currencies: readonly string[], into: string, from: string) {
  const rows = await everyPage(async (first, last) => {
    if (currencies.length === 0) return [];
    const { data } = await supabase
      .from('exchange_rates')
      .select('base, rate, rate_date')
      .eq('quote', into)
      .in('base', currencies)
      .gte('rate_date', from)
      .order('rate_date')
      .order('base')
      .range(first, last)
      .throwOnError();
    return data;
  });
  return new Map(rows.map(({ base, rate, rate_date }) => [`${base} ${rate_date}`, rate]));
}

/**
 * Removes the days before the first account. On these days there was no balance, which is different from a
 * zero balance.
 */
function sinceFirstMoney(points: readonly DayValue[]): DayValue[] {
  const sorted = points.toSorted((left, right) => left.day.localeCompare(right.day));
  const first = sorted.findIndex(({ value }) => value !== 0);
  return first < 0 ? sorted.slice(-1) : sorted.slice(first);
}
