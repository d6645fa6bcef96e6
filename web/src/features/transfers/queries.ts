import { dayText, parseDay, weekday } from '@engine/calendar/calendar.ts';
import type { Database } from '@/lib/database.types';
import { formatExactRate } from '@/lib/money';
import { requestQuery } from '@/lib/requests';
import { supabase } from '@/lib/supabase';

/** A price for a transfer between currencies, in major units. */
export type Quote = Database['public']['Functions']['quote_transfer']['Returns'][number];

export const transferQueries = {
  /** Reads a quote for a transfer between currencies at today's simulated rate. */
  quote: (from: string, to: string, amount: number) =>
    requestQuery(['transfers', 'quote', from, to, amount], "We couldn't load the exchange rate", () =>
      supabase.rpc('quote_transfer', { from_account_id: from, to_account_id: to, amount }).single(),
    ),
};

/** Returns the day of a quote's mid-market rate: Friday on a weekend, because markets are closed. */
export function getMarketDay({ rate_date }: Quote): string {
  return dayText(parseDay(rate_date) - countDaysAfterFriday(rate_date));
}

/** Formats the margin of a quote: `0.6%`, or `1% on weekends`. */
export function formatMargin(quote: Quote): string {
  const percent = formatExactRate(Math.round((1 - quote.rate / quote.mid_rate) * 1_000) / 10);
  return countDaysAfterFriday(quote.rate_date) > 0 ? `${percent} on weekends` : percent;
}

/** Returns 1 on a Saturday, 2 on a Sunday, and 0 on other days. */
const countDaysAfterFriday = (day: string) => Math.max(0, (weekday(parseDay(day)) || SUNDAY) - FRIDAY);

const [FRIDAY, SUNDAY] = [5, 7];
