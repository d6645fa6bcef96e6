import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { amountField, nameField, percentField, wholeField } from './fields';

const getErrors = (field: z.ZodType, text: string) => {
  const result = field.safeParse(text);
  return result.success ? result.data : result.error.issues[0]?.message;
};

describe('fields', () => {
  it.each([
    ['  Everyday  ', 'Everyday'],
    ['   ', 'Enter a name.'],
    ['n'.repeat(80), 'n'.repeat(80)],
    ['n'.repeat(81), 'Use 80 characters or fewer.'],
  ])('a name %j', (text, outcome) => expect(getErrors(nameField, text)).toBe(outcome));

  it.each([
    ['1,234.5', 1234.5],
    ['0', 'Enter an amount above zero.'],
    ['-5', 'Enter an amount above zero.'],
    ['', 'Enter an amount.'],
    ['   ', 'Enter an amount.'],
    ['abc', 'Enter a limit with 2 decimal places or fewer.'],
    ['1.005', 'Enter a limit with 2 decimal places or fewer.'],
  ])('an amount %j', (text, outcome) =>
    expect(getErrors(amountField({ label: 'a limit' }), text)).toBe(outcome),
  );

  it('an amount may be zero where that is allowed', () => {
    expect(getErrors(amountField({ zero: true }), '0.00')).toBe(0);
    expect(getErrors(amountField({ zero: true }), '-1')).toBe('Enter zero or more.');
  });

  it.each([
    ['6.4', 6.4],
    ['0', 0],
    ['100', 100],
    ['100.1', 'Enter a rate of 100% or less.'],
    ['-1', 'Enter an annual rate as a percentage, such as 6.4.'],
    ['6,4', 'Enter an annual rate as a percentage, such as 6.4.'],
    ['1e1', 'Enter an annual rate as a percentage, such as 6.4.'],
    ['6.1234567', 'Enter an annual rate as a percentage, such as 6.4.'],
  ])('a rate %j', (text, outcome) => expect(getErrors(percentField, text)).toBe(outcome));

  it.each([
    ['1', 1],
    [' 600 ', 600],
    ['0', 'Enter 1 to 600 months.'],
    ['601', 'Enter 1 to 600 months.'],
    ['12.5', 'Enter 1 to 600 months.'],
    ['', 'Enter 1 to 600 months.'],
  ])('a term %j', (text, outcome) => {
    expect(getErrors(wholeField({ from: 1, to: 600, unit: 'months' }), text)).toBe(outcome);
  });
});
