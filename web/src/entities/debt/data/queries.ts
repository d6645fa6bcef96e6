import { fromMinor, type Minor } from '@engine/money/minor.ts';
import type { Database } from '@/lib/database.types';
import { everyRowQuery, requestQuery, withJson } from '@/lib/requests';
import { supabase } from '@/lib/supabase';

export type DebtEntry = Database['public']['Views']['debt_activity']['Row'];
/** A debt event that doesn't move money. */
export type DebtEvent = Database['public']['Tables']['household_events']['Row'];
/** A payment with its parts, in major units. */
export type DebtPayment = Database['public']['Views']['debt_payments']['Row'];

/** A debt's payoff amount on a day, in major units. */
export type PayoffQuote = {
  on_date: string;
  balance: number;
  accrued_interest: number;
  total: number;
  per_day: number;
  days: number;
  currency: string;
};

/** The maximum number of rows in a response. */
const PAGE_ROWS = 1000;
const EVENT_KINDS = [
  'rate_reset',
  'repayment_started',
  'payment_failed',
  'payment_missed',
  'delinquent',
  'cured',
  'repaid',
  'escrow_analysis',
];

export const debtQueries = {
  /** Reads all postings on a debt, oldest first. */
  activity: (debtId: string) =>
    everyRowQuery(['debts', 'activity', debtId], "We couldn't load your payments", (first, last) =>
      supabase.from('debt_activity').select('*').eq('debt_id', debtId).order('entry_id').range(first, last),
    ),
  /** Reads all payments with their interest and principal, oldest first. */
  payments: (debtId: string) =>
    everyRowQuery(['debts', 'payments', debtId], "We couldn't load your payments", (first, last) =>
      supabase.from('debt_payments').select('*').eq('debt_id', debtId).order('entry_id').range(first, last),
    ),
  /** Reads a debt's payoff amount on a day (`yyyy-MM-dd`). */
  payoffQuote: (debtId: string, onDate: string) =>
    requestQuery(['debts', 'payoff', debtId, onDate], "We couldn't load the payoff quote", () =>
      withJson<PayoffQuote>(supabase.rpc('payoff_quote', { debt_id: debtId, on_date: onDate })),
    ),
  /** Reads rate resets, missed installments, and delinquency marks, latest first. */
  events: (debtId: string) =>
    requestQuery(['debts', 'events', debtId], "We couldn't load the history", () =>
      supabase
        .from('household_events')
        .select('*')
        .eq('subject', debtId)
        .in('kind', EVENT_KINDS)
        .order('at', { ascending: false })
        .limit(PAGE_ROWS),
    ),
  /** Reads the line of credit that a home secures; null if there is none. */
  creditLine: (mortgageId: string) =>
    requestQuery(['debts', 'line', mortgageId], "We couldn't load your line of credit", () =>
      supabase
        .from('loans')
        .select('id, name, amount, remaining_balance, currency')
        .eq('home_id', mortgageId)
        .maybeSingle(),
    ),
  /** Reads the valuations of a mortgaged home in chronological order, in major units. */
  valuations: (debtId: string) =>
    requestQuery(['debts', 'valuations', debtId], "We couldn't load your home value", async () => {
      const { data } = await supabase
        .from('household_events')
        .select('at, facts')
        .eq('subject', debtId)
        .eq('kind', 'property_value')
        .order('at')
        .limit(PAGE_ROWS)
        .throwOnError();
      return data.map(({ at, facts }) => ({ at, value: fromMinor((facts as { value: Minor }).value) }));
    }),
};
