import { CircleAlert, TriangleAlert } from 'lucide-react';
import type { Ref } from 'react';
import { formatAs, formatListDate, formatMonthDay, formatTableDate } from '@/lib/dates';
import { formatMoney } from '@/lib/money';
import { classNames } from '@/ui/class-names';
import type { ProjectedDay } from '../projection';

const STATE_LABELS = { fails: 'Fails', low: 'Low', fine: '' } as const;
const STATE_SENTENCES = { fails: 'a payment will fail', low: 'low', fine: '' } as const;
const BACKGROUNDS = { fails: 'bg-negative-soft', low: 'bg-warning-soft', fine: '' } as const;

type CalendarDayProps = {
  day: string;
  /** The projected day; undefined for past days and for days after the projection. */
  ahead: ProjectedDay | undefined;
  inMonth: boolean;
  /** The name of the bank holiday. */
  holiday: string | undefined;
  currency: string;
  isCurrent: boolean;
  onRead: () => void;
  buttonRef?: Ref<HTMLButtonElement>;
};

export function CalendarDay({
  day,
  ahead,
  inMonth,
  holiday,
  currency,
  isCurrent,
  onRead,
  buttonRef,
}: CalendarDayProps) {
  if (!inMonth || !ahead)
    return (
      <td className="h-16 border border-line p-1 align-top text-ink-3 text-sm md:h-20 md:p-2">
        {inMonth && <span className="figures">{formatAs(day, 'd')}</span>}
      </td>
    );
  const { lowest, items, state } = ahead;
  const leaving = items.filter(({ outcome }) => outcome !== 'skipped' && outcome !== 'nothing').length;
  return (
    <td className="h-16 border border-line p-0 align-top md:h-20">
      <button
        ref={buttonRef}
        type="button"
        tabIndex={isCurrent ? 0 : -1}
        aria-pressed={isCurrent}
        onClick={onRead}
        className={classNames(
          'relative flex size-full min-h-16 flex-col items-start gap-0.5 p-1 text-left hover:bg-sunken focus-visible:-outline-offset-2 md:min-h-20 md:p-2',
          BACKGROUNDS[state],
          isCurrent && 'shadow-[inset_0_0_0_2px_var(--ink)]',
        )}
      >
        <span className="sr-only">{toText(ahead, holiday, currency)}</span>
        <span aria-hidden className="flex w-full items-center justify-between gap-1">
          <span className="figures whitespace-nowrap font-medium text-sm max-sm:tracking-tight">
            {day.endsWith('-01') ? formatMonthDay(day) : formatAs(day, 'd')}
          </span>
          {leaving > 0 && (
            <span
              className={classNames(
                'size-2.5 shrink-0 rounded-full border-2 border-chart-1 bg-canvas',
                day.endsWith('-01') && 'max-sm:absolute max-sm:right-1 max-sm:bottom-1',
              )}
            />
          )}
        </span>
        <span aria-hidden className="figures hidden text-ink-2 text-xs md:block">
          {formatMoney(lowest, currency)}
        </span>
        {holiday && (
          <span aria-hidden className="line-clamp-2 w-full text-ink-3 text-xs max-md:hidden">
            {holiday}
          </span>
        )}
        {state !== 'fine' && (
          <span aria-hidden>
            <DangerWord state={state} />
          </span>
        )}
      </button>
    </td>
  );
}

function DangerWord({ state }: { state: 'fails' | 'low' }) {
  const Icon = state === 'fails' ? CircleAlert : TriangleAlert;
  return (
    <span
      className={classNames(
        'flex items-center gap-0.5 font-medium text-xs',
        state === 'fails' ? 'text-negative' : 'text-warning',
      )}
    >
      <Icon aria-hidden className="size-3.5 shrink-0 max-sm:hidden" strokeWidth={1.75} />
      {STATE_LABELS[state]}
    </span>
  );
}

function toText(
  { day, lowest, items, state }: ProjectedDay,
  holiday: string | undefined,
  currency: string,
): string {
  const parts = [
    formatListDate(day),
    `lowest ${formatMoney(lowest, currency)}`,
    STATE_SENTENCES[state],
    holiday ? `banks are closed, ${holiday}` : '',
    ...items.map(({ name, amount }) => `${name} ${formatMoney(-amount, currency)}`),
  ];
  return parts.filter(Boolean).join(', ');
}

type DayTableProps = { name: string; days: readonly ProjectedDay[]; currency: string };

export function DayTable({ name, days, currency }: DayTableProps) {
  return (
    <details className="mt-4 text-sm">
      <summary className="w-fit py-1 text-ink-3 pointer-coarse:py-3 hover:text-ink">Show as a table</summary>
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
              <th className="py-1.5 pr-4 text-right font-medium">Lowest balance</th>
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
