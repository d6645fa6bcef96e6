import type { Database } from '@/lib/database.types';
import { everyRowQuery, requestQuery, type WithNulls } from '@/lib/requests';
import { supabase } from '@/lib/supabase';
import type { Range } from './range';

/** A period and the period before it, as in `Range`. */
type Span = Pick<Range, 'from' | 'to' | 'beforeFrom' | 'beforeTo'>;

type Functions = Database['public']['Functions'];

/**
 * Income or spending by month, by category, or by account and card, in major units. Rows whose `part` is
 * `currency` list the currencies in use.
 */
export type FlowRow = WithNulls<
  Functions['analytics_flows']['Returns'][number],
  'month' | 'direction' | 'category_id' | 'category' | 'account_id' | 'card_id' | 'amount'
>;

export type MerchantRow = Functions['analytics_merchants']['Returns'][number];

type SpendingView = Database['public']['Views']['spending_in_base']['Row'];
type NullableColumn = 'category_id' | 'category' | 'merchant' | 'description' | 'account_id' | 'card_id';
/** A purchase, bill, or income. Its `base_amount` is null if there is no exchange rate for that day. */
export type SpendingRow = Pick<SpendingView, NullableColumn | 'base_amount'> & {
  [Column in 'id' | 'day' | 'amount' | 'currency' | 'kind']: NonNullable<SpendingView[Column]>;
};

/**
 * The value of one kind of account or debt at the end of a day; debts are negative. `worth` is in the base
 * currency at that day's rate; null if there is no rate.
 */
export type WorthRow = WithNulls<Omit<Functions['net_worth_months']['Returns'][number], 'rate'>, 'worth'>;

const FAILURE = "We couldn't load your analytics";
const SPENDING_COLUMNS =
  'id, day, amount, currency, category_id, category, merchant, description, account_id, card_id, kind, base_amount';
const MERCHANTS = 8;

const getSpan = ({ from, to, beforeFrom, beforeTo }: Span, currency: string | null) => ({
  from_day: from,
  to_day: to,
  before_from: beforeFrom,
  before_to: beforeTo,
  in_currency: currency,
});

export const analyticsQueries = {
  flows: (range: Span, currency: string | null) =>
    requestQuery(['analytics', 'flows', getSpan(range, currency)], FAILURE, () =>
      supabase.rpc('analytics_flows', getSpan(range, currency)).overrideTypes<FlowRow[], { merge: false }>(),
    ),
  merchants: (range: Range, currency: string | null) =>
    requestQuery(['analytics', 'merchants', getSpan(range, currency)], FAILURE, () =>
      supabase.rpc('analytics_merchants', { ...getSpan(range, currency), most: MERCHANTS }),
    ),
  /** Reads a category's transactions, latest first. */
  rows: (range: Range, currency: string | null, direction: string, categoryId: string | null) =>
    everyRowQuery(
      ['analytics', 'rows', range.from, range.to, currency, direction, categoryId],
      FAILURE,
      (first, last) => {
        const rows = getSpending(direction, range.from).lte('day', range.to).range(first, last);
        const inCurrency = currency === null ? rows : rows.eq('currency', currency);
        return categoryId === null
          ? inCurrency.is('category_id', null)
          : inCurrency.eq('category_id', categoryId);
      },
    ),
  /** Reads the spending since a day, to find recurring and unusual payments. */
  spentSince: (day: string) =>
    everyRowQuery(['analytics', 'spent-since', day], FAILURE, (first, last) =>
      getSpending('out', day).range(first, last),
    ),
  /**
   * Reads how exchange rates changed the value of balances in other currencies between the ends of two days.
   */
  rateEffects: (from: string, to: string) =>
    requestQuery(['analytics', 'rate-effects', from, to], "We couldn't load exchange rate changes", () =>
      supabase.rpc('exchange_effects', { from_day: from, to_day: to }),
    ),
  worth: (from: string, to: string) =>
    requestQuery(['analytics', 'worth', from, to], "We couldn't load your net worth", () =>
      supabase
        .rpc('net_worth_months', { from_day: from, to_day: to })
        .overrideTypes<WorthRow[], { merge: false }>(),
    ),
};

/** Reads transactions on or after a day, latest first. */
function getSpending(direction: string, from: string) {
  return supabase
    .from('spending_in_base')
    .select<string, SpendingRow>(SPENDING_COLUMNS)
    .eq('direction', direction)
    .gte('day', from)
    .order('at', { ascending: false })
    .order('id');
}
