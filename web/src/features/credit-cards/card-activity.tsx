import { useQuery } from '@tanstack/react-query';
import { formatDate } from '@/lib/dates';
import { Money } from '@/ui/money';
import { Row, RowList } from '@/ui/row-list';
import { SkeletonRows } from '@/ui/skeleton';
import { TransactionIcon } from '@/ui/transaction-icon';
import { creditCardQueries } from './queries';

const KIND_WORDS: Record<string, string> = {
  opening: 'Balance at the start',
  card_charge: 'Charge',
  card_payment: 'Payment',
  adjustment: 'Balance adjustment',
  interest: 'Interest',
};

const SHOWN = 6;

/** The newest movements on a card: charges raise what is owed, payments lower it. */
export function CardActivity({ cardId }: { cardId: string }) {
  const { data: rows } = useQuery(creditCardQueries.activity(cardId));
  if (!rows) return <SkeletonRows rows={3} />;
  if (rows.length === 0) return <p className="mt-6 text-ink-3">Nothing has been charged yet.</p>;
  return (
    <RowList label="Card activity" className="mt-8">
      {rows.slice(0, SHOWN).map((row) => (
        <Row
          key={row.entry_id}
          icon={
            <TransactionIcon
              kind={row.kind}
              direction={(row.amount ?? 0) < 0 ? 'in' : 'out'}
              categoryId={row.category_id}
            />
          }
          title={row.merchant ?? row.description ?? KIND_WORDS[row.kind ?? ''] ?? row.kind}
          detail={[formatDate(row.at ?? ''), row.category].filter(Boolean).join(', ')}
          end={
            <Money
              amount={-(row.amount ?? 0)}
              currency={row.currency ?? 'USD'}
              signed
              className={(row.amount ?? 0) < 0 ? 'text-positive' : ''}
            />
          }
        />
      ))}
    </RowList>
  );
}
