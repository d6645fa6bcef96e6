import { addMonths, parseDay } from '@engine/calendar/calendar.ts';
import { useState } from 'react';
import { readStored, storeValue } from '@/lib/storage/customer-keys';

/** The choices for the history that the net worth chart shows. */
export const CHART_RANGES = [
  { value: '3m', label: '3M', months: 3 },
  { value: '6m', label: '6M', months: 6 },
  { value: '1y', label: '1Y', months: 12 },
  { value: 'all', label: 'All', months: Number.POSITIVE_INFINITY },
] as const;

export type ChartRange = (typeof CHART_RANGES)[number]['value'];

/** The chart's height in pixels. */
export const CHART_HEIGHT = { wide: 260, narrow: 200 } as const;
/** The classes that reserve the height of the chart with its controls. */
export const CHART_SPACE = 'h-65 max-md:h-50 mb-13 pointer-coarse:mb-15';

const STORED_NAME = 'net-worth-range';
const PHONE = '(max-width: 767px)';

/** Returns the number of past days in a range that ends on a day; infinity for the whole history. */
export function getRangeDays(range: ChartRange, lastDay: string | undefined): number {
  const months = CHART_RANGES.find(({ value }) => value === range)?.months ?? 0;
  if (!Number.isFinite(months) || lastDay === undefined) return Number.POSITIVE_INFINITY;
  const last = parseDay(lastDay);
  return last - addMonths(last, -months);
}

/** Returns the chosen range, which this browser stores until sign-out. Phones show less by default. */
export function useChartRange(customerId: string): [ChartRange, (range: ChartRange) => void] {
  const [range, setRange] = useState<ChartRange>(() => {
    const stored = readStored(customerId, STORED_NAME);
    const usual = window.matchMedia(PHONE).matches ? '3m' : '6m';
    return CHART_RANGES.find(({ value }) => value === stored)?.value ?? usual;
  });
  return [
    range,
    (next) => {
      setRange(next);
      storeValue(customerId, STORED_NAME, next);
    },
  ];
}
