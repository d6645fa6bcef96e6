import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { buildExamples, EXAMPLE_FILES } from './household-examples.ts';

const BAND_YEARS = 1;

test('the example households equal the results of the engine', () => {
  const { outlook, ...others } = buildExamples(BAND_YEARS);
  const read = (name: keyof typeof EXAMPLE_FILES) => JSON.parse(readFileSync(EXAMPLE_FILES[name], 'utf8'));
  const stored = read('outlook');
  // The last point is the middle of a month, which only the built years have.
  const next = outlook.next.slice(0, -1);
  expect({ ...stored, next: stored.next.slice(0, next.length) }, 'Run `npm run examples`.').toEqual({
    ...outlook,
    next,
  });
  expect({ household: read('household'), personas: read('personas') }).toEqual(others);
});
