import { describe, expect, it } from 'vitest';
import { sampleHeights, traceContours } from './contours';

const CENTER = 50;
/** A cone with its peak in the middle of a drawing of 100 × 100. */
const CONE = sampleHeights({ columns: 51, rows: 51, step: 2 }, (x, y) => -Math.hypot(x - CENTER, y - CENTER));

const getPoints = (path: string) =>
  path
    .slice(1)
    .split(/[ML]/)
    .map((point) => point.split(' ').map(Number) as [number, number]);

describe('contour lines', () => {
  it('of a cone are one closed circle per level', () => {
    const radii = [30, 20, 10];
    const paths = traceContours(
      CONE,
      radii.map((radius) => -radius),
    );
    for (const [index, path] of paths.entries()) {
      expect(path.match(/M/g)).toHaveLength(1);
      const points = getPoints(path);
      expect(points[0]).toEqual(points.at(-1));
      for (const [x, y] of points)
        expect(Math.abs(Math.hypot(x - CENTER, y - CENTER) - (radii[index] ?? 0))).toBeLessThan(0.3);
    }
  });

  it('are empty for a level that the heights do not reach', () => {
    expect(traceContours(CONE, [-90, 5])).toEqual(['', '']);
  });
});
