import { sumAmounts } from '@/lib/money';
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
   * Leaves out missing refunds for which there is nothing more to do.
   */
  open: () =>
    requestQuery(['transactions', 'refunds', 'open'], FAILURE, async () => {
      const refunds = await readRefunds(selectRefunds().in('status', ['expected', 'missing']));
      const missing = refunds.filter(isMissing);
      const settled = missing.length === 0 ? new Set() : await readSettled(missing);
      return refunds.filter(({ id }) => !settled.has(id)).toReversed();
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

/** Returns the sum of the refunds that the merchant didn't send, in major units. */
export const sumMissing = (refunds: readonly { status: string; amount: number }[]): number =>
  sumAmounts(refunds.filter(isMissing).map(({ amount }) => amount));

/** Returns the page on which a purchase is disputed: the card's, or the purchase's own details. */
export function getDisputePath(purchaseKey: string): string {
  const [cardId, entryId] = purchaseKey.split(':');
  return entryId
    ? `/credit-cards/${cardId}/transactions?entry=${entryId}`
    : `/transactions?open=${purchaseKey}`;
}

/** Returns the ids of those missing refunds for which there is nothing more to do. */
async function readSettled(missing: readonly MissingRefund[]): Promise<Set<string>> {
  const entries = missing.map(({ entry_id }) => entry_id);
  const [now, disputes, returns] = await Promise.all([
    supabase.rpc('simulated_now').throwOnError(),
    supabase
      .from('disputes')
      .select('entry_id')
      .in('entry_id', entries)
      .neq('status', 'withdrawn')
      .throwOnError(),
    supabase
      .from('refunds')
      .select('entry_id, returned_at')
      .in('entry_id', entries)
      .in('status', ['expected', 'credited'])
      .throwOnError(),
  ]);
  const settled = { now: Date.parse(now.data), disputes: disputes.data, returns: returns.data };
  return new Set(missing.filter((refund) => isSettled(refund, settled)).map(({ id }) => id));
}

type MissingRefund = { id: string; entry_id: number; purchased_on: string; returned_at: string };

/** The days after a purchase in which it can be disputed, as in `bank.reason_against_dispute`. */
const DISPUTABLE_DAYS = 120;
const DAY_MS = 86_400_000;

/**
 * Returns true if the purchase of a missing refund was disputed or returned again, or is too old to be disputed.
 */
export function isSettled(
  { entry_id: entry, purchased_on, returned_at }: Omit<MissingRefund, 'id'>,
  {
    now,
    disputes,
    returns,
  }: {
    /** In milliseconds. */
    now: number;
    disputes: readonly { entry_id: number }[];
    returns: readonly { entry_id: number; returned_at: string }[];
  },
): boolean {
  return (
    Date.parse(purchased_on) < now - DISPUTABLE_DAYS * DAY_MS ||
    disputes.some(({ entry_id }) => entry_id === entry) ||
    returns.some((later) => later.entry_id === entry && later.returned_at > returned_at)
  );
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
