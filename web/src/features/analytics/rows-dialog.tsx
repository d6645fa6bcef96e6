import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { formatAs } from '@/lib/dates';
import { formatMoney } from '@/lib/money';
import { Dialog } from '@/ui/dialog';
import { ErrorState } from '@/ui/error-state';
import { Money } from '@/ui/money';
import { Row, RowList } from '@/ui/row-list';
import { SkeletonRows } from '@/ui/skeleton';
import { sumOf } from './figures';
import { analyticsQueries, type SpendingRow } from './queries';
import { type Range, spanWords, transactionsOf } from './range';

type RowsDialogProps = {
  open: { direction: 'in' | 'out'; categoryId: string | null } | null;
  name: string;
  range: Range;
  currency: string;
  /** What the account or card of a row is called. */
  nameOf: (row: SpendingRow) => string;
  onClose: () => void;
};

/** Every row behind the amount of a category, by account and by card, with the same total. */
export function RowsDialog({ open, name, range, currency, nameOf, onClose }: RowsDialogProps) {
  return (
    <Dialog
      open={open !== null}
      onOpenChange={(next) => !next && onClose()}
      title={name}
      description={spanWords(range.from, range.to)}
      wide
    >
      {open && <Rows {...open} range={range} currency={currency} nameOf={nameOf} />}
    </Dialog>
  );
}

function Rows({
  direction,
  categoryId,
  range,
  currency,
  nameOf,
}: Omit<RowsDialogProps, 'open' | 'name' | 'onClose'> & {
  direction: 'in' | 'out';
  categoryId: string | null;
}) {
  const { data, error, refetch, isFetching } = useQuery(
    analyticsQueries.rows(range, currency, direction, categoryId),
  );
  if (error && !data)
    return (
      <ErrorState title="These rows could not be read." onRetry={() => void refetch()} busy={isFetching} />
    );
  if (!data) return <SkeletonRows rows={6} label="Loading rows" />;
  return (
    <>
      <p>
        <Money amount={sumOf(data.map(({ amount }) => amount))} currency={currency} size="panel" />{' '}
        <span className="text-ink-3 text-sm">
          in {data.length} {data.length === 1 ? 'row' : 'rows'}
        </span>
      </p>
      <RowList label="Rows" className="mt-4">
        {data.map((row) => (
          <Row
            key={row.id}
            title={row.merchant ?? row.description ?? (direction === 'in' ? 'Deposit' : 'Withdrawal')}
            detail={`${formatAs(row.day, 'EEE, MMM d, yyyy')}, ${nameOf(row)}`}
            end={<span className="figures font-semibold">{formatMoney(row.amount, currency)}</span>}
          />
        ))}
      </RowList>
      <p className="mt-5 text-sm">
        <Link to={transactionsOf(categoryId, range)} className="text-link">
          Open Transactions for these days
        </Link>
      </p>
    </>
  );
}
