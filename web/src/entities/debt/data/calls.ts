import { fromMinor, type Minor } from '@engine/money/minor.ts';
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import type { Database } from '@/lib/database.types';
import { requestMutation, requestQuery } from '@/lib/requests';
import { supabase } from '@/lib/supabase';
import type { Debt } from './terms';

export type DebtEntry = Database['public']['Views']['debt_activity']['Row'];
/** An event of a debt that moves no money. */
export type DebtEvent = Database['public']['Tables']['household_events']['Row'];
export type Valuation = { at: string; value: number };
/** A payment with its parts, in major units. */
export type DebtPayment = Database['public']['Views']['debt_payments']['Row'];

/** The payoff amount of a debt on a day. Major units. */
export type PayoffQuote = {
  on_date: string;
  balance: number;
  accrued_interest: number;
  total: number;
  per_day: number;
  days: number;
  currency: string;
};

/** A new loan or mortgage that replaces old ones. In major units, percent a year, and months. */
export type RefinanceOffer = {
  offer_id: string;
  rate: number;
  fee: number;
  payoff: number;
  amount: number;
  term: number;
  monthly_payment: number;
  total_interest: number;
  expires_on: string;
  currency: string;
  reasons: string[];
};

/** The largest number of rows in a response. */
const PAGE_ROWS = 1000;
/** Covers fifty years of interest and installments with extra payments. */
const MOST_PAGES = 4;
const TOLD = ['rate_reset', 'payment_failed', 'payment_missed', 'delinquent', 'cured', 'repaid'];

export const debtQueries = {
  /** All postings on a debt, oldest first. */
  activity: (debtId: string) =>
    queryOptions({
      queryKey: ['debts', 'activity', debtId],
      queryFn: async () => {
        const entries: DebtEntry[] = [];
        for (let page = 0; page < MOST_PAGES; page += 1) {
          const { data } = await supabase
            .from('debt_activity')
            .select('*')
            .eq('debt_id', debtId)
            .order('entry_id')
            .range(page * PAGE_ROWS, (page + 1) * PAGE_ROWS - 1)
            .throwOnError();
          entries.push(...data);
          if (data.length < PAGE_ROWS) break;
        }
        return entries;
      },
      meta: { failure: "We couldn't load your payments" },
    }),
  /** All payments with their interest and principal, oldest first. */
  payments: (debtId: string) =>
    queryOptions({
      queryKey: ['debts', 'payments', debtId],
      queryFn: async () => {
        const payments: DebtPayment[] = [];
        for (let page = 0; page < MOST_PAGES; page += 1) {
          const { data } = await supabase
            .from('debt_payments')
            .select('*')
            .eq('debt_id', debtId)
            .order('entry_id')
            .range(page * PAGE_ROWS, (page + 1) * PAGE_ROWS - 1)
            .throwOnError();
          payments.push(...data);
          if (data.length < PAGE_ROWS) break;
        }
        return payments;
      },
      meta: { failure: "We couldn't load your payments" },
    }),
  /** Reads the payoff amount of a debt on a day (`yyyy-MM-dd`). */
  payoffQuote: (debtId: string, onDate: string) =>
    queryOptions({
      queryKey: ['debts', 'payoff', debtId, onDate],
      queryFn: async () => {
        const { data } = await supabase
          .rpc('payoff_quote', { debt_id: debtId, on_date: onDate })
          .throwOnError();
        return data as PayoffQuote;
      },
      meta: { failure: "We couldn't load the payoff quote" },
    }),
  /** Rate resets, missed installments, and delinquency marks, latest first. */
  household_events: (debtId: string) =>
    requestQuery(['debts', 'household_events', debtId], "We couldn't load the history", () =>
      supabase
        .from('household_events')
        .select('*')
        .eq('subject', debtId)
        .in('kind', TOLD)
        .order('at', { ascending: false })
        .limit(PAGE_ROWS),
    ),
  /** Reads the valuations of a mortgage's home in chronological order. Major units. */
  valuations: (debtId: string) =>
    queryOptions({
      queryKey: ['debts', 'valuations', debtId],
      queryFn: async () => {
        const { data } = await supabase
          .from('household_events')
          .select('at, facts')
          .eq('subject', debtId)
          .eq('kind', 'property_value')
          .order('at')
          .limit(PAGE_ROWS)
          .throwOnError();
        return data.map(
          ({ at, facts }): Valuation => ({
            at,
            value: fromMinor((facts as { value: Minor }).value),
          }),
        );
      },
      meta: { failure: "We couldn't load your home value" },
    }),
};

