import { scaleLinear, scaleTime } from 'd3-scale';
import { area, curveLinear, line } from 'd3-shape';
import { useId, useMemo } from 'react';
import {
  formatAs,
  formatListDate,
  formatMonthDay,
  formatTableDate,
  formatTextDate,
  getDate,
} from '@/lib/dates';
import { currencySymbol, formatMoney } from '@/lib/money';
import { ChartTable } from './chart-table';
import { readoutPlace, useDayReading } from './use-point-reading';
import { useWidth } from './use-width';

/** A day (`yyyy-MM-dd`) and its closing value in major units. */
export type DayValue = { day: string; value: number };

type LineChartProps = {
  /** The label of the line: "Net worth". */
  label: string;
  /** Oldest first. */
  points: readonly DayValue[];
  currency?: string;
  /** Formats values other than money. */
  format?: (value: number) => string;
  /** Starts the axis at zero, for debts and bars. Net worth may start above it. */
  fromZero?: boolean;
  height?: number;
  className?: string;
};

const TICK_APART_PX = 60;
const MONTH_DAYS = 30;
const MARGIN = { top: 12, right: 8, bottom: 28, left: 56 };

/**
 * Renders daily values as a line. Arrow keys, pointer, and touch read single days. The summary is for screen
 * readers, and a table contains the same values.
 */
export function LineChart({
  label,
  points,
  currency = 'USD',
  format,
  fromZero = false,
  height = 220,
  className,
}: LineChartProps) {
  const written = format ?? ((value: number) => formatMoney(value, currency));
  const [container, width] = useWidth();
  const summaryId = useId();
  const geometry = useMemo(() => layOut(points, width, height, fromZero), [points, width, height, fromZero]);
  const { x, y, stroke, fill, valueTicks, dayTicks } = geometry;
  const days = useMemo(() => points.map(({ day }) => day), [points]);
  const { shown: read, listeners } = useDayReading({ days, x, page: MONTH_DAYS, start: days.length - 1 });
  const shown = read === null ? undefined : points[read];

  return (
    <figure className={className}>
      <div ref={container} className="relative overflow-x-clip" style={{ height }}>
        {width > 0 && points.length > 0 && (
          <svg
            width={width}
            height={height}
            role="img"
            aria-label={label}
            aria-describedby={summaryId}
            tabIndex={0}
            className="touch-pan-y rounded-1"
            {...listeners}
          >
            {valueTicks.map((tick) => (
              <g key={tick} transform={`translate(0 ${y(tick)})`}>
                <line x1={MARGIN.left} x2={width - MARGIN.right} stroke="var(--chart-grid)" />
                <text dy="0.32em" className="figures fill-ink-3 text-xs">
                  {format ? format(tick) : axisMoney(tick, currency)}
                </text>
              </g>
            ))}
            {dayTicks.map((tick) => (
              <text
                key={tick.getTime()}
                x={x(tick)}
                y={height - 8}
                textAnchor="middle"
                className="fill-ink-3 text-xs"
              >
                {labelTick(tick, dayTicks)}
              </text>
            ))}
            <path d={fill} fill="var(--chart-past)" opacity="0.05" />
            <path d={stroke} fill="none" stroke="var(--chart-past)" strokeWidth="2" strokeLinejoin="round" />
            <Point
              point={shown ?? points[points.length - 1]}
              x={x}
              y={y}
              bottom={height - MARGIN.bottom}
              line={Boolean(shown)}
            />
          </svg>
        )}
        {shown && (
          <p
            aria-live="polite"
            className="pointer-events-none absolute top-0 rounded-1 bg-ink px-2.5 py-1.5 text-canvas text-sm"
            style={readoutPlace(x(getDate(shown.day)), width)}
          >
            {formatListDate(shown.day)}{' '}
            <strong className="figures font-semibold">{written(shown.value)}</strong>
          </p>
        )}
      </div>
      <figcaption>
        <p id={summaryId} className="sr-only">
          {getSummary(label, points, written)}
        </p>
        <DataTwin label={label} points={points} written={written} />
      </figcaption>
    </figure>
  );
}

type Scales = Pick<ReturnType<typeof layOut>, 'x' | 'y'>;

function Point({
  point,
  x,
  y,
  bottom,
  line: withLine,
}: Scales & { point?: DayValue; bottom: number; line: boolean }) {
  if (!point) return null;
  const left = x(getDate(point.day));
  return (
    <>
      {withLine && <line x1={left} x2={left} y1={MARGIN.top} y2={bottom} stroke="var(--ink-3)" />}
      <circle
        cx={left}
        cy={y(point.value)}
        r="4.5"
        fill="var(--chart-past)"
        stroke="var(--canvas)"
        strokeWidth="2"
      />
    </>
  );
}

