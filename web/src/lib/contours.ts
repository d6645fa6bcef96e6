/** Heights on a regular grid, row by row from the top left. `step` is the distance between two points. */
type HeightGrid = { columns: number; rows: number; step: number; heights: readonly number[] };

type Corner = { x: number; y: number; height: number };
type Line = readonly [string, string];

/** Samples a height field on a grid. The coordinates are in the drawing's units. */
export function sampleHeights(
  grid: Omit<HeightGrid, 'heights'>,
  getHeight: (x: number, y: number) => number,
): HeightGrid {
  const { columns, rows, step } = grid;
  const heights = Array.from({ length: columns * rows }, (_, index) =>
    getHeight((index % columns) * step, Math.floor(index / columns) * step),
  );
  return { ...grid, heights };
}

/**
 * Returns an SVG path for each level: the contour lines on which the grid has this height. The levels must be
 * in ascending order.
 */
export function traceContours(grid: HeightGrid, levels: readonly number[]): string[] {
  const lines: Line[][] = levels.map(() => []);
  for (let row = 0; row + 1 < grid.rows; row += 1)
    for (let column = 0; column + 1 < grid.columns; column += 1)
      for (const corners of getTriangles(grid, column, row)) addCrossings(corners, levels, lines);
  return lines.map(joinLines);
}

function getTriangles(
  { columns, step, heights }: HeightGrid,
  column: number,
  row: number,
): [Corner[], Corner[]] {
  const getCorner = (right: number, down: number): Corner => ({
    x: (column + right) * step,
    y: (row + down) * step,
    height: heights[(row + down) * columns + column + right] ?? 0,
  });
  const [a, b, c, d] = [getCorner(0, 0), getCorner(1, 0), getCorner(1, 1), getCorner(0, 1)];
  return [
    [a, b, c],
    [a, c, d],
  ];
}

/** Adds the line on which each level crosses a triangle. */
function addCrossings(corners: readonly Corner[], levels: readonly number[], lines: Line[][]): void {
  const lowest = Math.min(...corners.map(({ height }) => height));
  const highest = Math.max(...corners.map(({ height }) => height));
  for (const [index, level] of levels.entries()) {
    if (level <= lowest) continue;
    if (level > highest) return;
    const [start, end] = getCrossing(corners, level);
    if (start !== undefined && end !== undefined && start !== end) lines[index]?.push([start, end]);
  }
}

/** Returns the two points at which a level crosses the sides of a triangle. */
function getCrossing(corners: readonly Corner[], level: number): string[] {
  const points: string[] = [];
  for (const [index, from] of corners.entries()) {
    const to = corners[(index + 1) % corners.length] ?? from;
    if (from.height < level === to.height < level) continue;
    const share = (level - from.height) / (to.height - from.height);
    points.push(
      `${roundToTenth(from.x + share * (to.x - from.x))} ${roundToTenth(from.y + share * (to.y - from.y))}`,
    );
  }
  return points;
}

/** Joins short lines that share endpoints into longer lines, which halves the path's length. */
function joinLines(lines: readonly Line[]): string {
  const ends = new Map<string, number[]>();
  for (const [index, line] of lines.entries())
    for (const point of line) {
      const meeting = ends.get(point);
      if (meeting) meeting.push(index);
      else ends.set(point, [index]);
    }
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

function roundToTenth(value: number): number {
  return Math.round(value * 10) / 10;
}
