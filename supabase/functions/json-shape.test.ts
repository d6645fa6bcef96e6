import { expect, test } from 'vitest';
import { isWithinShape } from './json-shape.ts';

const shape = { depth: 3, values: 10 };

test('accepts JSON within the depth and count limits, whatever its strings contain', () => {
  const text = JSON.stringify({ a: [1, 2, { b: '[[[[{{{{,,,,,,,,,,,,,,"\\' }], c: '\\"' });
  expect(isWithinShape(text, shape)).toBe(true);
});

test('rejects JSON that is too deep or has too many values', () => {
  expect(isWithinShape('['.repeat(4), shape)).toBe(false);
  expect(isWithinShape(JSON.stringify(Array(11).fill(0)), shape)).toBe(false);
  expect(isWithinShape(JSON.stringify(Array(10).fill(0)), shape)).toBe(true);
});

test('checks two megabytes of nesting, commas, or escapes in less than a second', () => {
  const start = performance.now();
  for (const text of ['['.repeat(2e6), ','.repeat(2e6), `"${'\\'.repeat(2e6)}`, `${'"\\""'.repeat(5e5)}`])
    isWithinShape(text, { depth: 1e9, values: 1e9 });
  expect(performance.now() - start).toBeLessThan(1_000);
});
