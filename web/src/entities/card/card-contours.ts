import { sampleHeights, traceContours } from '@/lib/contours';

/** The sampling grid for the card's contour pattern, which covers 380 × 240 px. */
const GRID = { columns: 65, rows: 41, step: 6 };
const LEVELS = Array.from({ length: 16 }, (_, level) => 0.1 + level * 0.055);

type Bump = { x: number; y: number; wide: number; high: number; lift: number };

/** Returns depth contours of a sandbank as one SVG path. The positions of the shoals depend on the card. */
export function cardContours(cardNumber: string): string {
  const bumps = getBumps(Number(cardNumber) || 0);
  return traceContours(
    sampleHeights(GRID, (x, y) => getHeight(bumps, x, y)),
    LEVELS,
  ).join('');
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

function getHeight(bumps: readonly Bump[], x: number, y: number): number {
  const ripple = 0.035 * Math.sin(x / 31 + y / 47) + 0.025 * Math.sin(y / 19 - x / 53);
  return bumps.reduce(
    (height, bump) =>
      height + bump.lift * Math.exp(-(((x - bump.x) / bump.wide) ** 2) - ((y - bump.y) / bump.high) ** 2),
    0.16 + ripple + x / 2600,
  );
}
