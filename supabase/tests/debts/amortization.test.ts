import { describe, expect } from 'vitest';
import cases from '../../../engine/money/amortization.cases.json' with { type: 'json' };
import { test } from '../support/harness.ts';

describe('the level payment', () => {
  test('is the same in the bank and in the engine, case by case', async ({ bank }) => {
    for (const { amount, rate, months, payment } of cases) {
      const [row] = await bank.owner`
        select (bank.monthly_payment(${amount}::numeric / 100, ${rate}::numeric, ${months}::integer) * 100)::bigint as payment`;
      expect({ amount, rate, months, payment: Number(row?.payment) }).toEqual({
        amount,
        rate,
        months,
        payment,
      });
    }
  });
});
