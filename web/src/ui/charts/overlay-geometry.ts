import { type ScaleLinear, type ScaleTime, scaleLinear, scaleTime } from 'd3-scale';
import { area, line } from 'd3-shape';
import { getDate } from '@/lib/dates';
import { axisMoney, type DayValue } from './line-chart';

/** The 80% range at the end of a day, in major units. */
export type DayBand = { day: string; low: number; high: number };

export type Overlay = {
  x: ScaleTime<number, number>;
  y: ScaleLinear<number, number>;
  left: number;
  right: number;
  bottom: number;
  valueTicks: { value: number; words: string }[];
  dayTicks: Date[];
};

type Frame = {
  width: number;
  height: number;
  /** The right margin for the labels at the line ends. */
  endRoom: number;
  currency: string;
  /** Shows a plus sign above zero, for differences. */
  signed?: boolean;
};

const TOP = 16;
const AXIS_HEIGHT = 28;
const AXIS_WIDTH = 60;
const AXIS_WIDTH_NARROW = 48;
const YEAR_APART_PX = 96;
/** The space above the highest value. */
const AIR = 0.05;
/** Below this width, marks and line ends have no labels. */
export const NARROW_PX = 560;

/**
 * Returns scales and ticks for values over years. Zero is always visible, because values may be debts or
 * losses.
 */
export function layOutOverlay(
  days: readonly string[],
  values: readonly number[],
  { width, height, endRoom, currency, signed = false }: Frame,
): Overlay {
  const left = width < NARROW_PX ? AXIS_WIDTH_NARROW : AXIS_WIDTH;
  const right = Math.max(left + 1, width - endRoom - 6);
  const bottom = height - AXIS_HEIGHT;
  const first = getDate(days[0] ?? '2000-01-01');
  const last = getDate(days.at(-1) ?? '2000-01-02');
  const x = scaleTime().domain([first, last]).range([left, right]);
  const lowest = Math.min(0, ...values);
  const highest = Math.max(0, ...values);
  const wanted = height < 200 ? 3 : 5;
  const air = (end: number) => (end === 0 ? 0 : (highest - lowest) * AIR);
  const y = scaleLinear()
    .domain(highest === lowest ? [0, 100] : [lowest - air(lowest), highest + air(highest)])
    .range([bottom, TOP]);
  return {
    x,
    y,
    left,
    right,
    bottom,
    valueTicks: y.ticks(wanted).map((value) => ({
      value,
      words: `${signed && value > 0 ? '+' : ''}${axisMoney(value, currency)}`,
    })),
    dayTicks: x.ticks(Math.max(2, Math.floor((right - left) / YEAR_APART_PX))),
  };
}

/** Returns the path of a line, of the area down to zero, or of a band. */
export const paths = {
  line: ({ x, y }: Overlay, points: readonly DayValue[]) =>
    line<DayValue>()
      .x(({ day }) => x(getDate(day)))
      .y(({ value }) => y(value))([...points]) ?? '',
  area: ({ x, y }: Overlay, points: readonly DayValue[]) =>
    area<DayValue>()
      .x(({ day }) => x(getDate(day)))
      .y0(y(0))
      .y1(({ value }) => y(value))([...points]) ?? '',
  band: ({ x, y }: Overlay, band: readonly DayBand[]) =>
    area<DayBand>()
      .x(({ day }) => x(getDate(day)))
      .y0(({ low }) => y(low))
      .y1(({ high }) => y(high))([...band]) ?? '',
};

/** Spreads the line ends, so that their labels don't overlap and stay inside the chart. */
export function endsApart(one: number, other: number, apart: number, bottom: number): [number, number] {
  const missing = Math.max(0, apart - Math.abs(one - other)) / 2;
  const [up, down] = [Math.min(one, other) - missing, Math.max(one, other) + missing];
  const lift = Math.max(0, down - bottom) - Math.max(0, TOP - up);
  return one <= other ? [up - lift, down - lift] : [down - lift, up - lift];
}

export type Placed<Mark> = { mark: Mark; left: number; top: number; label: LabelPlace | null };
type LabelPlace = { words: string; left: number; top: number; anchor: 'start' | 'end' };

const LABEL_HEIGHT = 18;
const LETTER_WIDTH = 6.6;

/**
 * Places a label at each mark where there is room and no line, above the scenario's line and below the
 * baseline. Falls back to a short label, or none.
 */
export function placeMarks<Mark extends { words: string; short: string; above: boolean }>(
  marks: readonly { mark: Mark; left: number; top: number }[],
  { x, y, left: start, right: end, bottom }: Overlay,
  lines: readonly DayValue[],
): Placed<Mark>[] {
  const drawn = lines.map(({ day, value }) => ({ left: x(getDate(day)), top: y(value) }));
  const taken: { left: number; right: number; top: number; bottom: number }[] = marks.map(
    ({ left, top }) => ({ left: left - 6, right: left + 6, top: top - 6, bottom: top + 6 }),
  );
  return marks.map(({ mark, left, top }) => {
    for (const place of placesFor(mark, left, top)) {
      const length = place.words.length * LETTER_WIDTH;
      const box = {
        left: place.anchor === 'end' ? place.left - length : place.left,
        right: place.anchor === 'end' ? place.left : place.left + length,
        top: place.top - LABEL_HEIGHT / 2,
        bottom: place.top + LABEL_HEIGHT / 2,
      };
      const fits = box.left >= start && box.right <= end && box.top >= 0 && box.bottom <= bottom;
      const collides = taken.some(
        (other) =>
          box.left < other.right &&
          box.right > other.left &&
          box.top < other.bottom &&
          box.bottom > other.top,
      );
      const crossed = drawn.some(
        (point) =>
          point.left > box.left - 4 &&
          point.left < box.right + 4 &&
          point.top > box.top - 2 &&
          point.top < box.bottom + 2,
      );
      // A label on a line would seem to describe that line.
      const [from, to] = [Math.min(top, place.top), Math.max(top, place.top)];
      const apart = drawn.some(
        (point) => Math.abs(point.left - left) < 8 && point.top > from + 5 && point.top < to - 5,
      );
      if (!fits || collides || crossed || apart) continue;
      taken.push(box);
      return { mark, left, top, label: place };
    }
    return { mark, left, top, label: null };
  });
}

/** Lists possible label positions, best first. */
function placesFor(
  { words, short, above }: { words: string; short: string; above: boolean },
  left: number,
  top: number,
): LabelPlace[] {
  const toLeft = { left: left - 4, anchor: 'end' } as const;
  const toRight = { left: left + 4, anchor: 'start' } as const;
  const over = [18, 36].map((height) => top - height);
  const under = [20, 38].map((height) => top + height);
  const sides = above ? [toLeft, toRight] : [toRight, toLeft];
  const heights = above ? [...over, ...under] : [...under, ...over];
  return [words, short].flatMap((text) =>
    heights.flatMap((height) => sides.map((side) => ({ ...side, words: text, top: height }))),
  );
}
