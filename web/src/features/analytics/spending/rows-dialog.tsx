import { useQuery } from '@tanstack/react-query';
import { getFlowPath } from '@/entities/transaction/paths';
import { formatCount } from '@/lib/count';
import { formatListDate } from '@/lib/dates';
import { formatMoney, sumAmounts } from '@/lib/money';
import { TextLink } from '@/ui/link';
import { Loaded } from '@/ui/loaded';
import { Money } from '@/ui/money';
import { Dialog } from '@/ui/overlays/dialog';
import { Row, RowList } from '@/ui/row-list';
import { analyticsQueries, type SpendingRow } from '../queries';
import { formatSpan, type Range, type View } from '../range';

type RowsDialogProps = {
  open: View['open'];
  name: string;
  range: Range;
  /** Limits the list to this currency; null shows all currencies, converted to the base currency. */
  only: string | null;
  /** The currency of the total. */
  currency: string;
  /** Returns the name of a transaction's account or card. */
  nameOf: (row: SpendingRow) => string;
  onClose: () => void;
};

export function RowsDialog({ open, name, range, only, currency, nameOf, onClose }: RowsDialogProps) {
  return (
    <Dialog
      open={open !== null}
      onClose={onClose}
      title={name}
      description={formatSpan(range.from, range.to)}
      wide
    >
      {open && <Rows {...open} range={range} only={only} currency={currency} nameOf={nameOf} />}
    </Dialog>
  );
}

type RowsProps = Omit<RowsDialogProps, 'open' | 'name' | 'onClose'> & NonNullable<View['open']>;

function Rows({ direction, categoryId, range, only, currency, nameOf }: RowsProps) {
  const query = useQuery(analyticsQueries.rows(range, only, direction, categoryId));
  return (
    <Loaded from={query} failure="We couldn't load these transactions." rows={6} label="Loading transactions">
      {(rows) => (
        <>
          <p>
            <Money
              amount={sumAmounts(rows.map((row) => (only === null ? row.base_amount : row.amount) ?? 0))}
              currency={currency}
              size="panel"
            />{' '}
            <span className="text-ink-3 text-sm">in {formatCount(rows.length, 'row')}</span>
          </p>
          <RowList label="Transactions" className="mt-4">
            {rows.map((row) => (
              <Row
                key={row.id}
                title={row.merchant ?? row.description ?? (direction === 'in' ? 'Deposit' : 'Withdrawal')}
                detail={`${formatListDate(row.day)}, ${nameOf(row)}`}
                end={<span className="figures font-semibold">{rowAmount(row, only, currency)}</span>}
              />
            ))}
          </RowList>
          <p className="mt-5 text-sm">
            <TextLink
              to={getFlowPath(direction === 'in' ? 'income' : 'spending', {
                category: categoryId,
                from: range.from,
                to: range.to,
                currency: only,
              })}
            >
              View in Transactions
            </TextLink>
          </p>
        </>
      )}
    </Loaded>
  );
}

/** Formats the original amount and its value in the total's currency. */
function rowAmount(
  { amount, base_amount, currency }: SpendingRow,
  only: string | null,
  baseCurrency: string,
): string {
  const paid = formatMoney(amount, currency);
  if (only !== null || currency === baseCurrency) return paid;
  return base_amount === null
    ? `${paid}, not included`
    : `${paid} (${formatMoney(base_amount, baseCurrency)})`;
}
