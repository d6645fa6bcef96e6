import { describe, expect, it } from 'vitest';
import { DIMENSIONS, getMeanVector } from './word-vectors.ts';

function getSimilarity(left: string, right: string): number {
  const other = getMeanVector(right.split(' '));
  return getMeanVector(left.split(' ')).reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0);
}

describe('word vectors', () => {
  it.each([
    ['car', 'vehicle', 'paycheck'],
    ['paycheck', 'salary', 'mortgage'],
    ['groceries', 'supermarket', 'insurance'],
    ['debt', 'owe', 'budget'],
    ['how much did i spend on clothes', 'what did my shoes and shirts cost', 'when is my next payday'],
  ])('places %s nearer to %s than to %s', (text, similar, other) => {
    expect(getSimilarity(text, similar)).toBeGreaterThan(getSimilarity(text, other) + 0.1);
  });

  it('gives frequent words little weight', () => {
    expect(getSimilarity('the mortgage', 'mortgage')).toBeGreaterThan(0.95);
  });

  it('ignores unknown words', () => {
    expect(getMeanVector(['blorp', 'mortgage'])).toEqual(getMeanVector(['mortgage']));
    expect([...getMeanVector(['blorp'])]).toEqual(new Array(DIMENSIONS).fill(0));
  });
});
