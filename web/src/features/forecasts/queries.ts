import type { ChargeRow, TransactionRow } from '@engine/forecast-history.ts';
import { queryOptions } from '@tanstack/react-query';
import { everyPage } from '@/lib/every-page';
import { addMinor, fromMinor, type Minor, toMinor } from '@/lib/money';
import { supabase } from '@/lib/supabase';
import type { DayValue } from '@/ui/line-chart';

const FAILURE = { failure: 'Failed to load what the forecast rests on' };

export const forecastQueries = {
  /** What left the customer's accounts and was bought with the cards since an instant (ISO 8601). */
  spending: (customerId: string, since: string) =>
    queryOptions({
      queryKey: ['forecasts', 'spending', customerId, since],
      queryFn: async () => {
        const [transactions, charges] = await Promise.all([
          everyPage((first, last) => transactionsBetween(customerId, since, first, last)),
          everyPage((first, last) => chargesBetween(since, first, last)),
        ]);
        return { transactions, charges };
      },
      meta: FAILURE,
    }),
  /** What some accounts of one currency held together at the end of each day, from a day on. */
  past: (accountIds: readonly string[], from: string) =>
    queryOptions({
      queryKey: ['forecasts', 'past', accountIds, from],
      queryFn: async () => {
        const histories = await Promise.all(
          accountIds.map(async (account_id) => {
            const { data } = await supabase.rpc('balance_history', { account_id, from }).throwOnError();
            return data;
          }),
        );
        const sums = new Map<string, Minor>();
        for (const { day, balance } of histories.flat())
          sums.set(day, addMinor(sums.get(day) ?? (0 as Minor), toMinor(balance)));
        return sinceFirstMoney([...sums].map(([day, value]) => ({ day, value: fromMinor(value) })));
      },
      meta: { failure: 'Failed to load past balances' },
    }),
};

/** Days before there was an account are no days without money. */
function sinceFirstMoney(points: readonly DayValue[]): DayValue[] {
  const sorted = points.toSorted((one, other) => one.day.localeCompare(other.day));
  const first = sorted.findIndex(({ value }) => value !== 0);
  return first < 0 ? sorted.slice(-1) : sorted.slice(first);
}

async function transactionsBetween(
  customerId: string,
  since: string,
  first: number,
  last: number,
): Promise<TransactionRow[]> {
  const { data } = await supabase
    .from('transactions')
    .select('account_id, amount, date, kind, direction, description, merchant, categories(name)')
    .eq('user_id', customerId)
    .eq('direction', 'out')
    .gte('date', since)
    .order('date', { ascending: false })
    .order('id', { ascending: false })
    .range(first, last)
    .throwOnError();
  return data.map(({ categories, ...row }) => ({ ...row, category: categories?.name ?? null }));
}

async function chargesBetween(since: string, first: number, last: number): Promise<ChargeRow[]> {
  const { data } = await supabase
    .from('card_activity')
    .select('card_id, amount, at, category')
    .eq('kind', 'card_charge')
    .gte('at', since)
    .order('at', { ascending: false })
    .order('entry_id', { ascending: false })
    .range(first, last)
    .throwOnError();
  return data.flatMap(({ card_id, amount, at, category }) =>
    card_id && at && amount !== null && amount > 0 ? [{ card_id, amount, at, category }] : [],
  );
}
