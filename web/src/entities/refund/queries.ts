import { type Arguments, requestMutation, requestQuery } from '@/lib/requests';
import { supabase } from '@/lib/supabase';

const FAILURE = "We couldn't load the refunds";

export const refundQueries = {
  /**
   * Reads the refunds of a purchase, or the refund that an entry credited, with the keys of both transactions.
   */
  ofEntry: (entryId: number) =>
    requestQuery(['transactions', 'refunds', entryId], FAILURE, () =>
      readRefunds(selectRefunds().or(`entry_id.eq.${entryId},refund_entry_id.eq.${entryId}`)),
    ),
  /**
   * Reads the refunds that are on their way or didn't arrive, latest first, with the keys of their purchases.
   * Leaves out missing refunds of disputed purchases.
   */
  open: () =>
    requestQuery(['transactions', 'refunds', 'open'], FAILURE, async () => {
      const refunds = await readRefunds(selectRefunds().in('status', ['expected', 'missing']));
      const missing = refunds.filter(isMissing).map(({ entry_id }) => entry_id);
      const disputed = new Set(missing.length === 0 ? [] : await readDisputed(missing));
      return refunds.filter((refund) => !isMissing(refund) || !disputed.has(refund.entry_id)).toReversed();
    }),
  /** Reads how much of a purchase can still be returned, in major units; 0 if it can't be returned. */
  returnable: (transactionKey: string) =>
    requestQuery(['transactions', 'returnable', transactionKey], FAILURE, () =>
      supabase.rpc('returnable_amount', { transaction_key: transactionKey }),
    ),
};

export const refundMutations = {
  returnPurchase: requestMutation("We couldn't return the purchase", (sale: Arguments<'return_purchase'>) =>
    supabase.rpc('return_purchase', sale),
  ),
  cancel: requestMutation("We couldn't cancel the return", (refund: Arguments<'cancel_return'>) =>
    supabase.rpc('cancel_return', refund),
  ),
};

export type Refund = Awaited<ReturnType<typeof readRefunds>>[number];

/** Returns true for a refund that the merchant didn't send. */
export const isMissing = ({ status }: { status: string }): boolean => status === 'missing';

/** Returns the page on which a purchase is disputed: the card's, or the purchase's own details. */
export function getDisputePath(purchaseKey: string): string {
  const [cardId, entryId] = purchaseKey.split(':');
  return entryId
    ? `/credit-cards/${cardId}/transactions?entry=${entryId}`
    : `/transactions?open=${purchaseKey}`;
}

/** Returns those of the entries that are disputed. */
async function readDisputed(entryIds: readonly number[]): Promise<number[]> {
  const { data } = await supabase
    .from('disputes')
    .select('entry_id')
    .in('entry_id', entryIds)
    .neq('status', 'withdrawn')
    .throwOnError();
  return data.map(({ entry_id }) => entry_id);
}

const selectRefunds = () => supabase.from('refunds').select('*');

/** Reads refunds, oldest first, with the keys of their purchases and of the refunds' own transactions. */
async function readRefunds(query: ReturnType<typeof selectRefunds>) {
  const { data: refunds } = await query.order('returned_at').throwOnError();
  const accountEntries = refunds
    .filter(({ account_id }) => account_id !== null)
    .flatMap(({ entry_id, refund_entry_id }) => [entry_id, refund_entry_id])
    .filter((entry) => entry !== null);
  const rows =
    accountEntries.length === 0
      ? []
      : (
          await supabase
            .from('transactions')
            .select('id, entry_id')
            .in('entry_id', accountEntries)
            .throwOnError()
        ).data;
  const getKey = (cardId: string | null, entry: number | null) => {
    if (entry === null) return null;
    return cardId ? `${cardId}:${entry}` : (rows.find(({ entry_id }) => entry_id === entry)?.id ?? null);
  };
  return refunds.map((refund) => ({
    ...refund,
    purchaseKey: getKey(refund.card_id, refund.entry_id),
    refundKey: getKey(refund.card_id, refund.refund_entry_id),
  }));
}
