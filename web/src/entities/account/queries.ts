import type { Database } from '@/lib/database.types';
import { requestQuery } from '@/lib/requests';
import { supabase } from '@/lib/supabase';

/** An account as the bank's functions return it. */
export type AccountRow = Database['public']['Tables']['accounts']['Row'];
export type Account = AccountRow & {
  /** The balance without the amounts on hold. */
  available_balance: number;
};

const FAILURE = 'Failed to load accounts';

export const accountQueries = {
  /** Reads the customer's accounts and the accounts that have no owner, which every customer sees. */
  list: () =>
    requestQuery(['accounts', 'list'], FAILURE, () =>
      supabase
        .from('accounts')
        .select('*, available_balance')
        .order('created_at')
        .order('id')
        .overrideTypes<Account[], { merge: false }>(),
    ),
  /** Reads the balance at the end of each simulated day since the account was opened. */
  history: (accountId: string) =>
    requestQuery(['accounts', 'history', accountId], FAILURE, () =>
      supabase.rpc('balance_history', { account_id: accountId }),
    ),
};

/**
 * Returns true if the account belongs to the customer and is open, so that money can move in and out. Money
 * in a CD can't move.
 */
export function isUsable({ user_id, closed_at, type }: Account): boolean {
  return user_id !== null && closed_at === null && type !== 'CD';
}

/** Returns true if the account can pay bills in a currency: an open checking or savings account. */
export function canPayIn(account: Account, currency: string): boolean {
  return isUsable(account) && account.type !== 'INVESTMENT' && account.currency === currency;
}

/** Formats a masked account number: `•••• 4417`. */
export function maskedNumber({ account_number }: Account): string {
  return `•••• ${account_number.slice(-4)}`;
}

const TAX_TREATMENT_LABELS: Record<string, string> = {
  '401k': '401(k)',
  traditional_ira: 'Traditional IRA',
  roth_ira: 'Roth IRA',
  hsa: 'HSA',
};

/** Returns the label of an account's type, or of its tax treatment: `Roth IRA`. */
export const getTypeLabel = ({ type, tax_treatment: treatment }: Pick<Account, 'type' | 'tax_treatment'>) =>
  (treatment && TAX_TREATMENT_LABELS[treatment]) ?? TYPE_LABELS[type];

export const TYPE_LABELS: Record<string, string> = {
  CHECKING: 'Checking',
  SAVINGS: 'Savings',
  INVESTMENT: 'Investment',
  CD: 'Certificate of deposit',
};
