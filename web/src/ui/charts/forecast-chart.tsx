import { type ReactNode, useId, useMemo } from 'react';
import { formatListDate, getDate } from '@/lib/dates';
import { formatMoney } from '@/lib/money';
import {
  bandPath,
  type ForecastGeometry,
  type ForecastLine,
  getDays,
  LINE_LOOKS,
  layOutForecast,
  linePath,
} from './forecast-geometry';
import { ForecastLegend } from './forecast-legend';
import { ForecastTable } from './forecast-table';
import { axisMoney, type DayValue, labelTick } from './line-chart';
import type { DayBand } from './overlay-geometry';
import { readoutPlace, useDayReading } from './use-point-reading';
import { useWidth } from './use-width';

type ForecastChartProps = {
  /** The label of the lines: "Cash". */
  label: string;
  lines: readonly ForecastLine[];
  /** The 80% band. */
  band: readonly DayBand[];
  /** The day that separates history from forecast. Omitted if both lines are in the past. */
  today?: string;
  /** A highlighted day. Its mark is hollow because it is in the future. */
  mark?: DayValue & { words: string };
  /** The chart's summary for screen readers. */
  summary: string;
  currency?: string;
  /** Formats values other than money. */
  format?: (value: number) => string;
  height?: number;
  className?: string;
};

const MONTH_DAYS = 30;
/** Longer than any line. */
/**
 * Renders history as a solid line and the forecast as a dashed line in an 80% band. Arrow keys, pointer, and
 * touch read single days. A table contains the same values.
 */
export function ForecastChart({
  label,
  lines,
  band,
  today,
  mark,
  summary,
  currency = 'USD',
  format,
  height = 280,
  className,
}: ForecastChartProps) {
  const written = format ?? ((value: number) => formatMoney(value, currency));
  const [container, width] = useWidth();
  const summaryId = useId();
  const days = useMemo(() => getDays(lines), [lines]);
  const geometry = useMemo(() => layOutForecast(lines, band, width, height), [lines, band, width, height]);
  const { shown: read, listeners } = useDayReading({
    days,
    x: geometry.x,
    page: MONTH_DAYS,
    start: today ? days.indexOf(today) : days.length - 1,
  });
  const shown = read === null ? undefined : days[read];
  const values = lines.flatMap((line) => {
    const point = line.points.find(({ day }) => day === shown);
    return point ? [{ ...line, value: point.value }] : [];
  });

  return (
    <figure className={className}>
      <ForecastLegend lines={lines} hasBand={band.length > 0} />
      <div ref={container} className="relative overflow-x-clip" style={{ height }}>
        {width > 0 && days.length > 1 && (
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
            <Axes
              geometry={geometry}
              written={format ?? ((value) => axisMoney(value, currency))}
              height={height}
            />
            <path d={bandPath(geometry, band)} fill="var(--chart-band)" />
            {lines.map(({ name, kind, points }) => (
              <path
                key={name}
                d={linePath(geometry, points)}
                fill="none"
                stroke={LINE_LOOKS[kind].stroke}
                strokeWidth="2"
                strokeLinejoin="round"
                strokeDasharray={LINE_LOOKS[kind].dash}
              />
            ))}
            {today && <Today geometry={geometry} today={today} />}
            {mark && !shown && <Mark geometry={geometry} mark={mark} after={today} />}
            {shown && <Read geometry={geometry} day={shown} values={values} />}
          </svg>
        )}
        {shown && (
          <div
            aria-live="polite"
            className="figures pointer-events-none absolute top-0 z-10 max-w-72 rounded-1 bg-ink px-3 py-2 text-canvas text-sm"
            style={readoutPlace(geometry.x(getDate(shown)), width)}
          >
            <p>{formatListDate(shown)}</p>
            {values.map(({ name, value }) => (
              <Line key={name} name={name}>
                {written(value)}
              </Line>
            ))}
            <BandOf day={band.find(({ day }) => day === shown)} currency={currency} />
          </div>
        )}
      </div>
      <figcaption>
        <p id={summaryId} className="sr-only">
          {summary}
        </p>
        <ForecastTable label={label} lines={lines} band={band} written={written} />
      </figcaption>
    </figure>
  );
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <p>
      {name} <strong className="font-semibold">{children}</strong>
    </p>
  );
}

function BandOf({ day, currency }: { day: DayBand | undefined; currency: string }) {
  if (!day || day.low === day.high) return null;
  return (
    <p>
      8 of 10 simulations between {formatMoney(day.low, currency)} and {formatMoney(day.high, currency)}
    </p>
  );
}

function Axes({
  geometry: { x, y, left, right, valueTicks, dayTicks },
  written,
  height,
}: {
  geometry: ForecastGeometry;
  written: (value: number) => string;
  height: number;
}) {
  return (
    <>
      {valueTicks.map((tick) => (
        <g key={tick} transform={`translate(0 ${y(tick)})`}>
          <line x1={left} x2={right} stroke={tick === 0 ? 'var(--line-strong)' : 'var(--chart-grid)'} />
          <text dy="0.32em" className="figures fill-ink-3 text-xs">
            {written(tick)}
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
    </>
  );
}

function Today({ geometry: { x, bottom, top }, today }: { geometry: ForecastGeometry; today: string }) {
  const left = x(getDate(today));
  return (
    <>
      <line x1={left} x2={left} y1={top - 18} y2={bottom} stroke="var(--ink-2)" />
      <text x={left - 6} y={top - 10} textAnchor="end" className="fill-ink font-semibold text-xs">
        Today
      </text>
      <text x={left + 6} y={top - 10} className="fill-ink-3 text-xs">
        Expected
      </text>
    </>
  );
}

const LABEL_ROOM_PX = 90;
/** On phones the mark has no label. A tap reads it. */
const LABELED_FROM_PX = 480;

function Mark({
  geometry: { x, y, left: from, right: to, bottom },
  mark,
  after,
}: {
  geometry: ForecastGeometry;
  mark: DayValue & { words: string };
  /** Keeps the label clear of today's line. */
  after: string | undefined;
}) {
  const [left, top] = [x(getDate(mark.day)), y(mark.value)];
  const anchor =
    left > to - LABEL_ROOM_PX
      ? 'end'
      : left < (after ? x(getDate(after)) : from) + LABEL_ROOM_PX
        ? 'start'
        : 'middle';
  return (
    <>
      <circle
        cx={left}
        cy={top}
        r="4.5"
        fill="var(--canvas)"
        stroke={LINE_LOOKS.expected.stroke}
        strokeWidth="2"
      />
      {to - from > LABELED_FROM_PX && (
        <text
          x={left}
          y={top + 24 > bottom ? top - 14 : top + 20}
          textAnchor={anchor}
          stroke="var(--canvas)"
          strokeWidth="6"
          strokeLinejoin="round"
          paintOrder="stroke"
          className="fill-ink-2 text-sm"
        >
          {mark.words}
        </text>
      )}
    </>
  );
}

function Read({
  geometry: { x, y, top, bottom },
  day,
  values,
}: {
  geometry: ForecastGeometry;
  day: string;
  values: readonly (ForecastLine & { value: number })[];
}) {
  const left = x(getDate(day));
  return (
    <>
      <line x1={left} x2={left} y1={top} y2={bottom} stroke="var(--ink-3)" />
      {values.map(({ name, kind, value }) => (
        <circle
          key={name}
          cx={left}
          cy={y(value)}
          r="4.5"
          fill={LINE_LOOKS[kind].stroke}
          stroke="var(--canvas)"
          strokeWidth="2"
        />
      ))}
    </>
  );
}
