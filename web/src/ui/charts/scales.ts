import { type ScaleLinear, type ScaleTime, scaleLinear, scaleTime } from 'd3-scale';
import { area, line } from 'd3-shape';
import { formatAs, formatMonthDay, getDate } from '@/lib/dates';
import { currencySymbol } from '@/lib/money';

/** A day (`yyyy-MM-dd`) and its closing value in major units. */
export type DayValue = { day: string; value: number };

/** The 80% range at the end of a day, in major units. */
export type DayBand = { day: string; low: number; high: number };

/** Maps days and values to pixels inside a chart's margins, and provides the labels of both axes. */
export type ChartScales = {
  x: (day: string) => number;
  /** Returns the instant at a horizontal position. */
  invertX: (left: number) => Date;
  y: ScaleLinear<number, number>;
  left: number;
  right: number;
  top: number;
  bottom: number;
  valueTicks: { value: number; label: string }[];
  dayTicks: { left: number; label: string }[];
};

export type ChartSize = { width: number; height: number };

/** Below this width, marks and line ends have no labels. */
export const NARROW_PX = 560;
const AXIS_HEIGHT = 28;
const MIN_TICKS = 3;

type DailyAxes = ChartSize & {
  top: number;
  startsAtZero: boolean;
  formatTick: (value: number) => string;
};

/** Returns scales for values over days or months. The value axis fits the values. */
export function createDailyScales(
  days: readonly string[],
  values: readonly number[],
  { width, height, top, startsAtZero, formatTick }: DailyAxes,
): ChartScales {
  const shownValues = startsAtZero ? [0, ...values] : values;
  const [lowest, highest] = [Math.min(...shownValues), Math.max(...shownValues)];
  const padding = (highest - lowest) * 0.06 || Math.max(Math.abs(highest) * 0.1, 10);
  const frame = { left: 56, right: Math.max(57, width - 14), top, bottom: height - AXIS_HEIGHT };
  const x = createDayScale(days, frame);
  const y = scaleLinear()
    .domain([startsAtZero && lowest === 0 ? 0 : lowest - padding, highest + padding])
    .nice(4);
  const getTicks = (count: number) =>
    x.ticks(count).filter((tick) => x(tick) > frame.left + 20 && x(tick) < width - 30);
  const usualTicks = getTicks(width < NARROW_PX ? 4 : 6);
  // Over two years, four ticks would only mark two years, and an axis needs more than that.
  const dayTicks = thinTicks(usualTicks.length < MIN_TICKS ? getTicks(8) : usualTicks, x);
  return {
    ...buildAxes(frame, x, y),
    valueTicks: y.ticks(4).map((value) => ({ value, label: formatTick(value) })),
    dayTicks: dayTicks.map((tick) => ({ left: x(tick), label: labelTick(tick, dayTicks) })),
  };
}

type YearlyAxes = ChartSize & {
  /** The right margin for labels at the line ends. */
  endSpace: number;
  currency: string;
  /** Shows a plus sign for positive values, used for differences. */
  signed?: boolean;
};

const YEAR_APART_PX = 96;

/** Returns scales for amounts over years. Zero is always visible, because amounts can be debts or losses. */
export function createYearlyScales(
  days: readonly string[],
  values: readonly number[],
  { width, height, endSpace, currency, signed = false }: YearlyAxes,
): ChartScales {
  const left = width < NARROW_PX ? 48 : 60;
  const right = Math.max(left + 1, width - endSpace - 6);
  const frame = { left, right, top: 16, bottom: height - AXIS_HEIGHT };
  const [lowest, highest] = [Math.min(0, ...values), Math.max(0, ...values)];
  const padding = (highest - lowest) * 0.05;
  const x = createDayScale(days, frame);
  const y = scaleLinear().domain(
    padding === 0 ? [0, 100] : [lowest && lowest - padding, highest && highest + padding],
  );
  return {
    ...buildAxes(frame, x, y),
    valueTicks: y.ticks(height < 200 ? 3 : 5).map((value) => ({
      value,
      label: `${signed && value > 0 ? '+' : ''}${axisMoney(value, currency)}`,
    })),
    dayTicks: x.ticks(Math.max(2, Math.floor((right - left) / YEAR_APART_PX))).map((tick) => ({
      left: Math.min(x(tick), right - 12),
      label: formatAs(tick, tick.getMonth() === 0 ? 'yyyy' : 'MMM'),
    })),
  };
}

