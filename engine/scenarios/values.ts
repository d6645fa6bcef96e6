import { z } from 'zod';

/** Validators for pack files. Their messages describe the expected value in plain English. */
const HIGHEST_AMOUNT = 100_000_000;
export const LONGEST_MONTHS = 120;
export const LAST_DAY = 3_660;

const isCents = (amount: number) => Math.round(amount * 100) / 100 === amount;

/** The id of an item in a scenario pack. */
export const slug = z
  .string('a lowercase name, such as "rent"')
  .regex(
    /^[a-z][a-z0-9-]{0,39}$/,
    'a lowercase name of up to 40 letters, digits, and hyphens that starts with a letter',
  );

/** An amount in US dollars. */
const cents = z.number('an amount in dollars').refine(isCents, 'an amount with at most 2 decimals');
export const amount = cents
  .positive('an amount above zero')
  .max(HIGHEST_AMOUNT, 'an amount no higher than 100,000,000');
export const amountOrNone = cents
  .min(0, 'an amount of zero or more')
  .max(HIGHEST_AMOUNT, 'an amount no higher than 100,000,000');
export const signedAmount = cents
  .min(-HIGHEST_AMOUNT, 'an amount no lower than -100,000,000')
  .max(HIGHEST_AMOUNT, 'an amount no higher than 100,000,000');

/** A percentage. 6.4 means 6.4%. */
export const percent = z
  .number('a percentage')
  .min(0, 'a percentage from 0 to 100')
  .max(100, 'a percentage from 0 to 100');

export const count = (from: number, to: number) => {
  const text = `a whole number from ${from} to ${to}`;
  return z.number(text).int(text).min(from, text).max(to, text);
};

/** The number of days since the scenario started. The first day is 0. */
export const dayOffset = count(0, LAST_DAY);
/** A day that exists in every month. */
export const dayOfMonth = count(1, 28);

export const text = (longest: number) =>
  z.string('text').trim().min(1, "text that isn't empty").max(longest, `text of up to ${longest} characters`);

export const title = text(80);
export const paragraph = text(600);
/** Text with `{placeholders}` for values from the pack and the run. See `text.ts`. */
export const longText = text(900);

export const list = <Item extends z.ZodType>(item: Item, most: number) =>
  z.array(item, 'a list').max(most, `a list of up to ${most} items`);

export const oneOf = <const Names extends readonly [string, ...string[]]>(names: Names) =>
  z.enum(names, `one of: ${names.join(', ')}`);