/** The values as a table, by month if there are many. */
function DataTwin({
  label,
  points,
  written,
}: Pick<LineChartProps, 'label' | 'points'> & { written: (value: number) => string }) {
  const rows =
    points.length > 62
      ? points.filter((point, index) => isMonthEnd(points, index) || point === points.at(-1))
      : points;
  return (
    <ChartTable
      label={label}
      heads={['Date', label]}
      rows={rows
        .toReversed()
        .map(({ day, value }) => ({ key: day, name: formatTableDate(day), cells: [written(value)] }))}
    />
  );
}

function layOut(points: readonly DayValue[], width: number, height: number, fromZero: boolean) {
  const values = points.map(({ value }) => value);
  const lowest = Math.min(...values, ...(fromZero ? [0] : []));
  const highest = Math.max(...values, ...(fromZero ? [0] : []));
  const air = (highest - lowest) * 0.06 || Math.max(Math.abs(highest) * 0.1, 10);
  const days = points.map(({ day }) => getDate(day));
  const first = days[0] ?? new Date();
  const last = days[days.length - 1] ?? first;
  const x = scaleTime()
    .domain(first < last ? [first, last] : [new Date(first.getTime() - 86_400_000), last])
    .range([MARGIN.left, Math.max(MARGIN.left + 1, width - MARGIN.right - 6)]);
  const y = scaleLinear()
    .domain([fromZero && lowest >= 0 ? 0 : lowest - air, highest + air])
    .nice(4)
    .range([height - MARGIN.bottom, MARGIN.top]);
  const at = (point: DayValue) => x(getDate(point.day));
  const floor = y(y.domain()[0] ?? 0);
  return {
    x,
    y,
    stroke:
      line<DayValue>()
        .x(at)
        .y((point) => y(point.value))
        .curve(curveLinear)([...points]) ?? '',
    fill:
      area<DayValue>()
        .x(at)
        .y0(floor)
        .y1((point) => y(point.value))
        .curve(curveLinear)([...points]) ?? '',
    valueTicks: y.ticks(4),
    dayTicks: thinned(
      x.ticks(6).filter((tick) => x(tick) > MARGIN.left + 20 && x(tick) < width - 30),
      x,
    ),
  };
}

/** Returns every second, third, … tick, so that labels don't overlap. */
export function thinned(ticks: Date[], x: (day: Date) => number): Date[] {
  const [first, second] = ticks;
  if (!first || !second) return ticks;
  const every = Math.max(1, Math.ceil(TICK_APART_PX / (x(second) - x(first))));
  const inYear = ticks.findIndex((tick) => tick.getMonth() === 0 && tick.getDate() === 1);
  return ticks.filter((_, index) => (index - Math.max(0, inYear)) % every === 0);
}

/** Labels a tick with its month, with its year in January, or with its day on short lines. */
export function labelTick(tick: Date, ticks: readonly Date[]): string {
  if (!ticks.every((each) => each.getDate() === 1)) return formatMonthDay(tick);
  return formatAs(tick, tick.getMonth() === 0 ? 'MMM yyyy' : 'MMM');
}

function isMonthEnd(points: readonly DayValue[], index: number): boolean {
  return points[index]?.day.slice(0, 7) !== points[index + 1]?.day.slice(0, 7);
}

/** Abbreviates amounts on axes only: `$104k`. */
export function axisMoney(value: number, currency: string): string {
  const sign = value < 0 ? '\u2212' : '';
  const size = Math.abs(value);
  const symbol = currencySymbol(currency);
  if (size >= 1_000_000) return `${sign}${symbol}${trimmed(size / 1_000_000)}M`;
  return size >= 1_000 ? `${sign}${symbol}${trimmed(size / 1_000)}k` : `${sign}${symbol}${trimmed(size)}`;
}

function trimmed(value: number): string {
  return String(Math.round(value * 100) / 100);
}

function getSummary(label: string, points: readonly DayValue[], written: (value: number) => string): string {
  const [first] = points;
  const last = points.at(-1);
  if (!first || !last) return `${label}: no data yet.`;
  const low = points.reduce((least, point) => (point.value < least.value ? point : least));
  const high = points.reduce((most, point) => (point.value > most.value ? point : most));
  const formatPoint = ({ day, value }: DayValue) => `${written(value)} on ${formatTextDate(day)}`;
  return `${label} from ${formatPoint(first)} to ${formatPoint(last)}. Lowest ${formatPoint(low)}, highest ${formatPoint(high)}.`;
}
