import { useQuery } from '@tanstack/react-query';
import { accountQueries } from '@/entities/account/queries';
import { creditCardQueries } from '@/entities/card/queries';
import {
  getTitle,
  isMergedTransfer,
  type SearchedTransaction,
  transactionQueries,
  WITHOUT_RECEIVED_TRANSFERS,
} from '@/entities/transaction/queries';
import { TransactionIcon } from '@/entities/transaction/transaction-icon';
import { formatListDate } from '@/lib/dates';
import { TextLink } from '@/ui/link';
import { Loaded } from '@/ui/loaded';
import { Money } from '@/ui/money';
import { Section } from '@/ui/page';
import { Row, RowList } from '@/ui/row-list';

const LATEST_ROWS = 6;

/** Renders the first rows of the transactions page, on which each transfer appears once. */
export function LatestTransactions() {
  const latest = useQuery(
    transactionQueries.page({ conditions: [WITHOUT_RECEIVED_TRANSFERS], sort: 'date' }, null, LATEST_ROWS),
  );
  const accounts = useQuery(accountQueries.list()).data ?? [];
  const cards = useQuery(creditCardQueries.list()).data ?? [];
  const getName = (id: string | null) => [...accounts, ...cards].find((place) => place.id === id)?.name;
  const getDetail = (row: SearchedTransaction) => {
    const [from, to] = [getName(row.account_id ?? row.card_id), getName(row.counterpart_id)];
    const names = isMergedTransfer(row) && from && to ? `${from} → ${to}` : from;
    return [formatListDate(row.day), names].filter(Boolean).join(', ');
  };
  return (
    <Section title="Latest transactions" aside={<TextLink to="/transactions">View transactions</TextLink>}>
      <Loaded from={latest} failure="We couldn't load your latest transactions." rows={5}>
        {(rows) => (
          <RowList label="Latest transactions">
            {rows.map((row) => (
              <Row
                key={row.transaction_key}
                to={`/transactions?open=${row.transaction_key}`}
                icon={
                  <TransactionIcon kind={row.kind} direction={row.direction} categoryId={row.category_id} />
                }
                title={getTitle(row)}
                detail={getDetail(row)}
                end={
                  <Money
                    amount={row.direction === 'in' || isMergedTransfer(row) ? row.amount : -row.amount}
                    currency={row.currency}
                    signed={!isMergedTransfer(row)}
                    className={row.direction === 'in' ? 'text-positive' : ''}
                  />
                }
              />
            ))}
          </RowList>
        )}
      </Loaded>
    </Section>
  );
}
