import type { CardProductId } from '@engine/products/cards/card-catalog.ts';
import { everyPage } from '@/lib/all-pages';
import type { Database } from '@/lib/database.types';
import { requestQuery } from '@/lib/requests';
import { supabase } from '@/lib/supabase';

/** A card as the bank's functions return it. */
export type CardRow = Database['public']['Tables']['credit_cards']['Row'];
export type Card = Omit<CardRow, 'product'> & {
  /** The product in the catalog; null for a card that the customer added. */
  product: CardProductId | null;
  /** The limit without the balance and pending purchases, never below zero. */
  available_credit: number;
};
export type Statement = Database['public']['Tables']['card_statements']['Row'];
export type CardControl = Database['public']['Tables']['card_controls']['Row'];
export type VirtualCard = Database['public']['Tables']['virtual_cards']['Row'];
export type InterestDay = Database['public']['Functions']['card_interest_days']['Returns'][number];
export type LimitRequest = Database['public']['Tables']['card_limit_requests']['Row'];
/** The sensitive details of a card, which are read only on request and never stored. */
export type CardDetailSecrets = { card_number: string; expires_on: string; security_code: string };

/** A transaction on a card, in major units. Positive amounts increase the balance owed. */
export type CardEntry = {
  id: number;
  /** ISO 8601. */
  at: string;
  /**
   * The instant from which the entry counts for statements and interest: `at`, unless it was imported later.
   */
  countsAt: string;
  kind: string;
  description: string | null;
  merchant: string | null;
  category: string | null;
  categoryId: string | null;
  amount: number;
  /** The balance owed after this entry. */
  owed: number;
  /** True for a fee that the customer can ask the bank to waive. */
  canWaive: boolean;
};

const FAILURE = 'Failed to load credit cards';

export const creditCardQueries = {
  list: () =>
    requestQuery(['credit-cards', 'list'], FAILURE, () =>
      supabase
        .from('credit_cards')
        .select('*, available_credit')
        .order('created_at')
        .overrideTypes<Card[], { merge: false }>(),
    ),
  /** Reads all activity of a card, latest first. */
  activity: (cardId: string) =>
    requestQuery(['credit-cards', 'activity', cardId], FAILURE, () =>
      everyPage((first, last) => getActivity(cardId, first, last)),
    ),
  /** Reads the card's statements, latest first. */
  statements: (cardId: string) =>
    requestQuery(['credit-cards', 'statements', cardId], 'Failed to load card statements', () =>
      supabase
        .from('card_statements')
        .select('*')
        .eq('card_id', cardId)
        .order('to_date', { ascending: false }),
    ),
  controls: (cardId: string) =>
    requestQuery(['credit-cards', 'controls', cardId], 'Failed to load spending controls', () =>
      supabase.from('card_controls').select('*').eq('card_id', cardId).order('created_at').order('id'),
    ),
  /** Reads the card's virtual cards, latest first. */
  virtualCards: (cardId: string) =>
    requestQuery(['credit-cards', 'virtual', cardId], 'Failed to load virtual cards', () =>
      supabase
        .from('virtual_cards')
        .select('*')
        .eq('card_id', cardId)
        .order('created_at', { ascending: false })
        .order('id'),
    ),
  /** Reads the interest accrued on each day since the last statement. */
  interestDays: (cardId: string) =>
    requestQuery(['credit-cards', 'interest-days', cardId], 'Failed to load card interest', () =>
      supabase.rpc('card_interest_days', { card_id: cardId }),
    ),
  /** Reads the card's disputes, latest first. */
  disputes: (cardId: string) =>
    requestQuery(['credit-cards', 'disputes', cardId], 'Failed to load disputes', () =>
      supabase
        .from('disputes')
        .select('*')
        .eq('card_id', cardId)
        .order('opened_at', { ascending: false })
        .order('id'),
    ),
  limitRequests: (cardId: string) =>
    requestQuery(['credit-cards', 'limit-requests', cardId], 'Failed to load limit requests', () =>
      supabase
        .from('card_limit_requests')
        .select('*')
        .eq('card_id', cardId)
        .order('decided_at', { ascending: false })
        .order('id'),
    ),
  replacements: (cardId: string) =>
    requestQuery(['credit-cards', 'replacements', cardId], 'Failed to load replacement cards', () =>
      supabase
        .from('card_replacements')
        .select('*')
        .eq('card_id', cardId)
        .order('replaced_at', { ascending: false }),
    ),
};

async function getActivity(cardId: string, first: number, last: number): Promise<CardEntry[]> {
  const { data } = await supabase
    .from('card_activity')
    .select('*')
    .eq('card_id', cardId)
    .order('entry_id', { ascending: false })
    .range(first, last)
    .throwOnError();
  return data.map((row) => ({
    id: row.entry_id ?? 0,
    at: row.at ?? '',
    countsAt: row.counts_at ?? '',
    kind: row.kind ?? '',
    description: row.description,
    merchant: row.merchant,
    category: row.category,
    categoryId: row.category_id,
    amount: row.amount ?? 0,
    owed: row.balance_after ?? 0,
    canWaive: row.can_waive ?? false,
  }));
}
