import { type ReactNode, useMemo } from 'react';
import { formatListDate, formatTableDate } from '@/lib/dates';
import { formatMoney } from '@/lib/money';
import { classNames } from '../class-names';
import { ChartLine, Dot, LineKey, type LineKind, OutlinedText, ReadoutValue } from './chart-parts';
import { ChartTable } from './chart-table';
import { placeLabels } from './place-labels';
import {
  axisMoney,
  bandPath,
  type ChartScales,
  createDailyScales,
  type DayBand,
  type DayValue,
  getDays,
  isNearZero,
} from './scales';
import { TimeChart } from './time-chart';

/** A line of the chart. History is solid, and a forecast is dashed. */
export type ForecastLine = {
  name: string;
  kind: LineKind;
  /** The points of the line, oldest first, in major units. */
  points: readonly DayValue[];
};

/** An event on one of the lines. `short` is the label for narrow charts. */
export type ChartEvent = DayValue & { label: string; short: string; isExpected: boolean };

type ForecastChartProps = {
  /** The label of the lines, such as "Cash". */
  label: string;
  lines: readonly ForecastLine[];
  /** The 80% band of the forecast. */
  band: readonly DayBand[];
  /** The day that separates history from the forecast. Omitted if both lines are in the past. */
  today?: string;
  /** The days to reserve for a forecast that is still computed. */
  reserved?: readonly string[];
  /** A highlighted day. Its mark is hollow because it is in the future. */
  mark?: DayValue & { label: string };
  /** Events to label at their line, most important first. Labels that don't fit are left out. */
  events?: readonly ChartEvent[];
  /** Controls between the chart and its table. */
  controls?: ReactNode;
  /** True to leave out the legend, if the marks at today's line are enough. */
  hasNoLegend?: boolean;
  /** The chart's summary for screen readers. */
  summary: string;
  currency?: string;
  /** Formats values that aren't money. */
  format?: (value: number) => string;
  height?: number;
  /** The height on phones. */
  narrowHeight?: number;
  className?: string;
};

const MONTH_DAYS = 30;
const NO_DAYS: readonly string[] = [];
const BAND_NAME = '8 of 10 simulations';

/**
 * Renders history as a solid line and the forecast as a dashed line in an 80% band, with a table of the same
 * values.
 */
export function ForecastChart({
  label,
  lines,
  band,
  today,
  reserved = NO_DAYS,
  mark,
  events = [],
  controls,
  hasNoLegend = false,
  summary,
  currency = 'USD',
  format,
  height = 280,
  narrowHeight,
  className,
}: ForecastChartProps) {
  const formatValue = format ?? ((value: number) => formatMoney(value, currency));
  const days = useMemo(() => getDays(lines), [lines]);
  const shownDays = useMemo(() => [...days, ...reserved], [days, reserved]);
  const getPoint = (line: ForecastLine, day: string | undefined) =>
    line.points.find((point) => point.day === day);
  return (
    <TimeChart
      label={label}
      summary={summary}
      days={days}
      leastDays={2}
      height={height}
      narrowHeight={narrowHeight ?? height}
      className={className}
      page={MONTH_DAYS}
      start={today ? days.indexOf(today) : days.length - 1}
      createScales={(size) => {
        const values = [
          ...lines.flatMap(({ points }) => points.map(({ value }) => value)),
          ...band.flatMap(({ low, high }) => [low, high]),
        ];
        return createDailyScales(shownDays, values, {
          ...size,
          top: 28,
          startsAtZero: isNearZero(values),
          formatTick: format ?? ((value) => axisMoney(value, currency)),
        });
      }}
      legend={hasNoLegend ? undefined : <Legend lines={lines} hasBand={band.length > 0} />}
      renderSelection={(index, scales) =>
        index === null
          ? mark && <Mark scales={scales} mark={mark} today={today} lines={lines} />
          : lines.map((line) => (
              <Dot key={line.name} scales={scales} kind={line.kind} point={getPoint(line, days[index])} />
            ))
      }
      renderReadout={(index) => {
        const range = band.find(({ day }) => day === days[index]);
        return (
          <>
            <p>{formatListDate(days[index] ?? '')}</p>
            {lines.map((line) => {
              const point = getPoint(line, days[index]);
              return (
                point && (
                  <ReadoutValue key={line.name} name={line.name}>
                    {formatValue(point.value)}
                  </ReadoutValue>
                )
              );
            })}
            {range && range.low !== range.high && (
              <p>
                {BAND_NAME} between {formatMoney(range.low, currency)} and {formatMoney(range.high, currency)}
              </p>
            )}
          </>
        );
      }}
      caption={
        <div
          className={classNames(
            controls !== undefined &&
              'mt-2 [&_details>div]:clear-both [&_details>div]:max-w-full [&_summary]:ml-auto [&_summary]:py-2',
          )}
        >
          <div className="float-left">{controls}</div>
          <ForecastTable
            label={label}
            days={days}
            lines={lines}
            band={band}
            today={today}
            format={formatValue}
          />
        </div>
      }
    >
      {(scales) => (
        <>
          <path d={bandPath(scales, band)} fill="var(--chart-band)" />
          {lines.map(({ name, kind, points }) => (
            <ChartLine key={name} scales={scales} kind={kind} points={points} />
          ))}
          {today && <Today scales={scales} today={today} hasForecast={lines.some(isExpectedLine)} />}
          <Events scales={scales} events={events} lines={lines} today={today} />
        </>
      )}
    </TimeChart>
  );
}

const isExpectedLine = ({ kind, points }: ForecastLine) => kind === 'expected' && points.length > 0;

