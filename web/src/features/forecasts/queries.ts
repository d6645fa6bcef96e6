import type { ChargeRow, TransactionRow } from '@engine/forecast-history.ts';
import { queryOptions } from '@tanstack/react-query';
import { addMinor, fromMinor, type Minor, toMinor } from '@/lib/money';
import { supabase } from '@/lib/supabase';
import type { DayValue } from '@/ui/line-chart';

/** As many rows as one answer of the bank may have. */
const PAGE_ROWS = 1000;
/** Enough for a household that buys something every other hour. */
const MOST_PAGES = 10;
const FAILURE = { failure: 'Failed to load what the forecast rests on' };

export const forecastQueries = {
  /** What left the customer's accounts and was bought with the cards since an instant (ISO 8601). */
  spending: (customerId: string, since: string) =>
    queryOptions({
      queryKey: ['forecasts', 'spending', customerId, since],
      queryFn: async () => {
        const [transactions, charges] = await Promise.all([
          allPages((page) => transactionsPage(customerId, since, page)),
          allPages((page) => chargesPage(since, page)),
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

async function allPages<Row>(read: (page: number) => Promise<Row[]>): Promise<Row[]> {
  const rows: Row[] = [];
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const more = await read(page);
    rows.push(...more);
    if (more.length < PAGE_ROWS) break;
  }
  return rows;
}

async function transactionsPage(customerId: string, since: string, page: number): Promise<TransactionRow[]> {
  const { data } = await supabase
    .from('transactions')
    .select('account_id, amount, date, kind, direction, description, merchant, categories(name)')
    .eq('user_id', customerId)
    .eq('direction', 'out')
    .gte('date', since)
    .order('date', { ascending: false })
    .order('id', { ascending: false })
    .range(page * PAGE_ROWS, (page + 1) * PAGE_ROWS - 1)
    .throwOnError();
  return data.map(({ categories, ...row }) => ({ ...row, category: categories?.name ?? null }));
}

async function chargesPage(since: string, page: number): Promise<ChargeRow[]> {
  const { data } = await supabase
    .from('card_activity')
    .select('card_id, amount, at, category')
    .eq('kind', 'card_charge')
    .gte('at', since)
    .order('at', { ascending: false })
    .order('entry_id', { ascending: false })
    .range(page * PAGE_ROWS, (page + 1) * PAGE_ROWS - 1)
    .throwOnError();
  return data.flatMap(({ card_id, amount, at, category }) =>
    card_id && at && amount !== null && amount > 0 ? [{ card_id, amount, at, category }] : [],
  );
}
