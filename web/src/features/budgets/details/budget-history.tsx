import { formatAs } from '@/lib/dates';
import { formatMoney } from '@/lib/money';
import { classNames } from '@/ui/class-names';
import { monthLong } from '../months';
import type { HistoryRow } from '../queries';

const BARS_REM = 4.5;

/**
 * Renders the monthly spending of a category with its limit as a line. The current month is lighter because
 * it is incomplete.
 */
export function BudgetHistory({
  months,
  present,
  name,
}: {
  months: readonly HistoryRow[];
  present: string;
  name: string;
}) {
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
