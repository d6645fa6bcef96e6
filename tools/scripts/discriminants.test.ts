import { expect, it } from 'vitest';
import { projectOntoDiscriminants } from './discriminants.ts';

/** Two groups that differ only in the second dimension. The first and the third vary more, but within both. */
const SAMPLES = [0, 1].flatMap((group) =>
  [-5, -3, -1, 1, 3, 5].flatMap((wide) =>
    [-4, 0, 4].map((other) => ({ group, vector: [wide, (group === 0 ? -1 : 1) + wide / 100, other] })),
  ),
);

it('keeps the direction in which the groups differ', () => {
  const project = projectOntoDiscriminants(SAMPLES, 1);
  const values = SAMPLES.map(({ group, vector }) => ({ group, value: project(vector)[0] ?? 0 }));
  const [first = 0] = values.filter(({ group }) => group === 0).map(({ value }) => value);
  for (const { group, value } of values)
    expect(Math.sign(value)).toBe(group === 0 ? Math.sign(first) : -Math.sign(first));
});

it('ignores the directions in which they don\u2019t', () => {
  const project = projectOntoDiscriminants(SAMPLES, 1);
  const getWeight = (vector: number[]) => Math.abs(project(vector)[0] ?? 0);
  expect(getWeight([0, 1, 0])).toBeGreaterThan(10 * getWeight([0, 0, 1]));
  expect(getWeight([0, 1, 0])).toBeGreaterThan(10 * getWeight([1, 0, 0]));
});
