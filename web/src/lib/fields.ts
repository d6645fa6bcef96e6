import { fromMinor, type Minor, subtractMinor, ZERO } from '@engine/money/minor.ts';
import { z } from 'zod';
import { formatMinor, parseAmount } from './money';

const LONGEST_NAME = 80;

export const nameField = z
  .string()
  .trim()
  .min(1, 'Enter a name.')
  .max(LONGEST_NAME, `Use ${LONGEST_NAME} characters or fewer.`);

/** A day as `yyyy-MM-dd`, or an empty string. */
export const dayField = z
  .string()
  .refine(
    (day) => day === '' || (day >= '1900-01-01' && day <= '2199-12-31'),
    'Choose a date from 1900 to 2199.',
  );

/** Returns a field schema that parses an amount in major units. */
export function amountField({ zero = false, label = 'an amount' } = {}) {
  return z.string().transform((text, context) => {
    const message = validateAmount(text, { zero, label });
    const amount = parseAmount(text);
    if (message === undefined && amount !== null) return fromMinor(amount);
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });
}

/** Returns the error message for a typed amount, or undefined if it is valid. */
export function validateAmount(text: string, { zero = false, label = 'an amount' } = {}): string | undefined {
  if (text.trim() === '') return 'Enter an amount.';
  if (/^\s*[-\u2212]/.test(text)) return zero ? 'Enter zero or more.' : 'Enter an amount above zero.';
  const amount = parseAmount(text);
  if (amount === null) return `Enter ${label} with 2 decimal places or fewer.`;
  return amount > 0 || zero ? undefined : 'Enter an amount above zero.';
}

/** An optional amount in major units as the customer types it. An empty field counts as zero. */
export const optionalAmountField = z.string().transform((text, context) => {
  if (text.trim() === '') return 0;
  const message = validateAmount(text, { zero: true });
  if (message === undefined) return fromMinor(parseAmount(text) ?? ZERO);
  context.addIssue({ code: 'custom', message });
  return z.NEVER;
});

/**
 * Returns the error message for an amount above the available balance, or undefined if the balance covers it.
 */
export function describeShortfall(amount: Minor, available: Minor, currency: string): string | undefined {
  if (amount <= available) return undefined;
  return `You have ${formatMinor(available, currency)} available. You need ${formatMinor(subtractMinor(amount, available), currency)} more.`;
}

/** A yearly rate in percent, from 0 to 100, with at most six decimals. */
export const percentField = z
  .string()
  .trim()
  .regex(/^\d{1,3}(\.\d{1,6})?$/, 'Enter an annual rate as a percentage, such as 6.4.')
  .transform(Number)
  .refine((percent) => percent <= 100, 'Enter a rate of 100% or less.');

export function wholeField({ from, to, unit }: { from: number; to: number; unit: string }) {
  const message = `Enter ${from} to ${to} ${unit}.`;
  return z
    .string()
    .trim()
    .regex(/^\d{1,4}$/, message)
    .transform(Number)
    .refine((number) => number >= from && number <= to, message);
}
