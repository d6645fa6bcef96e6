import { sampleHeights, traceContours } from '@/lib/contours';

/** The size of a cover's drawing, with the ratio 1.444:1. */
export const COVER = { width: 260, height: 180 };
const GRID = { columns: 66, rows: 46, step: 4 };
const LEVELS = 13;

/** Returns the height at a point. `x` is from 0 to 1.444, and `y` is from 0 (top) to 1. */
type HeightField = (x: number, y: number) => number;

/** Contour lines of a scenario's cover, from the lowest to the highest. */
const covers = new Map<string, string[]>();

/**
 * Returns the contour lines of a scenario's cover as SVG paths, from the lowest to the highest level. Each
 * scenario of the bank has its own height field. Other scenarios have hills that depend on their id.
 */
export function getCoverContours(scenarioId: string): string[] {
  const known = covers.get(scenarioId);
  if (known) return known;
  const getHeight = FIELDS[scenarioId] ?? createHills(scenarioId);
  const grid = sampleHeights(GRID, (x, y) => getHeight(x / COVER.height, y / COVER.height));
  const lowest = Math.min(...grid.heights);
  const spacing = (Math.max(...grid.heights) - lowest) / (LEVELS + 1);
  const paths = traceContours(
    grid,
    Array.from({ length: LEVELS }, (_, level) => lowest + spacing * (level + 1)),
  );
  covers.set(scenarioId, paths);
  return paths;
}

type Hill = { x: number; y: number; wide: number; high: number; lift?: number; turn?: number };

/** Returns the height of a hill with an elliptical base. `turn` rotates it, in radians. */
function hill(x: number, y: number, { x: left, y: top, wide, high, lift = 1, turn = 0 }: Hill): number {
  const [dx, dy] = [x - left, y - top];
  const along = (dx * Math.cos(turn) + dy * Math.sin(turn)) / wide;
  const across = (dy * Math.cos(turn) - dx * Math.sin(turn)) / high;
  return lift * Math.exp(-(along ** 2) - across ** 2);
}

const hills = (x: number, y: number, list: readonly Hill[]) =>
  list.reduce((height, item) => height + hill(x, y, item), 0);

const ripple = (x: number, y: number) => 0.05 * Math.sin(6 * x + 4 * y) + 0.04 * Math.sin(9 * y - 5 * x);

/** Returns the distance to a rectangle: negative inside, positive outside. */
function distanceToBox(x: number, y: number, box: { x: number; y: number; wide: number; high: number }) {
  const dx = Math.abs(x - box.x) - box.wide;
  const dy = Math.abs(y - box.y) - box.high;
  return Math.hypot(Math.max(dx, 0), Math.max(dy, 0)) + Math.min(Math.max(dx, dy), 0);
}

/** The height fields of the bank's scenarios. */
const FIELDS: Record<string, HeightField> = {
  /** A first dune, steeper on its right side. */
  'first-salary': (x, y) => {
    const [dx, dy] = [x - 1.0 - 0.25 * (y - 1), y - 0.98];
    return 1.4 * Math.exp(-((dx / (0.42 - 0.14 * Math.tanh(3 * dx))) ** 2) - (dy / 0.52) ** 2) + ripple(x, y);
  },
  /** A house with an entrance. */
  'buying-a-home': (x, y) => {
    const roof = Math.max(0.75 * Math.abs(x - 0.8) - 0.7 * (y - 0.24), y - 0.54);
    const walls = distanceToBox(x, y, { x: 0.8, y: 0.64, wide: 0.22, high: 0.2 });
    const entrance = distanceToBox(x, y, { x: 0.8, y: 0.75, wide: 0.02, high: 0.05 });
    return -Math.min(roof, walls) - 0.12 * Math.exp(-((Math.max(entrance, 0) / 0.04) ** 2));
  },
  /** A percent sign: two hills and a ridge. */
  inflation: (x, y) =>
    hills(x, y, [
      { x: 0.5, y: 0.27, wide: 0.16, high: 0.16 },
      { x: 1, y: 0.75, wide: 0.16, high: 0.16 },
      { x: 0.76, y: 0.5, wide: 0.42, high: 0.095, turn: -1.0, lift: 0.66 },
    ]) +
    0.5 * ripple(x, y),
  /** A whirlpool. */
  'credit-card-trap': (x, y) => {
    const [dx, dy] = [x - 0.9, y - 0.48];
    const radius = Math.hypot(dx, dy * 1.15);
    return Math.sqrt(radius) + 0.06 * Math.cos(2 * Math.atan2(dy, dx) - 6 * Math.sqrt(radius));
  },
  /** Three peaks, each higher than the last. */
  'student-debt': (x, y) =>
    hills(x, y, [
      { x: 0.4, y: 0.7, wide: 0.17, high: 0.17, lift: 0.6 },
      { x: 0.75, y: 0.52, wide: 0.18, high: 0.2, lift: 0.8 },
      { x: 1.1, y: 0.34, wide: 0.19, high: 0.26, lift: 1.15 },
    ]) +
    0.8 * ripple(x, y),
  /** Restless water. */
  'freelancer-year': (x, y) =>
    Math.sin(9 * x - 4 * y + 0.9 * Math.sin(5 * y)) +
    0.5 * Math.sin(5 * y + 3 * x) +
    0.35 * Math.cos(8 * y - 2 * x),
  /** A cliff. */
  'job-loss': (x, y) => {
    const edge = x - 0.92 + 0.5 * y + 0.05 * Math.sin(11 * y) + 0.03 * Math.sin(23 * y + 4 * x);
    return Math.tanh(edge * 3.2) + 0.35 * edge + 0.3 * ripple(x, y);
  },
  /** Two hollows next to each other. */
  retirement: (x, y) =>
    -hills(x, y, [
      { x: 0.53, y: 0.54, wide: 0.21, high: 0.38 },
      { x: 1.03, y: 0.48, wide: 0.19, high: 0.34, lift: 0.85 },
    ]) +
    0.4 * ripple(x, y),
};

/** Returns a field of four hills whose positions depend on the scenario's id. */
function createHills(scenarioId: string): HeightField {
  const seed = [...scenarioId].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973, 7);
  const vary = (by: number) => ((seed * by) % 97) / 97;
  const list = [13, 29, 41, 53].map((by) => ({
    x: 1.444 * vary(by),
    y: vary(by + 4),
    wide: 0.22 + 0.2 * vary(by + 10),
    high: 0.18 + 0.2 * vary(by + 18),
    lift: 0.5 + 0.6 * vary(by + 26),
  }));
  return (x, y) => hills(x, y, list) + ripple(x, y);
}
