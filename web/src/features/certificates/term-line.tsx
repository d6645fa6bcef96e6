import { formatCount } from '@/lib/count';
import { daysBetween, formatTextDate } from '@/lib/dates';
import { Bar } from '@/ui/bar';

type TermLineProps = {
  /** The first day of the term. */
  from: string;
  /** The day of maturity. */
  to: string;
  today: string;
  /** True if the CD has renewed, so that the term started with a renewal. */
  hasRenewed: boolean;
};

/** Renders the term of a CD as a line from its first day to maturity, filled until today. */
export function TermLine({ from, to, today, hasRenewed }: TermLineProps) {
  const days = daysBetween(from, to);
  const passed = Math.min(days, Math.max(0, daysBetween(from, today)));
  const left = days - passed;
  return (
    <div>
      <Bar label="Elapsed part of the term" share={passed / days} tone="accent" />
      <div className="figures mt-2 flex justify-between gap-4 text-sm">
        <span>
          <span className="block text-ink-3">{hasRenewed ? 'Renewed' : 'Opened'}</span>
          {formatTextDate(from)}
        </span>
        <span className="self-end text-ink-2">
          {left === 0 ? 'Matures today' : `${formatCount(left, 'day')} left`}
        </span>
        <span className="text-right">
          <span className="block text-ink-3">Matures</span>
          {formatTextDate(to)}
        </span>
      </div>
    </div>
  );
}
