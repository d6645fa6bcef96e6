import { describe, expect, it } from 'vitest';
import { figures, how, text } from './parts.ts';
import { readShownAnswer } from './shown-answer.ts';

const usd = { currency: 'USD' } as const;

describe('readShownAnswer', () => {
  it('returns the amounts that the sentence states, in its order', () => {
    const shown = readShownAnswer([
      text('You owe $2,381.26 on Tide Card. $1,479.99 is due.'),
      figures(
        { label: 'Due', amount: 1479.99, ...usd },
        { label: 'Owed', amount: 2381.26, ...usd },
        { label: 'Available', amount: 500, ...usd },
      ),
      how('Tide Card, as of now.', {}),
    ]);
    expect(shown.amounts).toEqual([
      { label: 'Tide Card, as of now', amount: 2381.26, ...usd },
      { label: 'Due', amount: 1479.99, ...usd },
    ]);
  });

  it('states payments without their sign', () => {
    const shown = readShownAnswer([
      text('Your next payment is Rent: $588.68 on Dec 1.'),
      figures({ label: 'Rent, Dec 1', amount: -588.68, ...usd }),
    ]);
    expect(shown.amounts).toEqual([{ label: 'Rent, Dec 1', amount: 588.68, ...usd }]);
  });

  it('leaves out amounts that only look like a part of the sentence', () => {
    const shown = readShownAnswer([
      text('Your balance is \u2212$50.00, and the fee is $50.005.'),
      figures({ label: 'Balance', amount: -50, ...usd }, { label: 'Fee', value: 'none' }),
    ]);
    expect(shown.amounts).toEqual([]);
  });
});
