import { describe, expect, it } from 'vitest';
import { findMatches, getWords, rateMatch } from './match';

const mark = (text: string, query: string) => {
  let marked = text;
  for (const { start, end } of findMatches(text, getWords(query)).toReversed())
    marked = `${marked.slice(0, start)}[${marked.slice(start, end)}]${marked.slice(end)}`;
  return marked;
};

describe('matches', () => {
  it.each([
    ['pay', 'Pay Tide Card', '[Pay] Tide Card'],
    ['pay', 'Skip to payday', 'Skip to [pay]day'],
    ['tide pay', 'Pay Tide Card', '[Pay] [Tide] Card'],
    ['car', 'Scar and car', 'Scar and [car]'],
    ['a', 'Save', 'Save'],
    ['pay payday', 'payday', '[pay]day'],
  ])('of %j are marked in %j', (query, text, expected) => {
    expect(mark(text, query)).toBe(expected);
  });

  it('rate the start of a label above its other words, and labels above other texts', () => {
    const rate = (label: string, others = '') => rateMatch(label, others, ['pay']);
    const ratings = [
      rate('Pay people'),
      rate('Fast-forward to payday'),
      rate('Repay'),
      rate('Loan', 'payment'),
    ];
    expect(ratings).toEqual(ratings.toSorted((left, right) => right - left));
    expect(new Set(ratings).size).toBe(4);
  });

  it('need every word', () => {
    expect(rateMatch('Pay Tide Card', 'due Fri', ['pay', 'due'])).toBeGreaterThan(0);
    expect(rateMatch('Pay Tide Card', 'due Fri', ['pay', 'loan'])).toBe(0);
  });
});
