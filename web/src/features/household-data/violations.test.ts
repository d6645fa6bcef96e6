import { expect, it } from 'vitest';
import { getClaim, toText } from './violations';

it('a violation is described in plain words with its amounts', () => {
  const match = {
    violation: 'balance differs from its postings',
    subject: 'a page',
    detail: { currency: 'EUR', balance: 12.5, booked: -3 },
  };
  expect(toText(match)).toBe('A balance shows €12.50, but its postings add up to \u2212€3.00.');
  expect(getClaim(match)).toBe('balances');
});

it('a missing amount is shown as none', () => {
  const result = {
    violation: 'history differs from the books',
    subject: 'a page',
    detail: { entry: 7, shown: null, booked: 4 },
  };
  expect(toText(result)).toBe('Entry 7 shows nothing in the history but $4.00 in the ledger.');
  expect(getClaim(result)).toBe('history');
});

it('a violation unknown to the browser is still shown', () => {
  const match = { violation: 'page torn out', subject: '12', detail: {} };
  expect(toText(match)).toBe('We found an unknown problem: page torn out (12).');
});
