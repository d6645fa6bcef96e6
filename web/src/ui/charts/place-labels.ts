import type { ChartScales, DayValue } from './scales';

type Box = { left: number; right: number; top: number; bottom: number };
type Point = { left: number; top: number };
type LabelPosition = Point & { text: string; anchor: 'start' | 'end' };
type Mark = { label: string; shortLabel: string; isAbove: boolean };
export type PlacedMark<T extends Mark> = Point & { mark: T; text: LabelPosition | undefined };

const LABEL_HEIGHT = 18;
const CHARACTER_WIDTH = 6.6;
const DISTANCES = [20, 38];

/**
 * Places a label at each mark if there is room and no line is in the way. Labels of the what-if are above its
 * line, and labels of the baseline are below its line. Falls back to a short label, or to no label.
 */
export function placeLabels<T extends Mark>(
  marks: readonly (Point & { mark: T })[],
  { x, y, left: start, right: end, bottom }: ChartScales,
  lines: readonly DayValue[],
  /** The distances of labels from their marks, best first. */
  distances: readonly number[] = DISTANCES,
): PlacedMark<T>[] {
  const linePoints = lines.map(({ day, value }) => ({ left: x(day), top: y(value) }));
  const occupied: Box[] = marks.map(({ left, top }) => ({
    left: left - 6,
    right: left + 6,
    top: top - 6,
    bottom: top + 6,
  }));
  return marks.map(({ mark, left, top }) => {
    const text = listPositions(mark, left, top, distances).find((position) => {
      const box = getBox(position);
      const fits = box.left >= start && box.right <= end && box.top >= 0 && box.bottom <= bottom;
      const isCrossed = linePoints.some(
        (point) =>
          point.left > box.left - 4 &&
          point.left < box.right + 4 &&
          point.top > box.top - 2 &&
          point.top < box.bottom + 2,
      );
      // If a line separated the label from its mark, the label would seem to describe that line.
      const [from, to] = [Math.min(top, position.top), Math.max(top, position.top)];
      const isBehindLine = linePoints.some(
        (point) => Math.abs(point.left - left) < 8 && point.top > from + 5 && point.top < to - 5,
      );
      return fits && !occupied.some((taken) => overlaps(box, taken)) && !isCrossed && !isBehindLine;
    });
    if (text) occupied.push(getBox(text));
    return { mark, left, top, text };
  });
}

function getBox({ text, left, top, anchor }: LabelPosition): Box {
  const width = text.length * CHARACTER_WIDTH;
  return {
    left: anchor === 'end' ? left - width : left,
    right: anchor === 'end' ? left : left + width,
    top: top - LABEL_HEIGHT / 2,
    bottom: top + LABEL_HEIGHT / 2,
  };
}

function overlaps(a: Box, b: Box): boolean {
  return a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top;
}

/** Lists possible label positions, best first. */
function listPositions(
  { label, shortLabel, isAbove }: Mark,
  left: number,
  top: number,
  distances: readonly number[],
): LabelPosition[] {
  const leftSide = { left: left - 4, anchor: 'end' } as const;
  const rightSide = { left: left + 4, anchor: 'start' } as const;
  const sides = isAbove ? [leftSide, rightSide] : [rightSide, leftSide];
  const below = distances;
  // Text sits closer to a mark below it, because its letters rarely reach the bottom of the line.
  const above = distances.map((distance) => 2 - distance);
  const offsets = isAbove ? [...above, ...below] : [...below, ...above];
  return [label, shortLabel].flatMap((text) =>
    offsets.flatMap((offset) => sides.map((side) => ({ ...side, text, top: top + offset }))),
  );
}

/**
 * Returns the positions of two line ends, moved apart so that their labels don't overlap. Keeps the labels
 * inside the chart.
 */
export function spreadEnds(
  first: number,
  second: number,
  distance: number,
  { top, bottom }: Pick<Box, 'top' | 'bottom'>,
): [number, number] {
  const missing = Math.max(0, distance - Math.abs(first - second)) / 2;
  const [upper, lower] = [Math.min(first, second) - missing, Math.max(first, second) + missing];
  const lift = Math.max(0, lower - bottom) - Math.max(0, top - upper);
  return first <= second ? [upper - lift, lower - lift] : [lower - lift, upper - lift];
}