type EventsProps = Pick<ForecastChartProps, 'lines' | 'today'> & {
  scales: ChartScales;
  events: readonly ChartEvent[];
};

/** The number of points of today's line that labels have to avoid. */
const TODAY_POINTS = 24;
/** The distances that keep an event's amount in the label, even between the steps of a line. */
const LABEL_DISTANCES = [20, 32, 44, 56];

/** Renders the events that have room for a label, with a dot at the line. */
function Events({ scales, events, lines, today }: EventsProps) {
  const [least = 0, most = 0] = scales.y.domain();
  const todayLine = today
    ? Array.from({ length: TODAY_POINTS + 1 }, (_, index) => ({
        day: today,
        value: least + ((most - least) * index) / TODAY_POINTS,
      }))
    : [];
  const marks = events.map((event) => ({
    mark: { label: event.label, shortLabel: event.short, isAbove: false, event },
    left: scales.x(event.day),
    top: scales.y(event.value),
  }));
  const points = [...lines.flatMap((line) => line.points), ...todayLine];
  return placeLabels(marks, scales, points, LABEL_DISTANCES).map(
    ({ mark: { event }, text }) =>
      text && (
        <g key={`${event.day} ${event.label}`}>
          <Dot
            scales={scales}
            kind={event.isExpected ? 'expected' : 'past'}
            point={event}
            isHollow={event.isExpected}
          />
          <OutlinedText
            x={text.left}
            y={text.top}
            dy="0.32em"
            textAnchor={text.anchor}
            className="figures fill-ink-2 text-sm"
          >
            {text.text}
          </OutlinedText>
        </g>
      ),
  );
}

function Legend({ lines, hasBand }: { lines: readonly ForecastLine[]; hasBand: boolean }) {
  return (
    <ul className="mb-1 flex flex-wrap justify-end gap-x-4 gap-y-1 text-ink-3 text-sm">
      {lines.map(({ name, kind }) => (
        <LineKey key={name} kind={kind}>
          {name}
        </LineKey>
      ))}
      {hasBand && (
        <li className="flex items-center gap-2">
          <span aria-hidden className="h-3 w-5 rounded-1" style={{ background: 'var(--chart-band)' }} />
          {BAND_NAME}
        </li>
      )}
    </ul>
  );
}

/** Above this number of days, the table shows weeks and today. */
const MAX_DAYS = 100;
const WEEK_DAYS = 7;

type ForecastTableProps = Pick<ForecastChartProps, 'label' | 'lines' | 'band' | 'today'> & {
  days: readonly string[];
  format: (value: number) => string;
};

function ForecastTable({ label, days, lines, band, today, format }: ForecastTableProps) {
  const shownDays = days.filter(
    (day, index) => days.length <= MAX_DAYS || (days.length - 1 - index) % WEEK_DAYS === 0 || day === today,
  );
  const columns = [
    ...lines.map(({ name, points }) => ({
      name,
      cells: new Map(points.map(({ day, value }) => [day, format(value)])),
    })),
    ...(band.length > 0
      ? [
          {
            name: BAND_NAME,
            cells: new Map(band.map(({ day, low, high }) => [day, `${format(low)} to ${format(high)}`])),
          },
        ]
      : []),
  ];
  return (
    <ChartTable
      label={label}
      heads={['Date', ...columns.map(({ name }) => name)]}
      rows={shownDays.map((day) => ({
        key: day,
        name: formatTableDate(day),
        cells: columns.map(({ cells }) => cells.get(day)),
      }))}
    />
  );
}

type TodayProps = { scales: ChartScales; today: string; hasForecast: boolean };

function Today({ scales: { x, bottom, top }, today, hasForecast }: TodayProps) {
  const left = x(today);
  return (
    <>
      <line x1={left} x2={left} y1={top - 18} y2={bottom} stroke="var(--ink-2)" />
      <text x={left - 6} y={top - 10} textAnchor="end" className="fill-ink font-semibold text-xs">
        Today
      </text>
      {hasForecast && (
        <text x={left + 6} y={top - 10} className="fill-ink-3 text-xs">
          Expected
        </text>
      )}
    </>
  );
}

const LABEL_WIDTH_PX = 90;
/** The minimum width for the mark's label. On phones, the customer taps the mark to see it. */
const LABELED_FROM_PX = 480;

type MarkProps = {
  scales: ChartScales;
  mark: DayValue & { label: string };
  /** The current day. The mark's label is placed so that it doesn't cover the line at this day's position. */
  today: string | undefined;
  /** The lines that the label doesn't cross if there is room on the other side of the mark. */
  lines: readonly ForecastLine[];
};

function Mark({ scales, mark, today, lines }: MarkProps) {
  const [left, top] = [scales.x(mark.day), scales.y(mark.value)];
  const start = today ? scales.x(today) : scales.left;
  const anchor =
    left > scales.right - LABEL_WIDTH_PX ? 'end' : left < start + LABEL_WIDTH_PX ? 'start' : 'middle';
  const near = lines
    .flatMap(({ points }) => points)
    .filter(({ day }) => Math.abs(scales.x(day) - left) < LABEL_WIDTH_PX)
    .map(({ value }) => scales.y(value));
  const isAbove =
    top + 24 > scales.bottom || (near.some((y) => y > top + 6) && !near.some((y) => y < top - 10));
  return (
    <>
      <Dot scales={scales} kind="expected" point={mark} isHollow />
      {scales.right - scales.left > LABELED_FROM_PX && (
        <OutlinedText
          x={left}
          y={isAbove ? top - 14 : top + 20}
          textAnchor={anchor}
          className="fill-ink-2 text-sm"
        >
          {mark.label}
        </OutlinedText>
      )}
    </>
  );
}
