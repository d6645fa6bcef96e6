import { describe, expect, it } from 'vitest';
import { inventsNumbers } from './prose.ts';

const TOLD = 'You spent $1,234.50 on Food in October 2026, in 26 transactions. Food: 1234.5 USD';

describe("a language model's sentence", () => {
  it.each([
    'Food cost you $1,234.50 in October 2026.',
    'That was 1234.5 dollars in 26 transactions.',
    'Nothing in it is a number.',
  ])('is shown if the tools returned all its numbers: %s', (prose) =>
    expect(inventsNumbers(prose, TOLD)).toBe(false),
  );

  it.each([
    'Food cost you $1,234.51.',
    'That is about $1,200.',
    'That is $47.48 for each of the 26.',
    'You spent twenty dollars.',
    'You spent more than a thousand on food.',
    'That is 40% of your pay.',
    'Half of it was in cafés.',
    'It was ５００ in all.',
  ])('is discarded otherwise: %s', (prose) => expect(inventsNumbers(prose, TOLD)).toBe(true));
});
