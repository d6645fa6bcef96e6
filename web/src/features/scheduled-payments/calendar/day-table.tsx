import { formatTableDate } from '@/lib/dates';
import { formatMoney } from '@/lib/money';
import type { ProjectedDay } from '../upcoming/projection';
import { DangerWord } from './calendar-day';

/** The same days as a table. */
export function DayTable({
  name,
  days,
  currency,
}: {
  name: string;
  days: readonly ProjectedDay[];
  currency: string;
}) {
  return (
    <details className="mt-4 text-sm">
      <summary className="w-fit py-1 text-ink-3 hover:text-ink">Show as a table</summary>
      <div
        className="mt-2 max-h-96 overflow-auto"
        role="region"
        aria-label={`Upcoming days for ${name} as a table`}
        tabIndex={0}
      >
        <table className="w-full min-w-100">
          <thead>
            <tr className="border-line border-b text-left">
              <th className="py-1.5 pr-4 font-medium">Date</th>
              <th className="py-1.5 pr-4 text-right font-medium">Lowest</th>
              <th className="py-1.5 pr-4 text-right font-medium">Ending balance</th>
              <th className="py-1.5 pr-4 font-medium">Status</th>
              <th className="py-1.5 font-medium">Payments</th>
            </tr>
          </thead>
          <tbody>
            {days.map(({ day, lowest, end, state, items }) => (
              <tr key={day} className="border-line border-b align-top">
                <td className="figures py-1.5 pr-4">{formatTableDate(day)}</td>
                <td className="figures py-1.5 pr-4 text-right">{formatMoney(lowest, currency)}</td>
                <td className="figures py-1.5 pr-4 text-right">{formatMoney(end, currency)}</td>
                <td className="py-1.5 pr-4">{state === 'fine' ? 'OK' : <DangerWord state={state} />}</td>
                <td className="py-1.5">
                  {items
                    .filter(({ outcome }) => outcome !== 'skipped' && outcome !== 'nothing')
                    .map((item) => `${item.name} ${formatMoney(-item.amount, currency)}`)
                    .join(', ')}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