const getTable = ({ product }: Pick<Debt, 'product'>) => (product === 'loan' ? 'loans' : 'mortgages');

export const debtMutations = {
  /** Sets the account and the extra amount of autopay; null turns it off. */
  autopay: requestMutation(
    "We couldn't update autopay",
    ({ debt, autopay }: { debt: Debt; autopay: Debt['autopay'] }) =>
      supabase
        .from(getTable(debt))
        .update({ autopay_account_id: autopay?.accountId ?? null, autopay_extra: autopay?.extra ?? 0 })
        .eq('id', debt.id),
  ),
  /** Makes an extra payment, which shortens the term or lowers the remaining installments. */
  payExtra: mutationOptions({
    mutationFn: async ({ debtId, amount, accountId, effect, requestId }: ExtraPayment) => {
      const { data } = await supabase
        .rpc('pay_extra', {
          debt_id: debtId,
          amount,
          account_id: accountId,
          effect,
          request_id: requestId,
        })
        .throwOnError();
      return data as { paid: number; remaining_balance: number; monthly_payment: number };
    },
    meta: { failure: "We couldn't make the extra payment" },
  }),
  /** Pays the whole balance with the interest since the last due date. */
  payOff: mutationOptions({
    mutationFn: async ({ debtId, accountId, requestId }: Payoff) => {
      const { data } = await supabase
        .rpc('pay_off', { debt_id: debtId, account_id: accountId, request_id: requestId })
        .throwOnError();
      return data as { paid: number; interest: number };
    },
    meta: { failure: "We couldn't pay off this debt" },
  }),
  /** Creates a scheduled payment for every due date. */
  schedule: requestMutation(
    "We couldn't schedule the payment",
    ({ debt, accountId, amount }: { debt: Debt; accountId: string; amount: number }) =>
      supabase.from('scheduled_payments').insert({
        name: `${debt.name} payment`,
        account_id: accountId,
        loan_id: debt.product === 'loan' ? debt.id : null,
        mortgage_id: debt.product === 'mortgage' ? debt.id : null,
        amount,
        frequency: 'MONTHLY',
        start_date: debt.nextDueDate,
      }),
  ),
  pause: mutationOptions({
    mutationFn: async ({ debtId, months, requestId }: Pause) => {
      const { data } = await supabase
        .rpc('pause_debt', { debt_id: debtId, months, request_id: requestId })
        .throwOnError();
      return data as { paused_until: string; next_payment: string };
    },
    meta: { failure: "We couldn't pause payments" },
  }),
  resume: mutationOptions({
    mutationFn: async (debtId: string) => {
      const { data } = await supabase.rpc('resume_debt', { debt_id: debtId }).throwOnError();
      return data as { next_payment: string };
    },
    meta: { failure: "We couldn't resume payments" },
  }),
  /** Asks the bank for an offer to refinance these debts. */
  askOffer: mutationOptions({
    mutationFn: async ({ debts, term }: { debts: readonly Debt[]; term: number }) => {
      const { data } = await supabase
        .rpc('refinance_offer', {
          debt_ids: debts.map(({ id }) => id),
          term,
          purpose: debts[0]?.product ?? 'loan',
        })
        .throwOnError();
      return data as RefinanceOffer;
    },
    meta: { failure: "We couldn't get an offer" },
  }),
  acceptOffer: mutationOptions({
    mutationFn: async ({ offerId, requestId }: { offerId: string; requestId: string }) => {
      const { data } = await supabase
        .rpc('accept_refinance', { offer_id: offerId, request_id: requestId })
        .throwOnError();
      return data as { id: string; name: string; product: Debt['product'] };
    },
    meta: { failure: "We couldn't accept the offer" },
  }),
};

type Payoff = { debtId: string; accountId: string | null; requestId: string };
type ExtraPayment = Payoff & { amount: number; effect: 'shorten' | 'lower' };
type Pause = { debtId: string; months: number; requestId: string };
