import { useQuery } from '@tanstack/react-query';
import { getFlowPath } from '@/entities/transaction/paths';
import { formatAs, formatTextDate } from '@/lib/dates';
import { formatMoney } from '@/lib/money';
import { Button } from '@/ui/button';
import { classNames } from '@/ui/class-names';
import { TextLink } from '@/ui/link';
import { Skeleton } from '@/ui/skeleton';
import { BudgetForm } from '../edit/budget-form';
import { getLastDay, getMonthSpan, monthLong, monthName } from '../months';
import { type BudgetMonth, type BudgetRow, budgetQueries, type HistoryRow } from '../queries';

type BudgetDetailProps = {
  row: BudgetRow;
  month: BudgetMonth;
  isPast: boolean;
  /** The first day of the current month. */
  present: string;
  onMove: (categoryId: string) => void;
};

export function BudgetDetail({ row, month, isPast, present, onMove }: BudgetDetailProps) {
  const history = useQuery(budgetQueries.history()).data;
  const { category_id: id } = row;
  const hasEnvelopes = month.mode === 'envelopes';
  const isOver = row.remaining !== null && row.remaining < 0;
  return (
    <div className="grid grid-cols-1 gap-x-12 gap-y-6 pt-2 pb-8 md:grid-cols-2">
      <div className="flex flex-col gap-5">
        <Composition row={row} hasEnvelopes={hasEnvelopes} />
        {history ? (
          <BudgetHistory
            name={row.category ?? 'No category'}
            months={history.filter(({ category_id }) => category_id === id)}
            present={present}
          />
        ) : (
          <Skeleton className="h-24 w-full" />
        )}
        <Latest row={row} month={month.starts_on} />
        <div className="flex flex-wrap items-center gap-x-5 gap-y-2 text-sm">
          <TextLink to={getFlowPath('spending', { category: id, ...getMonthSpan(month.starts_on) })}>
            View {monthName(month.starts_on)} transactions
          </TextLink>
          {id !== null && !isPast && (row.available !== null || hasEnvelopes) && (
            <Button size="sm" onClick={() => onMove(id)}>
              {isOver ? 'Cover overspending' : 'Move money'}
            </Button>
          )}
        </div>
      </div>
      {isPast ? (
        <p className="text-ink-3 text-sm">This month is over.</p>
      ) : id === null ? (
        <p className="text-ink-2 text-sm">
          Uncategorized spending doesn't count toward a budget. Choose a category for each transaction.
        </p>
      ) : (
        <BudgetForm row={{ ...row, category_id: id }} hasEnvelopes={hasEnvelopes} />
      )}
    </div>
  );
}

function Latest({ row, month }: { row: BudgetRow; month: string }) {
  const rows = useQuery(budgetQueries.latest(row.category_id, month, getLastDay(month))).data ?? [];
  if (rows.length === 0) return null;
  return (
    <ul aria-label={`Latest in ${row.category ?? 'uncategorized'}`} className="text-sm">
      {rows.map(({ id, day, merchant, description, amount, currency }) => (
        <li key={id} className="flex justify-between gap-4 py-1">
          <span className="min-w-0 truncate">
            <span className="figures inline-block min-w-16 text-ink-3">{formatTextDate(day ?? '')}</span>
            {merchant ?? description}
          </span>
          <span className="figures font-medium">{formatMoney(amount ?? 0, currency ?? row.currency)}</span>
        </li>
      ))}
    </ul>
  );
}

function Composition({ row, hasEnvelopes }: { row: BudgetRow; hasEnvelopes: boolean }) {
  if (row.available === null || (row.rolled_over === 0 && row.moved === 0)) return null;
  const parts = [
    ...(hasEnvelopes ? [] : [{ name: 'Budget', amount: row.amount ?? 0 }]),
    { name: 'Rolled over', amount: row.rolled_over },
    { name: hasEnvelopes ? 'Assigned this month' : 'Moved from other categories', amount: row.moved },
  ].filter(({ amount }) => amount !== 0);
  return (
    <dl className="border-line border-t text-sm">
      {[...parts, { name: 'Available', amount: row.available }].map(({ name, amount }) => (
        <div key={name} className="flex justify-between gap-4 border-line border-b py-1.5">
          <dt className="text-ink-3">{name}</dt>
          <dd className="figures font-medium">{formatMoney(amount, row.currency)}</dd>
        </div>
      ))}
    </dl>
  );
}

const BARS_REM = 4.5;

type BudgetHistoryProps = { months: readonly HistoryRow[]; present: string; name: string };

/**
 * Renders a category's monthly spending with its limit as a line. The current month is lighter because it is
 * incomplete.
 */
function BudgetHistory({ months, present, name }: BudgetHistoryProps) {
  const most = Math.max(0.01, ...months.flatMap(({ spent, available }) => [spent, available ?? 0]));
  const height = (amount: number) => `${(Math.max(0, amount) / most) * BARS_REM}rem`;
  return (
    <table className="block">
      <caption className="mb-2 block text-left font-medium text-ink-3 text-xs">
        {name} by month <span className="font-normal">(line = budget)</span>
      </caption>
      <tbody className="flex gap-1">
        {months.map(({ month, spent, available, currency }) => (
          <tr key={month} className="flex min-w-0 flex-1 flex-col-reverse">
            <th scope="row" className="pt-1.5 text-center font-normal text-ink-3 text-xs">
              <span className="sr-only">{monthLong(month)}</span>
              <span aria-hidden>{formatAs(month, 'MMMMM')}</span>
            </th>
            <td
              className="relative flex flex-col justify-end border-line border-b"
              style={{ height: `${BARS_REM + 0.25}rem` }}
              title={`${monthLong(month)}: ${formatMoney(spent, currency)}`}
            >
              <span className="sr-only">
                {formatMoney(spent, currency)}
                {available !== null && ` of ${formatMoney(available, currency)}`}
              </span>
              <span
                aria-hidden
                className={classNames(
                  'mx-auto block w-full max-w-7 rounded-t-1',
                  available !== null && spent > available ? 'bg-chart-2' : 'bg-ink',
                  month === present && 'opacity-50',
                )}
                style={{ height: height(spent) }}
              />
              {available !== null && (
                <span
                  aria-hidden
                  className="absolute inset-x-0 border-ink-3 border-t"
                  style={{ bottom: height(available) }}
                />
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
