import type { Decision } from '@engine/what-if/what-if.ts';
import { describe, expect, it } from 'vitest';
import { getStep } from './decisions';

const extra = (monthly: number): Decision => ({
  id: 'x',
  on: 0,
  kind: 'extra_payment',
  debtId: 'a',
  monthly,
});
const getMonthly = (decision: Decision | null | undefined) =>
  decision?.kind === 'extra_payment' ? decision.monthly : null;

describe('the amount of a decision', () => {
  it.each([
    { from: 30_000, up: 35_000, down: 25_000 },
    { from: 10_000, up: 15_000, down: 9_000 },
    { from: 12_345, up: 15_000, down: 10_000 },
    { from: 1_200_000, up: 1_300_000, down: 1_100_000 },
  ])('steps from $from up to $up and down to $down, in round amounts', ({ from, up, down }) => {
    const step = getStep(extra(from), 'USD');
    expect(getMonthly(step?.up)).toBe(up);
    expect(getMonthly(step?.down)).toBe(down);
  });

  it('never goes below the minimum', () => {
    expect(getStep(extra(500), 'USD')?.down).toBeNull();
  });

  it('of an event is its months, its percent, or its amount', () => {
    const shock = { id: 'x', on: 0, kind: 'shock' } as const;
    expect(getStep({ ...shock, shock: 'job_loss', size: 0, months: 1 }, 'USD')).toMatchObject({
      text: '1 month',
      down: null,
    });
    expect(getStep({ ...shock, shock: 'market_fall', size: 20 }, 'USD')?.text).toBe('20%');
    expect(getStep({ ...shock, shock: 'car_repair', size: 40_000 }, 'USD')?.text).toBe('$400.00');
  });
});
