import { dayText, monthsBetween } from '@engine/calendar/calendar.ts';
import type { BandPoint } from '@engine/what-if/comparison.ts';
import type { Projection, ProjectionEventKind, ProjectionPoint } from '@engine/what-if/what-if.ts';
import { formatAs } from '@/lib/dates';
import { fromMinor, type Minor } from '@/lib/money';
import type { DayValue } from '@/ui/charts/line-chart';
import type { OverlayMark } from '@/ui/charts/overlay-chart';
import type { DayBand } from '@/ui/charts/overlay-geometry';

export const MEASURES = [
  { value: 'netWorth', label: 'Net worth' },
  { value: 'cash', label: 'Cash' },
  { value: 'debt', label: 'Debt' },
] as const;

export type Measure = (typeof MEASURES)[number]['value'];

export const measureLabel = (measure: Measure) =>
  MEASURES.find(({ value }) => value === measure)?.label ?? 'Net worth';

export function getAmount(point: ProjectionPoint | undefined, measure: Measure): Minor {
  return (point?.[measure] ?? 0) as Minor;
}

/** Returns a measure of a projection as a line, in major units. */
export function getSeries({ points }: Projection, measure: Measure): DayValue[] {
  return points.map((point) => ({ day: dayText(point.day), value: fromMinor(getAmount(point, measure)) }));
}

/** Returns the daily difference of two lines, in major units. */
export function differenceSeries(branch: Projection, baseline: Projection, measure: Measure): DayValue[] {
  return branch.points.map((point, index) => ({
    day: dayText(point.day),
    value: fromMinor((getAmount(point, measure) - getAmount(baseline.points[index], measure)) as Minor),
  }));
}

/** In major units. */
export function getBand(points: readonly BandPoint[]): DayBand[] {
  return points.map(({ day, low, high }) => ({
    day: dayText(day),
    low: fromMinor(low as Minor),
    high: fromMinor(high as Minor),
  }));
}

/** The events that are marked on a line, most important first. */
const MARKED: ProjectionEventKind[] = [
  'home_bought',
  'debt_gone',
  'job_lost',
  'payment_failed',
  'account_short',
  'loan_taken',
  'purchase',
  'job_found',
];
const MOST_MARKS = 4;

/**
 * Selects the most important events of both projections. Events that both have in the same month appear on
 * the what-if's line only.
 */
export function getMarks(branch: Projection, baseline: Projection): OverlayMark[] {
  const ours = telling(branch);
  const theirs = telling(baseline).filter(
    (event) => !ours.some((own) => own.words === event.words && monthsBetween(own.day, event.day) === 0),
  );
  const mark = (of: OverlayMark['of']) => (event: Projection['events'][number]) => ({
    of,
    day: dayText(event.day),
    words: `${event.words}, ${formatAs(dayText(event.day), 'MMM yyyy')}`,
  });
  return [...ours.map(mark('branch')), ...theirs.map(mark('baseline'))];
}

/** Marks only the beginning of each kind of problem. */
function telling({ events }: Projection): Projection['events'] {
  const seen = new Set<string>();
  return events
    .filter(({ kind, subject, words }) => {
      if (!MARKED.includes(kind)) return false;
      const key =
        kind === 'payment_failed' || kind === 'account_short' ? kind : `${kind} ${subject ?? words}`;
      if (seen.has(key)) return false;
      seen.add(key);
      return true;
    })
    .toSorted((one, other) => MARKED.indexOf(one.kind) - MARKED.indexOf(other.kind))
    .slice(0, MOST_MARKS)
    .toSorted((one, other) => one.day - other.day);
}
