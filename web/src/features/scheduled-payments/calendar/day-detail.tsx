import { CircleAlert, TriangleAlert } from 'lucide-react';
import { formatListDate } from '@/lib/dates';
import { formatMoney } from '@/lib/money';
import { Money } from '@/ui/money';
import { Well } from '@/ui/panel';
import { LOW_BELOW, type Outgoing, type ProjectedDay } from '../upcoming/projection';

/** The selected day: its payments, lowest balance, and closing balance. */
export function DayDetail({ day, currency }: { day: ProjectedDay; currency: string }) {
  const { state, items } = day;
  return (
    <Well aria-live="polite" aria-label="Selected day" className="mt-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h3 className="font-semibold text-base">{formatListDate(day.day)}</h3>
        <p className="text-ink-2 text-sm">
          Lowest <Money amount={day.lowest} currency={currency} expected />, ending{' '}
          <Money amount={day.end} currency={currency} expected />
        </p>
      </div>
      {state === 'fails' && (
        <p className="mt-2 flex items-start gap-1.5 text-negative">
          <CircleAlert aria-hidden className="mt-1 size-4 shrink-0" strokeWidth={1.5} />
          {describeFailure(items, currency)}
        </p>
      )}
      {state === 'low' && (
        <p className="mt-2 flex items-start gap-1.5 text-warning">
          <TriangleAlert aria-hidden className="mt-1 size-4 shrink-0" strokeWidth={1.5} />
          Low: less than {formatMoney(LOW_BELOW, currency)} would be left.
        </p>
      )}
      {items.length > 0 && (
        <ul className="mt-2">
          {items.map((item) => (
            <li key={item.key} className="flex justify-between gap-4 py-1">
              <span className="min-w-0 break-words">
                {item.name}
                {item.outcome === 'skipped' && <span className="text-ink-3"> (skipped)</span>}
              </span>
              <Money
                amount={item.outcome === 'skipped' ? 0 : -item.amount}
                currency={currency}
                expected
                className="shrink-0"
              />
            </li>
          ))}
        </ul>
      )}
    </Well>
  );
}

function describeFailure(items: readonly Outgoing[], currency: string): string {
  const failing = items.filter(({ outcome }) => outcome === 'fails' || outcome === 'late');
  return failing
    .map(({ name, short }) =>
      short > 0 ? `${name} will be ${formatMoney(short, currency)} short.` : `${name} will fail.`,
    )
    .join(' ');
}
