import { describe, expect, it } from 'vitest';
import { understand } from '../parser/understand.ts';
import { CUSTOMER } from '../testing/customer-context.ts';
import { evaluateExpression } from './arithmetic.ts';

describe('an arithmetic expression', () => {
  it.each([
    ['(1250+389.5)/3', 546.5],
    ['2 + 3 * 4', 14],
    ['(2 + 3) * 4 - 6 / 3', 18],
    ['1,200 divided by 4 minus 50', 250],
    ['12 x 85 plus 2k', 3020],
    ['-(5 - 8) \u00d7 2', 6],
    ['$19.99 * 12 - 40', 199.88],
  ])('is evaluated: %s', (text, value) => {
    expect(evaluateExpression(text)?.value).toBeCloseTo(value, 9);
  });

  it.each(['2026-11-22', '11/22/2026', '5 + ', '(1 + 2', '3 / 0', '5 apples + 2', '', '1 2'])(
    'is rejected if it is incomplete or something else: %s',
    (text) => {
      expect(evaluateExpression(text)).toBeNull();
    },
  );

  it('is understood in a message', () => {
    for (const text of ['what is (1250+389.5)/3?', '(1250+389.5)/3', 'calculate 45 + 30 + 25.50'])
      expect(understand(text, CUSTOMER, [])).toMatchObject({ kind: 'calculate', of: { is: 'expression' } });
    expect(understand('12 * 85', CUSTOMER, [])).toMatchObject({
      of: { is: 'operation', left: 12, right: 85 },
    });
  });
});