type Frame = Pick<ChartScales, 'left' | 'right' | 'top' | 'bottom'>;
type TimeScale = ScaleTime<number, number>;

function createDayScale(days: readonly string[], { left, right }: Frame): TimeScale {
  const last = getDate(days.at(-1) ?? '2000-01-02');
  const first = getDate(days[0] ?? '2000-01-01');
  // If there is only one day, the axis starts on the previous day.
  return scaleTime()
    .domain([first < last ? first : new Date(last.getTime() - 86_400_000), last])
    .range([left, right]);
}

function buildAxes(frame: Frame, x: TimeScale, y: ScaleLinear<number, number>) {
  return {
    ...frame,
    x: (day: string) => x(getDate(day)),
    invertX: (left: number) => x.invert(left),
    y: y.range([frame.bottom, frame.top]),
  };
}

const TICK_APART_PX = 60;

/** Returns every nth tick, so that labels don't overlap. */
function thinTicks(ticks: Date[], x: TimeScale): Date[] {
  const [first, second] = ticks;
  if (!first || !second) return ticks;
  const interval = Math.max(1, Math.ceil(TICK_APART_PX / (x(second) - x(first))));
  const newYear = ticks.findIndex((tick) => tick.getMonth() === 0 && tick.getDate() === 1);
  return ticks.filter((_, index) => (index - Math.max(0, newYear)) % interval === 0);
}

/**
 * Labels a tick with its month, or with its day if the ticks aren't all at the start of a month. January also
 * shows the year.
 */
function labelTick(tick: Date, ticks: readonly Date[]): string {
  if (!ticks.every((date) => date.getDate() === 1)) return formatMonthDay(tick);
  return formatAs(tick, tick.getMonth() === 0 ? 'MMM yyyy' : 'MMM');
}

/** Abbreviates an amount for a chart axis, such as `$104k`. Only axis labels are abbreviated. */
export function axisMoney(value: number, currency: string): string {
  const size = Math.abs(value);
  const [unit, suffix] = size >= 1_000_000 ? [1_000_000, 'M'] : size >= 1_000 ? [1_000, 'k'] : [1, ''];
  const rounded = Math.round((size / unit) * 100) / 100;
  return `${value < 0 ? '\u2212' : ''}${currencySymbol(currency)}${rounded}${suffix}`;
}

/** Returns all days of several lines in order, without duplicates. */
export function getDays(lines: readonly { points: readonly DayValue[] }[]): string[] {
  return [...new Set(lines.flatMap(({ points }) => points.map(({ day }) => day)))].sort();
}

type Axes = Pick<ChartScales, 'x' | 'y'>;

export function linePath({ x, y }: Axes, points: readonly DayValue[]): string {
  return (
    line<DayValue>(
      ({ day }) => x(day),
      ({ value }) => y(value),
    )([...points]) ?? ''
  );
}

/** Returns the path of the area between a line and a value. */
export function areaPath({ x, y }: Axes, points: readonly DayValue[], base: number): string {
  return bandPath(
    { x, y },
    points.map(({ day, value }) => ({ day, low: base, high: value })),
  );
}

export function bandPath({ x, y }: Axes, band: readonly DayBand[]): string {
  return (
    area<DayBand>(
      ({ day }) => x(day),
      ({ low }) => y(low),
      ({ high }) => y(high),
    )([...band]) ?? ''
  );
}

/** Returns true if a value is close enough to zero for the axis to include zero. */
export function isNearZero(values: readonly number[]): boolean {
  const [lowest, highest] = [Math.min(...values), Math.max(...values)];
  return lowest >= 0 && lowest < (highest - lowest) / 2;
}
