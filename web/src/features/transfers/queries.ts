import { dayText, parseDay, weekday } from '@engine/calendar/calendar.ts';
import type { Database } from '@/lib/database.types';
import { formatExactRate } from '@/lib/money';
import { requestQuery } from '@/lib/requests';
import { supabase } from '@/lib/supabase';
import type { Plan } from './plan';

/** A price for a transfer between currencies, in major units. */
export type Quote = Database['public']['Functions']['quote_transfer']['Returns'][number];

export const transferQueries = {
  /** Reads a quote for a transfer between currencies at today's simulated rate. */
  quote: (from: string, to: string, amount: number, side: Plan['side']) =>
    requestQuery(['transfers', 'quote', from, to, amount, side], "We couldn't load the exchange rate", () =>
      supabase
        .rpc('quote_transfer', { from_account_id: from, to_account_id: to, amount, fixed_side: side })
        .single(),
    ),
  /** Reads the id of the transaction that an entry posted to an account. Returns null if there is none. */
  transaction: (accountId: string, entryId: number | null) =>
    requestQuery(['transfers', 'transaction', accountId, entryId], "We couldn't load the transfer", () =>
      supabase
        .from('transactions')
        .select('id')
        .eq('account_id', accountId)
        .eq('entry_id', entryId ?? 0)
        .maybeSingle(),
    ),
};

/** Returns true if the customer chose the amount that arrives. */
export const isPurchase = ({ margin_currency, currency_from }: Quote): boolean =>
  margin_currency === currency_from;

/** Returns the day of a quote's mid-market rate: Friday on a weekend, because markets are closed. */
export function getMarketDay({ rate_date }: Quote): string {
  return dayText(parseDay(rate_date) - countDaysAfterFriday(rate_date));
}

/** Formats the margin of a quote: `0.6%`, or `1% on weekends`. */
export function formatMargin(quote: Quote): string {
  const percent = formatExactRate(Math.round(Math.abs(1 - quote.rate / quote.mid_rate) * 1_000) / 10);
  return countDaysAfterFriday(quote.rate_date) > 0 ? `${percent} on weekends` : percent;
}

/** Returns 1 on a Saturday, 2 on a Sunday, and 0 on other days. */
const countDaysAfterFriday = (day: string) => Math.max(0, (weekday(parseDay(day)) || SUNDAY) - FRIDAY);

const [FRIDAY, SUNDAY] = [5, 7];
