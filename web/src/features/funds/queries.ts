import type { ReturnSet } from '@engine/investments/funds.ts';
import type { Database } from '@/lib/database.types';
import { type Arguments, requestMutation, requestQuery } from '@/lib/requests';
import { supabase } from '@/lib/supabase';

type Tables = Database['public']['Tables'];
export type FundAccount = Tables['fund_accounts']['Row'];
export type Holding = Tables['holdings']['Row'];
export type FundLot = Tables['lots']['Row'];
export type FundOrder = Tables['fund_orders']['Row'];

const FAILURE = "We couldn't load your funds";
const MOST_ORDERS = 500;

export const fundQueries = {
  /** Reads an account's settings for funds; null if it holds no funds. */
  account: (accountId: string) =>
    requestQuery(['funds', 'account', accountId], FAILURE, () =>
      supabase.from('fund_accounts').select('*').eq('account_id', accountId).maybeSingle(),
    ),
  holdings: (accountId: string) =>
    requestQuery(['funds', 'holdings', accountId], FAILURE, () =>
      supabase.from('holdings').select('*').eq('account_id', accountId).order('fund'),
    ),
  lots: (accountId: string) =>
    requestQuery(['funds', 'lots', accountId], FAILURE, () =>
      supabase.from('lots').select('*').eq('account_id', accountId).order('id'),
    ),
  /** Reads the latest orders, newest first. */
  orders: (accountId: string) =>
    requestQuery(['funds', 'orders', accountId], FAILURE, () =>
      supabase
        .from('fund_orders')
        .select('*')
        .eq('account_id', accountId)
        .order('placed_at', { ascending: false })
        .order('id')
        .limit(MOST_ORDERS),
    ),
  /** Reads the dividends since an instant, including reinvested ones. */
  dividends: (accountId: string, since: string) =>
    requestQuery(['funds', 'dividends', accountId, since], FAILURE, () =>
      supabase
        .from('household_events')
        .select('id, at, facts')
        .eq('kind', 'fund_dividend')
        .eq('subject', accountId)
        .gte('at', since),
    ),
};

type RecurringInvestment = {
  name: string;
  account_id: string;
  to_account_id: string;
  fund: string;
  amount: number;
  frequency: string;
};

export const fundMutations = {
  convert: requestMutation("We couldn't convert the account", (input: Arguments<'convert_to_funds'>) =>
    supabase.rpc('convert_to_funds', input),
  ),
  change: requestMutation("We couldn't save the settings", (input: Arguments<'change_fund_account'>) =>
    supabase.rpc('change_fund_account', input),
  ),
  setReturns: requestMutation("We couldn't save the returns", (returns: ReturnSet) =>
    supabase.rpc('set_fund_returns', { returns }),
  ),
  order: requestMutation("We couldn't place the order", (input: Arguments<'place_fund_order'>) =>
    supabase.rpc('place_fund_order', input),
  ),
  cancel: requestMutation("We couldn't cancel the order", (input: Arguments<'cancel_fund_order'>) =>
    supabase.rpc('cancel_fund_order', input),
  ),
  repeat: requestMutation("We couldn't save the recurring investment", (rule: RecurringInvestment) =>
    supabase.from('scheduled_payments').insert(rule).select().single(),
  ),
};
