import { queryOptions } from '@tanstack/react-query';
import type { Database } from '@/lib/database.types';
import { supabase } from '@/lib/supabase';

export type Card = Database['public']['Tables']['credit_cards']['Row'];
export type Statement = Database['public']['Tables']['card_statements']['Row'];
export type CardControl = Database['public']['Tables']['card_controls']['Row'];
export type VirtualCard = Database['public']['Tables']['virtual_cards']['Row'];
export type InterestDay = Database['public']['Functions']['card_interest_days']['Returns'][number];
export type CardDispute = Database['public']['Tables']['card_disputes']['Row'];
export type LimitRequest = Database['public']['Tables']['card_limit_requests']['Row'];
/** Sensitive card details, read only on request and never stored. */
export type CardDetailSecrets = { card_number: string; expires_on: string; security_code: string };

/** A transaction on a card, in major units. Positive amounts increase the balance owed. */
export type CardEntry = {
  id: number;
  /** ISO 8601. */
  at: string;
  kind: string;
  description: string | null;
  merchant: string | null;
  category: string | null;
  categoryId: string | null;
  amount: number;
  /** The balance owed afterward. */
  owed: number;
};

const FAILURE = { failure: 'Failed to load credit cards' };
/** The largest number of rows in a response. */
const PAGE_ROWS = 1000;
/** Covers years of several purchases a day. */
const MOST_PAGES = 5;

export const creditCardQueries = {
  list: () =>
    queryOptions({
      queryKey: ['credit-cards', 'list'],
      queryFn: async () => {
        const { data } = await supabase.from('credit_cards').select('*').order('created_at').throwOnError();
        return data;
      },
      meta: FAILURE,
    }),
  /** All activity of a card, latest first. */
  activity: (cardId: string) =>
    queryOptions({
      queryKey: ['credit-cards', 'activity', cardId],
      queryFn: async () => {
        const entries: CardEntry[] = [];
        for (let page = 0; page < MOST_PAGES; page += 1) {
          const read = await activityPage(cardId, page);
          entries.push(...read);
          if (read.length < PAGE_ROWS) break;
        }
        return entries;
      },
      meta: FAILURE,
    }),
  /** The card's statements, latest first. */
  statements: (cardId: string) =>
    queryOptions({
      queryKey: ['credit-cards', 'statements', cardId],
      queryFn: async () => {
        const { data } = await supabase
          .from('card_statements')
          .select('*')
          .eq('card_id', cardId)
          .order('to_date', { ascending: false })
          .throwOnError();
        return data;
      },
      meta: { failure: 'Failed to load card statements' },
    }),
  controls: (cardId: string) =>
    queryOptions({
      queryKey: ['credit-cards', 'controls', cardId],
      queryFn: async () => {
        const { data } = await supabase
          .from('card_controls')
          .select('*')
          .eq('card_id', cardId)
          .order('created_at')
          .order('id')
          .throwOnError();
        return data;
      },
      meta: { failure: 'Failed to load spending controls' },
    }),
  /** Latest first. */
  virtualCards: (cardId: string) =>
    queryOptions({
      queryKey: ['credit-cards', 'virtual', cardId],
      queryFn: async () => {
        const { data } = await supabase
          .from('virtual_cards')
          .select('*')
          .eq('card_id', cardId)
          .order('created_at', { ascending: false })
          .order('id')
          .throwOnError();
        return data;
      },
      meta: { failure: 'Failed to load virtual cards' },
    }),
  /** The interest accrued on each day since the last statement. */
  interestDays: (cardId: string) =>
    queryOptions({
      queryKey: ['credit-cards', 'interest-days', cardId],
      queryFn: async () => {
        const { data } = await supabase.rpc('card_interest_days', { card_id: cardId }).throwOnError();
        return data;
      },
      meta: { failure: 'Failed to load card interest' },
    }),
  /** Latest first. */
  disputes: (cardId: string) =>
    queryOptions({
      queryKey: ['credit-cards', 'disputes', cardId],
      queryFn: async () => {
        const { data } = await supabase
          .from('card_disputes')
          .select('*')
          .eq('card_id', cardId)
          .order('opened_at', { ascending: false })
          .order('id')
          .throwOnError();
        return data;
      },
      meta: { failure: 'Failed to load disputes' },
    }),
  limitRequests: (cardId: string) =>
    queryOptions({
      queryKey: ['credit-cards', 'limit-requests', cardId],
      queryFn: async () => {
        const { data } = await supabase
          .from('card_limit_requests')
          .select('*')
          .eq('card_id', cardId)
          .order('decided_at', { ascending: false })
          .order('id')
          .throwOnError();
        return data;
      },
      meta: { failure: 'Failed to load limit requests' },
    }),
  replacements: (cardId: string) =>
    queryOptions({
      queryKey: ['credit-cards', 'replacements', cardId],
      queryFn: async () => {
        const { data } = await supabase
          .from('card_replacements')
          .select('*')
          .eq('card_id', cardId)
          .order('replaced_at', { ascending: false })
          .throwOnError();
        return data;
      },
      meta: { failure: 'Failed to load replacement cards' },
    }),
};

async function activityPage(cardId: string, page: number): Promise<CardEntry[]> {
  const { data } = await supabase
    .from('card_activity')
    .select('*')
    .eq('card_id', cardId)
    .order('entry_id', { ascending: false })
    .range(page * PAGE_ROWS, (page + 1) * PAGE_ROWS - 1)
    .throwOnError();
  return data.map((row) => ({
    id: row.entry_id ?? 0,
    at: row.at ?? '',
    kind: row.kind ?? '',
    description: row.description,
    merchant: row.merchant,
    category: row.category,
    categoryId: row.category_id,
    amount: row.amount ?? 0,
    owed: row.balance_after ?? 0,
  }));
}
