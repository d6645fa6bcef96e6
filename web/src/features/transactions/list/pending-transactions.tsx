import type { TransactionConditions } from '@engine/search/meaning.ts';
import { useQuery } from '@tanstack/react-query';
import { accountQueries } from '@/entities/account/queries';
import { creditCardQueries } from '@/entities/card/queries';
import { PendingRows } from '@/entities/hold/pending-rows';
import { holdQueries } from '@/entities/hold/queries';
import { refundQueries } from '@/entities/refund/queries';
import { listPending } from './pending-list';

type PendingTransactionsProps = {
  conditions: TransactionConditions;
  /** True if the list has several accounts and cards, so that each row names its own. */
  hasPlaces: boolean;
};

export function PendingTransactions({ conditions, hasPlaces }: PendingTransactionsProps) {
  const holds = useQuery(holdQueries.open()).data ?? [];
  const refunds = useQuery(refundQueries.open()).data ?? [];
  const accounts = useQuery(accountQueries.list()).data ?? [];
  const cards = useQuery(creditCardQueries.list()).data ?? [];
  const getPlace = ({ account_id, card_id }: { account_id: string | null; card_id: string | null }) =>
    [...accounts, ...cards].find(({ id }) => id === (account_id ?? card_id));
  return (
    <PendingRows
      holds={listPending(holds, conditions)}
      refunds={listPending(refunds, conditions)}
      getCurrency={(hold) => getPlace(hold)?.currency ?? 'USD'}
      {...(hasPlaces && { getPlace: (row) => getPlace(row)?.name })}
    />
  );
}
