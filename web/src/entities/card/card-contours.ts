/** The sampling grid for the card's contour pattern, which covers 380 × 240 px. */
const STEP = 6;
const COLUMNS = 65;
const ROWS = 41;
const LEVELS = Array.from({ length: 16 }, (_, level) => 0.1 + level * 0.055);

type Bump = { x: number; y: number; wide: number; high: number; lift: number };
type Corner = { x: number; y: number; height: number };

/** Returns depth contours of a sandbank as one SVG path. The positions of the shoals depend on the card. */
export function cardContours(cardNumber: string): string {
  const heights = getField(getBumps(Number(cardNumber) || 0));
  const halves: Corner[][] = [];
  for (let row = 0; row + 1 < ROWS; row += 1) {
    for (let column = 0; column + 1 < COLUMNS; column += 1) halves.push(...trianglesAt(heights, column, row));
  }
  return LEVELS.map((level) => joined(halves.flatMap((half) => crossing(half, level)))).join('');
}

/**
 * Returns the shapes of the pattern: a shoal on the right, a smaller shoal at the bottom, and a channel on
 * the left.
 */
function getBumps(seed: number): Bump[] {
  const turn = (by: number) => ((seed * by) % 97) / 97 - 0.5;
  return [
    { x: 285 + 40 * turn(13), y: 82 + 30 * turn(29), wide: 78, high: 62, lift: 0.75 },
    { x: 345 + 30 * turn(41), y: 150 + 30 * turn(7), wide: 95, high: 60, lift: 0.35 },
    { x: 150 + 60 * turn(53), y: 262, wide: 120, high: 55, lift: 0.55 },
    { x: 120 + 40 * turn(17), y: 60 + 40 * turn(61), wide: 110, high: 90, lift: -0.16 },
  ];
}

function getField(bumps: readonly Bump[]): number[] {
  return Array.from({ length: COLUMNS * ROWS }, (_, index) => {
    const x = (index % COLUMNS) * STEP;
    const y = Math.floor(index / COLUMNS) * STEP;
    const ripple = 0.035 * Math.sin(x / 31 + y / 47) + 0.025 * Math.sin(y / 19 - x / 53);
    return bumps.reduce(
      (height, bump) =>
        height + bump.lift * Math.exp(-(((x - bump.x) / bump.wide) ** 2) - ((y - bump.y) / bump.high) ** 2),
      0.16 + ripple + x / 2600,
    );
  });
}

function trianglesAt(heights: readonly number[], column: number, row: number): Corner[][] {
  const corner = (right: number, down: number): Corner => ({
    x: (column + right) * STEP,
    y: (row + down) * STEP,
    height: heights[(row + down) * COLUMNS + column + right] ?? 0,
  });
  const [a, b, c, d] = [corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)];
  return [
    [a, b, c],
    [a, c, d],
  ];
}

/** Returns the segment where a level crosses a triangle; empty if they don't meet. */
function crossing(corners: readonly Corner[], level: number): [string, string][] {
  const points = corners.flatMap((from, index) => {
    const to = corners[(index + 1) % corners.length] ?? from;
    if (from.height < level === to.height < level) return [];
    const share = (level - from.height) / (to.height - from.height);
    return [`${tenth(from.x + share * (to.x - from.x))} ${tenth(from.y + share * (to.y - from.y))}`];
  });
  const [start, end] = points;
  return start !== undefined && end !== undefined && start !== end ? [[start, end]] : [];
}

/** Joins short lines that share endpoints into longer lines, which halves the path's length. */
function joined(lines: readonly [string, string][]): string {
  const ends = new Map<string, Set<number>>();
  for (const [index, line] of lines.entries())
    for (const point of line) ends.set(point, (ends.get(point) ?? new Set()).add(index));
  const used = new Set<number>();
  const nextFrom = (point: string): string | null => {
    for (const index of ends.get(point) ?? []) {
      if (used.has(index)) continue;
      used.add(index);
      const [start, end] = lines[index] ?? [point, point];
      return start === point ? end : start;
    }
    return null;
  };
  const walkFrom = (point: string): string[] => {
    const walked: string[] = [];
    for (let next = nextFrom(point); next !== null; next = nextFrom(next)) walked.push(next);
    return walked;
  };
  let path = '';
  for (const [index, [start, end]] of lines.entries()) {
    if (used.has(index)) continue;
    used.add(index);
    path += `M${[...walkFrom(start).reverse(), start, end, ...walkFrom(end)].join('L')}`;
  }
  return path;
}

function tenth(value: number): number {
  return Math.round(value * 10) / 10;
}
