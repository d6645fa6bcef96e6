import type { Database } from '@/lib/database.types';
import { requestQuery } from '@/lib/requests';
import { supabase } from '@/lib/supabase';

export type ScheduledPayment = Database['public']['Tables']['scheduled_payments']['Row'];
export type RuleEvent = Database['public']['Views']['rule_history']['Row'];
export type PaymentException = Database['public']['Tables']['payment_exceptions']['Row'];

/** The largest number of rows in a response. */
const PAGE_ROWS = 1000;
/** Covers a household with daily purchases. */
const MOST_PAGES = 5;
const HISTORY_ROWS = 60;
const FAILURE = "We couldn't load your scheduled payments";

export const scheduledPaymentQueries = {
  list: () =>
    requestQuery(['scheduled-payments', 'list'], FAILURE, () =>
      supabase.from('scheduled_payments').select('*').order('created_at').order('id'),
    ),
  /** Reads the history of a rule, latest first. */
  history: (ruleId: string) =>
    requestQuery(['scheduled-payments', 'history', ruleId], "We couldn't load the payment history", () =>
      supabase
        .from('rule_history')
        .select('*')
        .eq('rule_id', ruleId)
        .order('at', { ascending: false })
        .limit(HISTORY_ROWS),
    ),
  /** Failed payments since an instant (ISO 8601), latest first. */
  failures: (since: string) =>
    requestQuery(['scheduled-payments', 'failures', since], FAILURE, () =>
      supabase
        .from('household_events')
        .select('*')
        .eq('kind', 'payment_failed')
        .gte('at', since)
        .order('at', { ascending: false })
        .limit(HISTORY_ROWS),
    ),
  /** Loads the payments since an instant (ISO 8601) to detect recurring ones. */
  outgoing: (customerId: string, since: string) =>
    requestQuery(
      ['scheduled-payments', 'outgoing', customerId, since],
      "We couldn't load last year's payments",
      async () => {
        const rows: Outgoing[] = [];
        for (let page = 0; page < MOST_PAGES; page += 1) {
          const read = await outgoingPage(customerId, since, page);
          rows.push(...read);
          if (read.length < PAGE_ROWS) break;
        }
        return rows;
      },
    ),
};

export type Outgoing = Awaited<ReturnType<typeof outgoingPage>>[number];

async function outgoingPage(customerId: string, since: string, page: number) {
  const { data } = await supabase
    .from('transactions')
    .select('date, amount, currency, account_id, counter_account_id, category_id, merchant, description')
    .eq('user_id', customerId)
    .eq('direction', 'out')
    .in('kind', ['withdrawal', 'payment', 'transfer'])
    .gte('date', since)
    .order('date', { ascending: false })
    .order('id', { ascending: false })
    .range(page * PAGE_ROWS, (page + 1) * PAGE_ROWS - 1)
    .throwOnError();
  return data;
}
