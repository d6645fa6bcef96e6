import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { COVER, getCoverContours } from './cover-contours';

const SCENARIOS = readdirSync('content/scenarios').map((name) => name.replace(/\.json$/, ''));

it('draws a different cover for each scenario of the bank and for imported scenarios, within the drawing', () => {
  const covers = [...SCENARIOS, 'imported', 'imported-too'].map((id) => getCoverContours(id));
  expect(new Set(covers.map((paths) => paths.join())).size).toBe(covers.length);
  for (const paths of covers) {
    expect(paths.join('')).not.toContain('NaN');
    const numbers = paths.flatMap((path) => path.match(/[\d.]+/g) ?? []).map(Number);
    expect(Math.max(...numbers)).toBeLessThanOrEqual(COVER.width);
  }
});

it('draws the same cover for the same scenario again', () => {
  expect(getCoverContours('imported')).toBe(getCoverContours('imported'));
});
