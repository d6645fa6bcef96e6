import { expect, it } from 'vitest';
import { sumAmounts } from '@/lib/money';
import { type FirstStepsRow, firstSteps, getOutcome } from './first-steps';

const EMPTY: FirstStepsRow = {
  account_id: null,
  has_income: false,
  has_bill: false,
  has_plan: false,
  has_reviewed: false,
  simulated_days: 0,
  arrived: 0,
  paid: 0,
  since: '2026-11-22',
  currency: 'USD',
  parts: [],
  left_out: [],
};

const getDone = (row: Partial<FirstStepsRow>) =>
  firstSteps({ ...EMPTY, ...row }).flatMap(({ id, isDone }) => (isDone ? [id] : []));

it('a step is done when the ledger shows it, in any order', () => {
  expect(getDone({})).toEqual([]);
  expect(getDone({ account_id: 'a', has_plan: true })).toEqual(['account', 'plan']);
  expect(getDone({ simulated_days: 27, arrived: 2 })).toEqual([]);
  expect(getDone({ simulated_days: 28 })).toEqual(['month']);
  expect(getDone({ simulated_days: 730, paid: 1 })).toEqual(['month']);
  expect(getDone({ simulated_days: 730, has_reviewed: true })).toEqual(['month', 'seen']);
});

it('each figure of the month is the sum of its parts, to the cent', () => {
  const outcome = getOutcome({
    ...EMPTY,
    parts: [
      { direction: 'in', text: 'Pay', interest: false, amount: 2501.1, times: 2 },
      { direction: 'in', text: 'Interest', interest: true, amount: 0.07, times: 1 },
      { direction: 'in', text: 'Gift', interest: false, amount: 0.2, times: 1 },
      { direction: 'out', text: 'Landlord', interest: false, amount: 1400.33, times: 1 },
    ],
  });
  expect(outcome.moneyIn.amount).toBe(2501.37);
  expect(outcome.stayed.amount).toBe(1101.04);
  expect(outcome.interest.amount).toBe(0.07);
  expect(outcome.moneyIn.parts[0]?.name).toBe('Pay, 2 times');
  for (const { amount, parts } of Object.values(outcome))
    expect(sumAmounts(parts.map((part) => part.amount))).toBe(amount);
});
