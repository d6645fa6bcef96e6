import { type ScaleLinear, type ScaleTime, scaleLinear, scaleTime } from 'd3-scale';
import { area, line } from 'd3-shape';
import { getDate } from '@/lib/dates';
import { type DayValue, thinned } from './line-chart';
import type { DayBand } from './overlay-geometry';

/** A line of the chart. History is solid, a forecast dashed. */
export type ForecastLine = {
  name: string;
  kind: 'past' | 'expected' | 'baseline' | 'certain';
  /** Oldest first, in major units. */
  points: readonly DayValue[];
};

export const LINE_LOOKS = {
  past: { stroke: 'var(--chart-past)', dash: undefined },
  expected: { stroke: 'var(--chart-next)', dash: '5 5' },
  baseline: { stroke: 'var(--ink-2)', dash: '2 4' },
  certain: { stroke: 'var(--ink-3)', dash: '1 5' },
} as const;

export type ForecastGeometry = {
  x: ScaleTime<number, number>;
  y: ScaleLinear<number, number>;
  left: number;
  right: number;
  top: number;
  bottom: number;
  valueTicks: number[];
  dayTicks: Date[];
};

const MARGIN = { top: 28, right: 14, bottom: 28, left: 56 };
const TICKS = 6;
const TICKS_NARROW = 4;
const NARROW_PX = 560;

/** Returns scales for the days and values of all lines. Includes zero if a value comes near it. */
export function layOutForecast(
  lines: readonly ForecastLine[],
  band: readonly DayBand[],
  width: number,
  height: number,
): ForecastGeometry {
  const days = getDays(lines);
  const values = [
    ...lines.flatMap(({ points }) => points.map(({ value }) => value)),
    ...band.flatMap(({ low, high }) => [low, high]),
  ];
  const [lowest, highest] = [Math.min(...values), Math.max(...values)];
  const span = highest - lowest || Math.max(Math.abs(highest) * 0.1, 10);
  const isNearZero = lowest >= 0 && lowest < span / 2;
  const right = Math.max(MARGIN.left + 1, width - MARGIN.right);
  const x = scaleTime()
    .domain([getDate(days[0] ?? ''), getDate(days.at(-1) ?? '')])
    .range([MARGIN.left, right]);
  const y = scaleLinear()
    .domain([isNearZero ? 0 : lowest - span * 0.06, highest + span * 0.06])
    .nice(4)
    .range([height - MARGIN.bottom, MARGIN.top]);
  const ticks = x.ticks(width < NARROW_PX ? TICKS_NARROW : TICKS);
  return {
    x,
    y,
    left: MARGIN.left,
    right,
    top: MARGIN.top,
    bottom: height - MARGIN.bottom,
    valueTicks: y.ticks(4),
    dayTicks: thinned(
      ticks.filter((tick) => x(tick) > MARGIN.left + 20 && x(tick) < width - 30),
      x,
    ),
  };
}

/** Returns all days of all lines in order, without duplicates. */
export function getDays(lines: readonly ForecastLine[]): string[] {
  return [...new Set(lines.flatMap(({ points }) => points.map(({ day }) => day)))].sort();
}

export function linePath({ x, y }: ForecastGeometry, points: readonly DayValue[]): string {
  return (
    line<DayValue>()
      .x(({ day }) => x(getDate(day)))
      .y(({ value }) => y(value))([...points]) ?? ''
  );
}

export function bandPath({ x, y }: ForecastGeometry, band: readonly DayBand[]): string {
  return (
    area<DayBand>()
      .x(({ day }) => x(getDate(day)))
      .y0(({ low }) => y(low))
      .y1(({ high }) => y(high))([...band]) ?? ''
  );
}
