import type { Database } from '@/lib/database.types';
import { requestQuery } from '@/lib/requests';
import { supabase } from '@/lib/supabase';

export type Account = Database['public']['Tables']['accounts']['Row'];

const FAILURE = 'Failed to load accounts';

export const accountQueries = {
  /** The customer's accounts, and those without an owner, which everyone sees. */
  list: () =>
    requestQuery(['accounts', 'list'], FAILURE, () =>
      supabase.from('accounts').select('*').order('created_at').order('id'),
    ),
  /** The balance at the end of each simulated day since the account was opened. */
  history: (accountId: string) =>
    requestQuery(['accounts', 'history', accountId], FAILURE, () =>
      supabase.rpc('balance_history', { account_id: accountId }),
    ),
};

/** Returns true if money can move on the account: it belongs to the customer and is open. */
export function isUsable({ user_id, closed_at }: Account): boolean {
  return user_id !== null && closed_at === null;
}

/** Formats a masked account number: `•••• 4417`. */
export function maskedNumber({ account_number }: Account): string {
  return `•••• ${account_number.slice(-4)}`;
}

export const TYPE_LABELS: Record<string, string> = {
  CHECKING: 'Checking',
  SAVINGS: 'Savings',
  INVESTMENT: 'Investment',
};
