import { addMonths, dayText, parseDay } from '@engine/calendar/calendar.ts';
import { Segmented } from '@/ui/forms/segmented';
import { toOptions } from '@/ui/forms/select-field';

const RANGES = { '3m': '3M', '1y': '1Y', all: 'All' } as const;
const MONTHS = { '3m': 3, '1y': 12, all: Number.POSITIVE_INFINITY } as const;

export type RangeName = keyof typeof RANGES;

type RangeControlProps = {
  value: RangeName;
  onValueChange: (range: RangeName) => void;
  /** The days of the history, oldest first. */
  days: readonly string[];
};

/** Renders the choice of a chart's range; renders nothing if the history fits the shortest range. */
export function RangeControl({ value, onValueChange, days }: RangeControlProps) {
  if (
    sinceRange(
      days.map((day) => ({ day })),
      '3m',
    ).length === days.length
  )
    return null;
  return (
    <Segmented
      label="Range"
      value={value}
      onValueChange={onValueChange}
      options={toOptions(RANGES)}
      className="sm:w-fit"
    />
  );
}

/** Returns the points of the last months, up to the last point. */
export function sinceRange<Point extends { day: string }>(
  points: readonly Point[],
  range: RangeName,
): Point[] {
  const last = points.at(-1);
  if (range === 'all' || !last) return [...points];
  const from = dayText(addMonths(parseDay(last.day), -MONTHS[range]));
  return points.filter(({ day }) => day >= from);
}
