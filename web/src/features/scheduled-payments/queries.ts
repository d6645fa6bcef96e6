import type { Database } from '@/lib/database.types';
import { everyRowQuery, requestQuery } from '@/lib/requests';
import { supabase } from '@/lib/supabase';

export type ScheduledPayment = Database['public']['Tables']['scheduled_payments']['Row'];
export type RuleEvent = Database['public']['Views']['rule_history']['Row'];
export type PaymentException = Database['public']['Tables']['payment_exceptions']['Row'];

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
  /** Reads failed payments since an instant (ISO 8601), latest first. */
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
  /** Loads payments since an instant (ISO 8601), to detect recurring payments. */
  outgoing: (customerId: string, since: string) =>
    everyRowQuery(
      ['scheduled-payments', 'outgoing', customerId, since],
      "We couldn't load your past payments",
      (first, last) => selectOutgoing(customerId, since).range(first, last),
    ),
};

const selectOutgoing = (customerId: string, since: string) =>
  supabase
    .from('transactions')
    .select('date, amount, currency, account_id, counter_account_id, category_id, merchant, description')
    .eq('user_id', customerId)
    .eq('direction', 'out')
    .in('kind', ['withdrawal', 'payment', 'transfer'])
    .gte('date', since)
    .order('date', { ascending: false })
    .order('id', { ascending: false });

export type Outgoing = NonNullable<Awaited<ReturnType<typeof selectOutgoing>>['data']>[number];
